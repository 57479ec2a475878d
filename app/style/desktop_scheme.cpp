// SPDX-License-Identifier: MIT
#include "app/style/desktop_scheme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QPalette>

namespace sublinear {

namespace {
const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kGroup = QStringLiteral("org.freedesktop.appearance");
const QString kKey = QStringLiteral("color-scheme");

uint unwrapped(QVariant value)
{
    while (value.canConvert<QDBusVariant>()) { // Read() wraps the value twice
        value = value.value<QDBusVariant>().variant();
    }
    return value.toUInt();
}
} // namespace

DesktopScheme::DesktopScheme(QObject* parent)
    : QObject(parent)
{
    const QPalette palette = QApplication::palette();
    m_dark = palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
    // Without an address libdbus would try to launch a bus, which can take seconds.
    if (qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")) {
        askPortal();
    }
}

void DesktopScheme::askPortal()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
        SLOT(portalSettingChanged(QString, QString, QDBusVariant)));
    QDBusMessage read = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    read << kGroup << kKey;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(read, 2000), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QVariant> reply = *watcher;
        if (!reply.isError()) {
            take(unwrapped(reply.argumentAt(0)));
        }
        watcher->deleteLater();
    });
}

void DesktopScheme::portalSettingChanged(const QString& group, const QString& key, const QDBusVariant& value)
{
    if (group == kGroup && key == kKey) {
        take(unwrapped(value.variant()));
    }
}

void DesktopScheme::take(uint colorScheme)
{
    if (colorScheme == 0) { // no preference: keep what the palette said
        return;
    }
    const bool dark = colorScheme == 1;
    if (dark != m_dark) {
        m_dark = dark;
        Q_EMIT changed();
    }
}

} // namespace sublinear
