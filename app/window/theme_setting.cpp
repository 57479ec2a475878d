// SPDX-License-Identifier: MIT
#include "app/window/theme_setting.h"

#include <QSettings>

namespace sublinear {
namespace {

QString key()
{
    return QStringLiteral("view/theme");
}

} // namespace

Theme themeSetting()
{
    const QString text = QSettings().value(key()).toString();
    return text == QLatin1String("light")         ? Theme::Light
        : text == QLatin1String("dark")           ? Theme::Dark
        : text == QLatin1String("projector")      ? Theme::Projector
        : text == QLatin1String("projector-dark") ? Theme::ProjectorDark
                                                  : Theme::System;
}

void storeThemeSetting(Theme theme)
{
    const QString text = theme == Theme::Light ? QStringLiteral("light")
        : theme == Theme::Dark                 ? QStringLiteral("dark")
        : theme == Theme::Projector            ? QStringLiteral("projector")
        : theme == Theme::ProjectorDark        ? QStringLiteral("projector-dark")
                                               : QStringLiteral("system");
    QSettings().setValue(key(), text);
}

} // namespace sublinear
