// SPDX-License-Identifier: MIT
// What a chart is held against, as it stands in a pgfplots axis: a line in dashes and dots, or a note where lines say
// nothing.
#include "app/charts/sweep_rows.h"
#include "app/compare/difference.h"
#include "app/compare/ghost.h"
#include "app/export/figure_content.h"
#include "app/export/tikz_picture.h"
#include "core/base/units.h"
#include "core/plan/segment_length.h"

#include <algorithm>
#include <functional>

namespace sublinear {

namespace {

/// The baseline's sweep over the shown one's numbers.
TexPlaces overNumbers(const FigureContent& content, const std::function<double(const SweepRow&)>& height)
{
    const NumberSpan span = numberSpan(content.evaluation);
    const std::optional<ComparedCurve> curve = ghostCurve(&*content.baseline, span);
    TexPlaces places;
    const auto at = [&](Count number) { return span.budgets.empty() ? static_cast<double>(number) : inGiB(number); };
    if (curve && curve->level && !curve->rows.empty()) {
        const double level = height(curve->rows.front());
        return { { at(span.first), level }, { at(span.last), level } };
    }
    for (const SweepRow& row : curve ? curve->rows : std::vector<SweepRow> {}) {
        places.push_back({ at(row.k.value_or(1)), height(row) });
    }
    return places;
}

TexPlaces placesOf(std::string_view chart, const FigureContent& content)
{
    const Evaluation& baseline = *content.baseline;
    TexPlaces places;
    if (chart == "memory") {
        return overNumbers(content, [](const SweepRow& row) { return inGiB(row.totalBytes); });
    }
    if (chart == "batch") {
        return overNumbers(content, [](const SweepRow& row) { return static_cast<double>(row.maxBatch); });
    }
    if (chart == "throughput" && haveSameThroughput(content.evaluation, baseline)) {
        return overNumbers(content, [](const SweepRow& row) { return row.throughput; });
    }
    if (chart == "segments") {
        const Count layers = baseline.scenario.model.layers;
        for (Count k = 1; k <= std::min(layers, content.evaluation.scenario.model.layers); ++k) {
            places.push_back({ static_cast<double>(k), segmentCost(layers, layerToBoundary(baseline), k) });
        }
    }
    if (chart == "frontier") {
        constexpr double kFar = 300;
        for (const SweepRow& row : baseline.sweep) {
            if (row.extraForwardFraction * 100 <= kFar) {
                places.push_back({ row.extraForwardFraction * 100, row.savedFraction * 100 });
            }
        }
    }
    return places;
}

} // namespace

void baselinePicture(Picture& picture, std::string_view chart, const FigureContent& content)
{
    if (!content.baseline) {
        return;
    }
    if (const TexPlaces places = placesOf(chart, content); !places.empty()) {
        picture.plot(chart == "frontier" ? "only marks, mark=o, mark size=1.4pt, gray" : "black, densely dashdotted",
            places, "baseline");
        return;
    }
    picture.node("rel axis cs:0,1", "anchor=south west, font=\\footnotesize",
        "baseline: " + formatGiBUnit(content.baseline->memory.totalBytes) + " in all");
}

} // namespace sublinear
