// SPDX-License-Identifier: MIT
#include "app/measure/shown_marks.h"

#include "app/measure/measure_text.h"
#include "app/measure/measured_sets.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"
#include "core/base/units.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

// Over by then, a frame is still in time.
constexpr std::chrono::milliseconds kWithinFrame { 2 };
// A small card has room for these; where a point comes from is told in full elsewhere.
constexpr int kChangesInBox = 4;

QString signedPercent(double fraction)
{
    return (fraction < 0 ? QStringLiteral("-") : QStringLiteral("+"))
        + toQString(formatPercent(fraction < 0 ? -fraction : fraction));
}

bool isDisturbed(const ShownMark& shown)
{
    return shown.mark.point.extraStep && !shown.mark.disturbed.empty();
}

} // namespace

std::vector<std::pair<QString, int>> markSets(const ShownMarks& marks)
{
    std::vector<std::pair<QString, int>> sets;
    for (const ShownMark& each : marks) {
        if (std::none_of(sets.begin(), sets.end(), [&](const auto& set) { return set.second == each.color; })) {
            sets.emplace_back(each.set, each.color);
        }
    }
    return sets.size() > 1 ? sets : std::vector<std::pair<QString, int>> {};
}

void addMarks(ShownMarks& marks, const MeasuredSet& set, const ResolvedScenario& scenario)
{
    const bool stale = isStale(set.measurement, scenario);
    const QString changes = changesText(set.measurement, kChangesInBox);
    for (MeasuredMark& mark : measuredMarks(set.measurement, scenario)) {
        marks.push_back({ std::move(mark), stale, set.name, set.color, changes });
    }
}

QStringList markLines(const ShownMark& shown)
{
    const MeasuredMark& mark = shown.mark;
    const OverlayPoint& point = mark.point;
    QStringList lines { MarkSource::tr("%1 measured: %2, expected %3")
                            .arg(pointName(point.policy), sizeText(mark.totalBytes), sizeText(mark.ownTotalBytes)) };
    if (point.carried && point.predictedBytes) {
        lines << MarkSource::tr("carried over: %1 measured, %2 predicted there")
                     .arg(sizeText(point.measuredBytes), sizeText(*point.predictedBytes));
    }
    if (point.extraStep) {
        lines << MarkSource::tr("%1 forward by time, expected %2")
                     .arg(signedPercent(mark.extraForward), signedPercent(mark.ownExtraForward));
    }
    if (isDisturbed(shown)) {
        lines << MarkSource::tr("disturbed: %1").arg(toQString(mark.disturbed));
    }
    lines << (shown.stale ? MarkSource::tr("%1, for another scenario").arg(shown.set) : shown.set);
    // Last: the longest, and the first to go where there is no room.
    if (!shown.changes.isEmpty()) {
        lines << shown.changes;
    }
    return lines;
}

QString marksWords(const ShownMarks& marks)
{
    if (marks.empty()) {
        return {};
    }
    const auto all = [&](auto&& what) { return std::all_of(marks.begin(), marks.end(), what); };
    if (all([](const ShownMark& each) { return each.stale; })) {
        return MarkSource::tr("; pale diamonds: measured for another scenario");
    }
    const QString measured = all([](const ShownMark& each) { return each.mark.point.carried; })
        ? MarkSource::tr("; diamonds: measured on another shape")
        : MarkSource::tr("; diamonds: measured");
    return std::any_of(marks.begin(), marks.end(), isDisturbed) ? measured + MarkSource::tr(", times disturbed")
                                                                : measured;
}

QString marksSummary(const ShownMarks& marks)
{
    QStringList parts;
    for (const ShownMark& each : marks) {
        parts << pointName(each.mark.point.policy) + u' ' + sizeText(each.mark.totalBytes)
                + (each.stale ? MarkSource::tr(" for another scenario") : QString())
                + (isDisturbed(each) ? MarkSource::tr(" with a disturbed time") : QString());
    }
    return parts.isEmpty() ? QString() : MarkSource::tr(". Measured: %1").arg(parts.join(QStringLiteral(", ")));
}

MarkSource::MarkSource(ScenarioModel& model, MeasuredSets& sets, QObject* parent)
    : QObject(parent)
    , m_model(model)
    , m_sets(sets)
{
    connect(&m_sets, &MeasuredSets::changed, this, &MarkSource::takeSets);
    connect(&m_model, &ScenarioModel::evaluationChanged, this, &MarkSource::follow);
    takeSets();
}

MarkSource::~MarkSource() = default;

void MarkSource::takeSets()
{
    std::vector<MeasuredSet> sources;
    for (const MeasuredSet& set : m_sets.all()) {
        MeasuredSet source { set.name, set.path, {}, set.color, set.id };
        source.measurement.run = set.measurement.run;
        for (PointRecord point : set.measurement.points) {
            point.ops.clear();
            source.measurement.points.push_back(std::move(point));
        }
        sources.push_back(std::move(source));
    }
    m_sources = std::make_shared<const std::vector<MeasuredSet>>(std::move(sources));
    follow();
}

void MarkSource::follow()
{
    if (m_sources->empty()) {
        m_job.cancel();
        if (!m_marks.empty()) {
            m_marks.clear();
            Q_EMIT changed();
        }
        return;
    }
    if (!m_model.refusal().isEmpty()) {
        return; // charts show the scenario before, and so do these
    }
    m_job.start([this, sources = m_sources, scenario = m_model.evaluation().scenario]() -> NewestJob::Delivery {
        ShownMarks marks;
        for (const MeasuredSet& source : *sources) {
            addMarks(marks, source, scenario);
        }
        return [this, marks = std::move(marks)] {
            m_marks = marks;
            Q_EMIT changed();
        };
    });
    m_job.deliverWithin(kWithinFrame);
}

} // namespace sublinear
