// SPDX-License-Identifier: MIT
#pragma once

#include "app/style/theme.h"
#include "core/base/result.h"

#include <QFont>
#include <QPalette>
#include <QSize>
#include <QSizeF>

#include <optional>
#include <string_view>

namespace sublinear {

/// How large a figure is. Everything is laid out in pixels of 1/96 inch; millimetres are the size on paper.
struct FigureSize {
    QSize pixels { 960, 600 };
    std::optional<QSizeF> millimetres; ///< where it was given so
};
/// "960x600" or "160x100mm". The message names the value and what is accepted.
Result<FigureSize> parseFigureSize(std::string_view text);

inline constexpr QSize kSmallestFigure { 240, 160 };
inline constexpr int kLargestFigure = 8192; ///< pixels on either side, after scaling

/// How a figure looks, whatever the screen does.
struct FigureStyle {
    FigureSize size;
    double scale = 1; ///< pixels of a bitmap for one of layout
    double fontPoints = 9; ///< of axis numbers and labels; a title is a little larger
    bool title = true;
    Ground ground = Ground::Light;

    [[nodiscard]] QFont font() const; ///< what a card is given
    [[nodiscard]] QPalette palette() const { return paletteFor(ground); }
};

inline constexpr double kSmallestFont = 4; ///< points
inline constexpr double kLargestFont = 48;
inline constexpr double kSmallestScale = 0.25;
inline constexpr double kLargestScale = 8;

/// Empty where size and scale go together; else why not.
Status checkStyle(const FigureStyle& style);

std::optional<Ground> groundNamed(std::string_view name); ///< "light", "dark", "projector"
std::string_view groundName(Ground ground);

} // namespace sublinear
