// SPDX-License-Identifier: MIT
#include "app/cards/timeline_source.h"

#include "app/measure/measure_text.h"
#include "app/measure/measured_sets.h"
#include "app/model/text.h"
#include "core/base/units.h"
#include "core/measurement/live_marks.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

// Over by then, a frame is still in time.
constexpr std::chrono::milliseconds kWithinFrame { 2 };
constexpr std::string_view kExecuted = "executed";

QString capacityName(const ResolvedScenario::Device& device)
{
    const QString size = toQString(formatGiBShort(device.memoryBytes)) + QStringLiteral(" GiB");
    const QString name = toQString(device.gpuName);
    return name.isEmpty() || name.startsWith(size) ? (name.isEmpty() ? size : name)
                                                   : name + QStringLiteral(", ") + size;
}

std::vector<MeasuredLine> linesOver(
    const StepDetail& detail, const ResolvedScenario& scenario, PeakPart part, const MeasuredRuns& runs)
{
    std::vector<MeasuredLine> lines;
    if (runs == nullptr) {
        return lines;
    }
    for (const MeasuredRun& run : *runs) {
        Measurement asked;
        asked.run = run.run;
        for (const PointRecord& point : run.points) {
            const LiveMarks found = liveMarks(point, run.run, detail, scenario, part);
            if (found.marks.empty()) {
                continue;
            }
            MeasuredLine line { run.set, run.color, found.carried, isStale(asked, scenario), {} };
            for (const LiveMark& mark : found.marks) {
                line.points.push_back({ mark.op, mark.bytes, mark.measuredBytes });
            }
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

} // namespace

std::string secondStepText(const SecondStep& second)
{
    return second.kind == SecondStep::Kind::None    ? std::string()
        : second.kind == SecondStep::Kind::Executed ? std::string(kExecuted)
                                                    : std::string(policyInfo(second.policy).text);
}

std::optional<SecondStep> secondStepOf(std::string_view text)
{
    if (text.empty()) {
        return SecondStep {};
    }
    if (text == kExecuted) {
        return SecondStep { SecondStep::Kind::Executed, {} };
    }
    const PolicyInfo* info = findPolicy(text);
    return info != nullptr ? std::optional(SecondStep { SecondStep::Kind::Policy, info->id }) : std::nullopt;
}

MeasuredRuns measuredRuns(const std::vector<MeasuredSet>& sets)
{
    std::vector<MeasuredRun> runs;
    for (const MeasuredSet& set : sets) {
        MeasuredRun run { set.measurement.run, {}, set.name, set.color };
        std::copy_if(set.measurement.points.begin(), set.measurement.points.end(), std::back_inserter(run.points),
            [](const PointRecord& point) { return point.valid && !point.ops.empty(); });
        if (!run.points.empty()) {
            runs.push_back(std::move(run));
        }
    }
    return std::make_shared<const std::vector<MeasuredRun>>(std::move(runs));
}

TimelineSource::TimelineSource(QObject* parent)
    : QObject(parent)
{
}

TimelineSource::~TimelineSource() = default;

TimelineSource::Answer TimelineSource::answerTo(const Question& question)
{
    Answer answer;
    StepPicture& picture = answer.picture;
    const ResolvedScenario& scenario = question.scenario;
    picture.capacityBytes = scenario.device.memoryBytes;
    picture.capacityName = capacityName(scenario.device);
    Result<StepDetail> own = stepDetail(scenario);
    if (!own) {
        answer.trouble = toQString(own.error().message);
        return answer;
    }
    const auto add = [&](StepDetail detail, const QString& name, const ResolvedScenario& under, PeakPart part) {
        StepLane lane { name, std::make_shared<const StepDetail>(std::move(detail)), {} };
        lane.measured = linesOver(*lane.detail, under, part, question.runs);
        picture.lanes.push_back(std::move(lane));
        picture.axis = axisOf(picture.lanes);
    };
    if (question.baseline) {
        if (Result<StepDetail> ghost = stepDetail(*question.baseline)) { // without a step there is nothing to draw
            picture.ghost = std::make_shared<const StepDetail>(std::move(*ghost));
        }
    }
    const bool article = scenario.accounting == Accounting::Article;
    const QString name = pointName(own->policy);
    const QString basis = hasLaw(own->policy.id) ? tr("%1 by law") : tr("%1 in act and x");
    add(std::move(*own), article && question.second.kind == SecondStep::Kind::Executed ? basis.arg(name) : name,
        scenario, PeakPart::Whole);
    if (question.second.kind == SecondStep::Kind::None) {
        return answer;
    }
    const bool executed = question.second.kind == SecondStep::Kind::Executed;
    PolicySpec other;
    other.id = question.second.policy;
    const ResolvedScenario under = executed ? scenario : underPolicy(scenario, other);
    Result<StepDetail> second = executed ? executedDetail(scenario) : stepDetail(under);
    if (!second) {
        answer.trouble = toQString(second.error().message);
        return answer;
    }
    const QString secondName = executed ? tr("%1 as it runs").arg(name) : pointName(second->policy);
    add(std::move(*second), secondName, under, executed ? PeakPart::WithoutStatic : PeakPart::Whole);
    return answer;
}

void TimelineSource::ask(Question question)
{
    if (question == m_question) {
        return;
    }
    m_question = question;
    m_job.start([this, question = std::move(question)]() -> NewestJob::Delivery {
        return [this, answer = answerTo(question)] {
            m_answer = answer;
            Q_EMIT answered();
        };
    });
    m_job.deliverWithin(kWithinFrame);
}

} // namespace sublinear
