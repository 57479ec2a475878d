// SPDX-License-Identifier: MIT
#pragma once

#include <QProxyStyle>

namespace sublinear {

/// A style that stands still where motion is reduced (motion.h).
class CalmStyle : public QProxyStyle {
public:
    using QProxyStyle::QProxyStyle;

    int styleHint(
        StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const override;
};

} // namespace sublinear
