// SPDX-License-Identifier: MIT
#include "app/export/figure_content.h"

#include "app/compare/difference.h"
#include "app/model/text.h"
#include "core/plan/evaluate.h"

namespace sublinear {

FigureContent figureContent(const Evaluation& evaluation, const Scenario& scenario,
    const std::vector<PolicySpec>& compared, const std::vector<MeasuredSet>& sets,
    const std::optional<Scenario>& baseline, const SecondStep& second)
{
    FigureContent content;
    content.evaluation = evaluation;
    content.beside = besideRows(evaluation);
    std::optional<ResolvedScenario> before;
    if (const auto resolved = baseline ? resolve(*baseline) : Result<ResolvedScenario>(Error {})) {
        if (Result<Evaluation> made = evaluate(*resolved, {}); made && areComparable(evaluation, *made)) {
            content.baseline = std::move(*made);
            content.record.baseline = baseline;
            before = *resolved;
        }
    }
    content.step = TimelineSource::answerTo({ evaluation.scenario, second, measuredRuns(sets), before });
    content.record.scenario = scenario;
    content.record.compared = compared;
    content.record.secondStep = secondStepText(second);
    for (const MeasuredSet& set : sets) {
        addMarks(content.marks, set, evaluation.scenario);
        content.record.measured.push_back({ toUtf8(set.name), set.measurement, toUtf8(set.given) });
    }
    return content;
}

} // namespace sublinear
