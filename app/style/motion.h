// SPDX-License-Identifier: MIT
#pragma once

#include <QStyle>
#include <QWidget>

namespace sublinear {

/// Whether the desktop asks for no animations: what would glide then goes in steps.
inline bool motionIsReduced(const QWidget& widget)
{
    return widget.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &widget) <= 0;
}

} // namespace sublinear
