// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace sublinear {

enum class FigureFormat { Svg, Pdf, Png, Csv, Json, Tikz };

/// Spelling in --format, and the extension of the files.
inline constexpr std::array<std::string_view, 6> kFigureFormats { "svg", "pdf", "png", "csv", "json", "tikz" };

constexpr std::string_view formatName(FigureFormat format)
{
    return kFigureFormats[static_cast<std::size_t>(format)];
}

/// Whether it is a picture that size, theme and type are of use for.
constexpr bool isPicture(FigureFormat format)
{
    return format == FigureFormat::Svg || format == FigureFormat::Pdf || format == FigureFormat::Png;
}

} // namespace sublinear
