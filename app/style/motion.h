// SPDX-License-Identifier: MIT
#pragma once

class QCoreApplication;
class QWidget;

namespace sublinear {

/// Whether things may glide: as the desktop has it, or not at all.
enum class Motion { System, Reduced };

/// The one that was chosen last; System until one is.
Motion motionSetting();
void storeMotionSetting(Motion motion);

/// From now on; the style's own animations stop, too.
void applyMotion(QCoreApplication& application, Motion motion);

/// Whether the setting asks for it.
bool motionIsSwitchedOff();

/// Whether there are to be no animations, by the desktop or the setting: what would glide then goes in steps.
bool motionIsReduced(const QWidget& widget);

} // namespace sublinear
