// SPDX-License-Identifier: MIT
#include "app/export/measured_places.h"

namespace sublinear {

RanFor ranFor(const ShownMark& shown)
{
    if (shown.stale) {
        return RanFor::AnotherScenario;
    }
    return shown.mark.point.carried ? RanFor::AnotherShape : RanFor::Itself;
}

std::string_view toText(RanFor ran)
{
    switch (ran) {
    case RanFor::Itself:
        return "this scenario";
    case RanFor::AnotherShape:
        return "another shape";
    case RanFor::AnotherScenario:
        break;
    }
    return "another scenario";
}

void MeasuredPlaces::add(const ShownMark& shown, TexPlace at)
{
    m_places[static_cast<std::size_t>(ranFor(shown))].push_back(at);
}

TexPlaces MeasuredPlaces::all() const
{
    TexPlaces places;
    for (const TexPlaces& each : m_places) {
        places.insert(places.end(), each.begin(), each.end());
    }
    return places;
}

void MeasuredPlaces::plot(Picture& picture) const
{
    constexpr std::array<std::string_view, 3> kMarks { "mark=diamond*, black", "mark=diamond, black",
        "mark=diamond, gray" };
    constexpr std::array<std::string_view, 3> kLegends { "measured", "measured on another shape",
        "measured for another scenario" };
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (!m_places[i].empty()) {
            picture.plot("only marks, " + std::string(kMarks[i]), m_places[i], kLegends[i]);
        }
    }
}

} // namespace sublinear
