// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/timeline_source.h"
#include "app/measure/measured_sets.h"
#include "app/measure/shown_marks.h"
#include "app/model/beside_rows.h"
#include "core/figure/figure_record.h"
#include "core/plan/evaluation.h"

#include <optional>

namespace sublinear {

/// The one chart of a step's operations.
inline constexpr std::string_view kStepChart = "timeline";

/// All that figures of one scenario are drawn from.
struct FigureContent {
    Evaluation evaluation;
    BesideRows beside;
    ShownMarks marks;
    std::optional<Evaluation> baseline = {}; ///< what it is held against, counted in the same way
    TimelineSource::Answer step; ///< without lanes where the policy has no schedule to step through

    /// The operations of the chosen policy's step; null where it has none.
    [[nodiscard]] const Timeline* timeline() const
    {
        return step.picture.lanes.empty() ? nullptr : &step.picture.lanes.front().detail->timeline;
    }
    FigureRecord record; ///< what stands inside each file; chart and command are filled in for each
};

/// Works out what the evaluation alone does not have: as long as planning the measured policies takes.
FigureContent figureContent(const Evaluation& evaluation, const Scenario& scenario,
    const std::vector<PolicySpec>& compared, const std::vector<MeasuredSet>& sets,
    const std::optional<Scenario>& baseline = {}, const SecondStep& second = {});

} // namespace sublinear
