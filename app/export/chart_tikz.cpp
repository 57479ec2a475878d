// SPDX-License-Identifier: MIT
// A chart as a pgfplots axis, so that a paper sets it in its own type.
#include "app/export/chart_rows.h"
#include "app/export/measured_places.h"
#include "app/export/tikz_picture.h"

#include "app/charts/number_span.h"
#include "app/charts/sweep_rows.h"
#include "app/model/text.h"
#include "app/style/look.h"
#include "app/style/policy_look.h"
#include "core/base/units.h"
#include "core/figure/embed.h"
#include "core/plan/scaling.h"
#include "core/plan/segment_length.h"
#include "core/plan/words.h"
#include "core/report/csv_text.h"
#include "core/report/listed_rows.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <functional>
#include <map>

namespace sublinear {

namespace {

std::string kindId(std::size_t kind)
{
    std::string name = "sublinear-" + std::string(memoryKindId(static_cast<MemoryKind>(kind)));
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

/// K on a logarithmic axis, as on screen; budgets in GiB on a linear one.
double numberOf(const SweepRow& row, const NumberSpan& span)
{
    const Count number = row.k.value_or(1);
    return span.budgets.empty() ? static_cast<double>(number) : inGiB(number);
}

void numberAxis(Picture& picture, const NumberSpan& span)
{
    if (span.budgets.empty() && span.first > 0) {
        picture.option("xmode=log, log basis x=2, log ticks with fixed point");
    }
    picture.option(
        "xlabel={" + texText(toUtf8(span.budgets.empty() ? span.word() : QStringLiteral("budget, GiB"))) + "}");
    picture.option("enlarge x limits=0.04");
}

/// Where it is far above everything, it is said and not drawn: it would flatten what is shown.
void limit(Picture& picture, double from, double to, Bytes capacity, Bytes highest)
{
    constexpr double kFar = 1.6;
    picture.color("sublinear-limit", kTexLimit);
    if (inGiB(capacity) > kFar * inGiB(highest)) {
        picture.node("rel axis cs:1,1", "anchor=north east, font=\\footnotesize, fill=white, text=sublinear-limit",
            "capacity above, " + formatGiBShort(capacity) + " GiB");
        return;
    }
    picture.plot("sublinear-limit, dashed, thick", { { from, inGiB(capacity) }, { to, inGiB(capacity) } },
        "capacity, " + formatGiBShort(capacity) + " GiB");
}

void memoryPicture(Picture& picture, const FigureContent& content)
{
    const Evaluation& evaluation = content.evaluation;
    const NumberSpan span = numberSpan(evaluation);
    numberAxis(picture, span);
    picture.option("ylabel={Total memory, GiB}");
    picture.option("ymin=0");
    const auto total = [&](const SweepRow& row) { return TexPlace { numberOf(row, span), inGiB(row.totalBytes) }; };
    TexPlaces lower;
    for (const SweepRow& row : evaluation.sweep) {
        lower.push_back({ numberOf(row, span), 0 });
    }
    // The whole stack from above, each area covering the foot of the one before.
    std::vector<std::pair<std::size_t, TexPlaces>> stack;
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        bool used = false;
        for (std::size_t i = 0; i < evaluation.sweep.size(); ++i) {
            const Bytes bytes = evaluation.sweep[i].byKind[kind];
            used = used || bytes > 0;
            lower[i].y += inGiB(bytes);
        }
        if (used) {
            stack.emplace_back(kind, lower);
        }
    }
    std::reverse(stack.begin(), stack.end());
    for (const auto& [kind, places] : stack) {
        const auto memoryKind = static_cast<MemoryKind>(kind);
        picture.color(kindId(kind), kindColor(memoryKind, false));
        picture.plot("area legend, const plot mark mid, draw=" + kindId(kind) + "!60!black, fill=" + kindId(kind),
            places, memoryKindName(memoryKind), true);
    }
    std::map<PolicyId, TexPlaces> compared;
    for (const SweepRow& row : evaluation.compared) {
        if (row.policy != evaluation.scenario.checkpointing.policy && row.k) {
            compared[row.policy].push_back(total(row));
        }
    }
    for (const auto& [policy, places] : compared) {
        const std::string name = "sublinear-" + std::to_string(static_cast<int>(policy));
        picture.color(name, policyLook(policy, false).color);
        picture.plot(name + ", mark=*, mark size=1pt, thick", places, policyInfo(policy).name);
    }
    TexPlaces beside;
    for (std::size_t i = 0; i < content.beside.figures.size(); ++i) {
        if (const auto& figure = content.beside.figures[i]; figure && evaluation.sweep[i].k) {
            beside.push_back({ numberOf(evaluation.sweep[i], span), inGiB(figure->totalBytes) });
        }
    }
    if (!beside.empty()) {
        picture.plot(
            "black, dashed", beside, content.beside.kind == BesideRows::Kind::Executed ? "executed" : "by the law");
    }
    MeasuredPlaces measured;
    for (const ShownMark& shown : content.marks) {
        if (const auto& policy = shown.mark.point.policy;
            policy.number && (policy.id == evaluation.scenario.checkpointing.policy || compared.count(policy.id) > 0)) {
            measured.add(shown, { static_cast<double>(*policy.number), inGiB(shown.mark.totalBytes) });
        }
    }
    measured.plot(picture);
    Bytes highest = 0;
    for (const SweepRow& row : listedRows(evaluation)) {
        highest = std::max(highest, row.totalBytes);
    }
    if (!evaluation.sweep.empty()) {
        limit(picture, numberOf(evaluation.sweep.front(), span), numberOf(evaluation.sweep.back(), span),
            evaluation.memory.capacityBytes, highest);
    }
}

void barsPicture(Picture& picture, const Evaluation& evaluation, bool batch)
{
    const NumberSpan span = numberSpan(evaluation);
    numberAxis(picture, span);
    picture.option("ymin=0");
    picture.option(
        "ylabel={" + (batch ? std::string("Largest batch") : texText(throughputUnit(evaluation).samples)) + "}");
    TexPlaces places;
    for (const SweepRow& row : evaluation.sweep) {
        places.push_back({ numberOf(row, span), batch ? static_cast<double>(row.maxBatch) : row.throughput });
    }
    picture.color("sublinear-bars", batch ? QColor(0x56, 0xB4, 0xE9) : QColor(0x00, 0x9E, 0x73));
    picture.plot("ycomb, line width=2pt, sublinear-bars, mark=*", places);
}

/// Bars that lie, named at the side, the first on top.
void namedBars(Picture& picture, const std::vector<std::string>& names, const std::string& unit)
{
    std::string ticks;
    std::string labels;
    for (std::size_t i = 0; i < names.size(); ++i) {
        ticks += i > 0 ? "," : "";
        ticks += std::to_string(i);
        labels += i > 0 ? ",{" : "{";
        labels += texText(names[i]) + "}";
    }
    picture.option("xbar stacked, y dir=reverse, ytick={" + ticks + "}, yticklabels={" + labels + "}");
    picture.option("width=0.72\\linewidth, xmin=0, xlabel={" + unit
        + "}, bar width=7pt, enlarge y limits=0.1, enlarge x "
          "limits={value=0.06,upper}");
}

void splitPicture(Picture& picture, const Evaluation& evaluation)
{
    std::vector<std::string> names;
    for (const MemoryRow& row : evaluation.memory.rows) {
        names.emplace_back(memoryKindName(row.kind));
    }
    namedBars(picture, names, "GiB");
    const std::size_t count = evaluation.memory.rows.size();
    for (std::size_t i = 0; i < count; ++i) {
        const MemoryRow& row = evaluation.memory.rows[i];
        const auto kind = static_cast<std::size_t>(row.kind);
        picture.color(kindId(kind), kindColor(row.kind, false));
        TexPlaces places;
        for (std::size_t at = 0; at < count; ++at) {
            places.push_back({ at == i ? inGiB(row.bytes) : 0, static_cast<double>(at) });
        }
        picture.plot("fill=" + kindId(kind) + ", draw=" + kindId(kind) + "!60!black", places);
    }
}

void layersPicture(Picture& picture, const Evaluation& evaluation)
{
    std::vector<std::string> names;
    TexPlaces places;
    for (const LayerComponent& component : evaluation.layer.components) {
        places.push_back({ inGiB(component.bytes), static_cast<double>(names.size()) });
        names.emplace_back(component.name);
    }
    namedBars(picture, names, "GiB");
    picture.color("sublinear-activations", kindColor(MemoryKind::Activations, false));
    picture.plot("fill=sublinear-activations, draw=sublinear-activations!60!black", places);
}

void meaningsPicture(Picture& picture, const Evaluation& evaluation)
{
    std::vector<std::string> names;
    for (const SweepRow& row : evaluation.meanings) {
        names.emplace_back(policyInfo(row.policy).name);
    }
    namedBars(picture, names, "GiB");
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        TexPlaces places;
        bool used = false;
        for (std::size_t i = 0; i < evaluation.meanings.size(); ++i) {
            const Bytes bytes = evaluation.meanings[i].byKind[kind];
            used = used || bytes > 0;
            places.push_back({ inGiB(bytes), static_cast<double>(i) });
        }
        if (used) {
            const auto memoryKind = static_cast<MemoryKind>(kind);
            picture.color(kindId(kind), kindColor(memoryKind, false));
            picture.plot(
                "fill=" + kindId(kind) + ", draw=" + kindId(kind) + "!60!black", places, memoryKindName(memoryKind));
        }
    }
}

void depthPicture(Picture& picture, const Evaluation& evaluation)
{
    picture.option("xlabel={layer}, ylabel={GiB}, ymin=0, ybar stacked, bar width=3pt");
    TexPlaces kept;
    TexPlaces again;
    for (const LayerStore& layer : evaluation.depth) {
        const auto at = static_cast<double>(kept.size() + 1);
        kept.push_back({ at, inGiB(layer.keptBytes) });
        again.push_back({ at, inGiB(std::max<Bytes>(0, layer.wholeBytes - layer.keptBytes)) });
    }
    picture.color("sublinear-activations", kindColor(MemoryKind::Activations, false));
    picture.color("sublinear-recomputed", kindColor(MemoryKind::Recomputed, false));
    picture.plot("fill=sublinear-activations, draw=none", kept, "kept until backward");
    picture.plot("fill=sublinear-recomputed!40, draw=none", again, "recomputed");
}

void timelinePicture(Picture& picture, const FigureContent& content)
{
    picture.option("xlabel={operation of the step}, ylabel={Live memory, GiB}, ymin=0");
    const Timeline* steps = content.timeline();
    if (steps == nullptr) {
        return;
    }
    const std::vector<TimelineOp>& ops = steps->ops;
    TexPlaces lower;
    for (const TimelineOp& op : ops) {
        lower.push_back({ static_cast<double>(op.index), 0 });
    }
    std::vector<std::pair<std::size_t, TexPlaces>> stack;
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        bool used = false;
        for (std::size_t i = 0; i < ops.size(); ++i) {
            used = used || ops[i].byKind[kind] > 0;
            lower[i].y += inGiB(ops[i].byKind[kind]);
        }
        if (used) {
            stack.emplace_back(kind, lower);
        }
    }
    std::reverse(stack.begin(), stack.end());
    for (const auto& [kind, places] : stack) {
        const auto memoryKind = static_cast<MemoryKind>(kind);
        picture.color(kindId(kind), kindColor(memoryKind, false));
        picture.plot(
            "area legend, const plot, draw=none, fill=" + kindId(kind), places, memoryKindName(memoryKind), true);
    }
    if (!ops.empty()) {
        limit(picture, 0, static_cast<double>(ops.back().index), content.evaluation.memory.capacityBytes,
            ops[static_cast<std::size_t>(steps->peakIndex)].liveBytes);
    }
}

