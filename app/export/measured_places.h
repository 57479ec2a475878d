// SPDX-License-Identifier: MIT
#pragma once

#include "app/export/tikz_picture.h"
#include "app/measure/shown_marks.h"

#include <array>
#include <string_view>

namespace sublinear {

/// Whose step a measured point was: a figure's numbers say it as its picture does.
enum class RanFor { Itself, AnotherShape, AnotherScenario };
RanFor ranFor(const ShownMark& shown);
/// "this scenario", "another shape", "another scenario"
std::string_view toText(RanFor ran);

/// Measured points of a TikZ picture, each kind with its mark and its line in the legend: full for the
/// scenario's own, hollow where they are carried over, grey where the scenario is another one.
class MeasuredPlaces {
public:
    void add(const ShownMark& shown, TexPlace at);
    [[nodiscard]] TexPlaces all() const;
    void plot(Picture& picture) const;

private:
    std::array<TexPlaces, 3> m_places;
};

} // namespace sublinear
