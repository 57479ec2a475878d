// SPDX-License-Identifier: MIT
#pragma once

#include <QColor>

#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

struct FigureContent;

struct TexPlace {
    double x = 0;
    double y = 0;
};
using TexPlaces = std::vector<TexPlace>;

inline constexpr QRgb kTexLimit = 0xFFA61C1C; ///< of the device's size

/// Text as TeX takes it, with commands for what pdflatex has no glyph for in its usual fonts.
std::string texText(std::string_view text);

/// One pgfplots axis, put together part by part.
class Picture {
public:
    void color(const std::string& name, const QColor& value);
    void option(const std::string& text) { m_options += "  " + text + ",\n"; }
    void plot(const std::string& options, const TexPlaces& places, std::string_view legend = {}, bool closed = false);
    /// A text at a place: "axis cs:1,2", "rel axis cs:1,1".
    void node(const std::string& place, const std::string& options, std::string_view text);
    [[nodiscard]] std::string text(std::string_view title) const;

private:
    std::string m_colors;
    std::string m_options;
    std::string m_plots;
};

/// The memory-compute frontier: points, limits, the second curve, what is chosen and recommended.
void frontierPicture(Picture& picture, const FigureContent& content);
/// The baseline behind any chart; nothing without one.
void baselinePicture(Picture& picture, std::string_view chart, const FigureContent& content);

} // namespace sublinear