void segmentsPicture(Picture& picture, const Evaluation& evaluation)
{
    picture.option(
        "xlabel={K}, ylabel={kept, in layers}, ymin=0, xmode=log, log basis x=2, log ticks with fixed point");
    const Count layers = evaluation.scenario.model.layers;
    TexPlaces places;
    for (Count k = 1; k <= layers; ++k) {
        places.push_back({ static_cast<double>(k), segmentCost(layers, layerToBoundary(evaluation), k) });
    }
    picture.plot("mark=*, mark size=1pt", places);
}

/// One axis for all: each value as so many times the scenario's.
void scalingPicture(Picture& picture, const Evaluation& evaluation)
{
    picture.option("xlabel={times the scenario's}, ylabel={Total memory, GiB}, ymin=0, xmin=0, xmax=2");
    Bytes highest = 0;
    for (const ScalingCurve& curve : scalingCurves(evaluation)) {
        TexPlaces places;
        for (const ScalingPoint& point : curve.points) {
            if (point.at <= 2 * curve.here) {
                places.push_back(
                    { static_cast<double>(point.at) / static_cast<double>(curve.here), inGiB(point.totalBytes) });
                highest = std::max(highest, point.totalBytes);
            }
        }
        picture.plot("thick", places, findField(curve.field)->label);
    }
    limit(picture, 0, 2, evaluation.memory.capacityBytes, highest);
}

} // namespace

