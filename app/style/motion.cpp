// SPDX-License-Identifier: MIT
#include "app/style/motion.h"

#include <QCoreApplication>
#include <QSettings>
#include <QStyle>
#include <QWidget>

namespace sublinear {
namespace {

QString key()
{
    return QStringLiteral("view/motion");
}

constexpr const char* kReduced = "sublinear.motionReduced";

} // namespace

Motion motionSetting()
{
    return QSettings().value(key()).toString() == QLatin1String("reduced") ? Motion::Reduced : Motion::System;
}

void storeMotionSetting(Motion motion)
{
    QSettings().setValue(key(), motion == Motion::Reduced ? QStringLiteral("reduced") : QStringLiteral("system"));
}

void applyMotion(QCoreApplication& application, Motion motion)
{
    application.setProperty(kReduced, motion == Motion::Reduced);
}

bool motionIsReduced(const QWidget& widget)
{
    return widget.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &widget) <= 0;
}

bool motionIsSwitchedOff()
{
    const QCoreApplication* application = QCoreApplication::instance();
    return application != nullptr && application->property(kReduced).toBool();
}

} // namespace sublinear
