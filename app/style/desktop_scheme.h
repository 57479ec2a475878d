// SPDX-License-Identifier: MIT
#pragma once

#include <QDBusVariant>
#include <QObject>

namespace sublinear {

/// Whether the desktop prefers dark: the settings portal's word where there is one, else
/// the palette that the platform brought when the program started.
class DesktopScheme : public QObject {
    Q_OBJECT
public:
    explicit DesktopScheme(QObject* parent = nullptr);
    [[nodiscard]] bool dark() const { return m_dark; }

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void portalSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void askPortal();
    void take(uint colorScheme);

    bool m_dark = false;
};

} // namespace sublinear
