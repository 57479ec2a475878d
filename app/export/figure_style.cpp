// SPDX-License-Identifier: MIT
#include "app/export/figure_style.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/scenario/refusal.h"

#include <QFontDatabase>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace sublinear {

namespace {

constexpr double kPixelsPerMillimetre = 96 / 25.4;
constexpr double kPixelsPerPoint = 96 / 72.0;

/// A wall wants large type; a small figure has no room for it.
double projectorType(const FigureSize& size)
{
    constexpr double kMost = 1.6;
    constexpr double kWidth = 960; // from which on it is given
    return std::clamp(kMost * size.pixels.width() / kWidth, 1.0, kMost);
}

std::optional<double> plainNumber(std::string_view text)
{
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// The family in the program's own resources, so that a figure is the same on every machine.
const QString& figureFamily()
{
    static const QString family = [] {
        QString first;
        for (const char* file : { ":/fonts/figure-regular.ttf", ":/fonts/figure-bold.ttf" }) {
            const int id = QFontDatabase::addApplicationFont(QString::fromLatin1(file));
            const QStringList families = QFontDatabase::applicationFontFamilies(id);
            first = first.isEmpty() && !families.isEmpty() ? families.front() : first;
        }
        return first;
    }();
    return family;
}

constexpr std::array<std::pair<Ground, std::string_view>, 3> kGrounds { { { Ground::Light, "light" },
    { Ground::Dark, "dark" }, { Ground::Projector, "projector" } } };

} // namespace

Result<FigureSize> parseFigureSize(std::string_view text)
{
    const auto refused = [text] {
        return refusal("size", text,
            "WIDTHxHEIGHT in pixels (960x600) or millimetres (160x100mm), from "
                + std::to_string(kSmallestFigure.width()) + "x" + std::to_string(kSmallestFigure.height())
                + " pixels (64x43mm) to " + std::to_string(kLargestFigure) + " pixels on either side");
    };
    std::string_view numbers = text;
    const bool millimetres = numbers.size() > 2 && numbers.substr(numbers.size() - 2) == "mm";
    if (millimetres) {
        numbers.remove_suffix(2);
    }
    const std::size_t cross = numbers.find('x');
    if (cross == std::string_view::npos) {
        return refused();
    }
    const std::optional<double> width = plainNumber(numbers.substr(0, cross));
    const std::optional<double> height = plainNumber(numbers.substr(cross + 1));
    if (!width || !height || (!millimetres && (*width != std::floor(*width) || *height != std::floor(*height)))) {
        return refused();
    }
    const double unit = millimetres ? kPixelsPerMillimetre : 1;
    const double right = std::round(*width * unit);
    const double bottom = std::round(*height * unit);
    if (right < kSmallestFigure.width() || bottom < kSmallestFigure.height() || right > kLargestFigure
        || bottom > kLargestFigure) {
        return refused();
    }
    FigureSize size { { static_cast<int>(right), static_cast<int>(bottom) }, {} };
    if (millimetres) {
        size.millimetres = QSizeF(*width, *height);
    }
    return size;
}

QFont FigureStyle::font() const
{
    QFont font(figureFamily());
    font.setHintingPreference(QFont::PreferNoHinting); // glyphs as wide on a bitmap as on paper
    const double points = fontPoints * (ground == Ground::Projector ? projectorType(size) : 1);
    font.setPixelSize(static_cast<int>(std::lround(points * kPixelsPerPoint)) + 2); // axis numbers are two less
    return font;
}

Status checkStyle(const FigureStyle& style)
{
    const double longest = std::max(style.size.pixels.width(), style.size.pixels.height()) * style.scale;
    if (longest > kLargestFigure) {
        return Error { "scale: " + formatFixed(style.scale, 2) + " makes more than " + std::to_string(kLargestFigure)
            + " pixels of this size" };
    }
    return success();
}

std::optional<Ground> groundNamed(std::string_view name)
{
    for (const auto& [ground, text] : kGrounds) {
        if (text == name) {
            return ground;
        }
    }
    return std::nullopt;
}

std::string_view groundName(Ground ground)
{
    for (const auto& [each, text] : kGrounds) {
        if (each == ground) {
            return text;
        }
    }
    return "light";
}

} // namespace sublinear
