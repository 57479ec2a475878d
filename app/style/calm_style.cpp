// SPDX-License-Identifier: MIT
#include "app/style/calm_style.h"

#include "app/style/motion.h"

namespace sublinear {

int CalmStyle::styleHint(
    StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const
{
    const bool moves = hint == SH_Widget_Animation_Duration || hint == SH_Widget_Animate;
    if (moves && motionIsSwitchedOff()) {
        return 0;
    }
    return QProxyStyle::styleHint(hint, option, widget, data);
}

} // namespace sublinear