std::string chartTikz(
    std::string_view chart, const FigureContent& content, std::string_view record, std::string_view title)
{
    using Draw = std::function<void(Picture&)>;
    const Evaluation& evaluation = content.evaluation;
    const std::map<std::string_view, Draw> drawers = {
        { "split", [&](Picture& picture) { splitPicture(picture, evaluation); } },
        { "layers", [&](Picture& picture) { layersPicture(picture, evaluation); } },
        { "depth", [&](Picture& picture) { depthPicture(picture, evaluation); } },
        { "memory", [&](Picture& picture) { memoryPicture(picture, content); } },
        { "batch", [&](Picture& picture) { barsPicture(picture, evaluation, true); } },
        { "frontier", [&](Picture& picture) { frontierPicture(picture, content); } },
        { "throughput", [&](Picture& picture) { barsPicture(picture, evaluation, false); } },
        { "timeline", [&](Picture& picture) { timelinePicture(picture, content); } },
        { "meanings", [&](Picture& picture) { meaningsPicture(picture, evaluation); } },
        { "segments", [&](Picture& picture) { segmentsPicture(picture, evaluation); } },
        { "scaling", [&](Picture& picture) { scalingPicture(picture, evaluation); } },
    };
    Picture picture;
    if (const auto found = drawers.find(chart); found != drawers.end()) {
        found->second(picture);
        baselinePicture(picture, chart, content);
    }
    return texRecord(record) + picture.text(title);
}

} // namespace sublinear
