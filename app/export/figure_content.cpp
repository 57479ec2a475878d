// SPDX-License-Identifier: MIT
#include "app/export/figure_content.h"

#include "app/model/text.h"

namespace sublinear {

FigureContent figureContent(const Evaluation& evaluation, const Scenario& scenario,
    const std::vector<PolicySpec>& compared, const std::vector<MeasuredSet>& sets)
{
    FigureContent content;
    content.evaluation = evaluation;
    content.beside = besideRows(evaluation);
    content.step = TimelineSource::answerTo({ evaluation.scenario, {}, measuredRuns(sets) });
    content.record.scenario = scenario;
    content.record.compared = compared;
    for (const MeasuredSet& set : sets) {
        addMarks(content.marks, set, evaluation.scenario);
        FigureRecord::Measured measured { toUtf8(set.name), set.measurement };
        for (PointRecord& point : measured.measurement.points) {
            point.ops.clear();
        }
        content.record.measured.push_back(std::move(measured));
    }
    return content;
}

} // namespace sublinear
