// SPDX-License-Identifier: MIT
#include "app/export/chart_rows.h"

#include "app/cards/dropped_tensors.h"
#include "app/charts/sweep_rows.h"
#include "app/export/measured_places.h"
#include "app/model/text.h"
#include "core/plan/scaling.h"
#include "core/plan/segment_length.h"
#include "core/plan/words.h"
#include "core/policy/policy.h"
#include "core/report/listed_rows.h"

#include <algorithm>
#include <array>
#include <map>

namespace sublinear {

namespace {

using Row = std::vector<Cell>;

Cell text(std::string_view value)
{
    return std::string(value);
}

Cell maybe(std::optional<Count> value)
{
    return value ? Cell(std::int64_t { *value }) : Cell();
}

Cell maybe(std::optional<double> value)
{
    return value ? Cell(*value) : Cell();
}

Row beginning(PolicyId policy, std::optional<Count> k, std::string_view basis)
{
    return { text(policyInfo(policy).text), maybe(k), text(basis) };
}

void add(Row& row, const Row& more)
{
    row.insert(row.end(), more.begin(), more.end());
}

Row bytesAndGiB(Bytes bytes)
{
    return { std::int64_t { bytes }, inGiB(bytes) };
}

/// A formula's figure is the law's in article accounting, and what runs in training accounting.
std::string_view basisOf(Basis basis, const Evaluation& evaluation)
{
    return basis == Basis::Formula ? rowBasis(evaluation, evaluation.chosen) : toText(basis);
}

std::string_view besideBasis(const BesideRows& beside)
{
    return beside.kind == BesideRows::Kind::Executed ? "executed" : "law";
}

// The same policy and number may be executed twice, by the article's units and by the step that really runs.
std::string_view besideSource(const BesideRows& beside)
{
    return beside.kind == BesideRows::Kind::Executed ? "the step that runs" : "the article's law";
}

// What a measured point was before it was carried to the scenario's place: figures of the step that ran.
constexpr std::array<const char*, 4> kRanColumns { "ran", "ran_measured_bytes", "ran_predicted_bytes", "disturbed" };

Row ranOf(const ShownMark* shown)
{
    if (shown == nullptr) {
        return { text(""), Cell(), Cell(), text("") };
    }
    const OverlayPoint& point = shown->mark.point;
    return { text(toText(ranFor(*shown))), std::int64_t { point.measuredBytes },
        point.predictedBytes ? Cell(std::int64_t { *point.predictedBytes }) : Cell(), text(shown->mark.disturbed) };
}

std::vector<std::size_t> usedKinds(const std::vector<SweepRow>& rows)
{
    std::vector<std::size_t> kinds;
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        if (std::any_of(rows.begin(), rows.end(), [kind](const SweepRow& row) { return row.byKind[kind] > 0; })) {
            kinds.push_back(kind);
        }
    }
    return kinds;
}

std::vector<std::string> kindColumns(const std::vector<std::size_t>& kinds)
{
    std::vector<std::string> columns;
    for (const std::size_t kind : kinds) {
        columns.push_back(std::string(memoryKindId(static_cast<MemoryKind>(kind))) + "_bytes");
    }
    return columns;
}

ChartRows splitRows(const Evaluation& evaluation)
{
    const MemorySplit& memory = evaluation.memory;
    ChartRows table;
    table.columns = { "policy", "k", "basis", "memory", "name", "bytes", "gib", "fraction_of_total", "formula",
        "total_bytes", "capacity_bytes", "fits" };
    for (const MemoryRow& each : memory.rows) {
        Row row = beginning(evaluation.chosen.policy, evaluation.chosen.k, basisOf(each.basis, evaluation));
        add(row, { text(memoryKindId(each.kind)), text(memoryKindName(each.kind)) });
        add(row, bytesAndGiB(each.bytes));
        const auto total = static_cast<double>(memory.totalBytes);
        add(row,
            { total > 0 ? static_cast<double>(each.bytes) / total : 0.0, text(each.formula),
                std::int64_t { memory.totalBytes }, std::int64_t { memory.capacityBytes }, memory.fits });
        table.rows.push_back(std::move(row));
    }
    return table;
}

ChartRows layerRows(const Evaluation& evaluation)
{
    const std::vector<bool> dropped = droppedComponents(evaluation);
    ChartRows table;
    table.columns = { "policy", "k", "basis", "tensor", "name", "bytes", "gib", "formula", "kept" };
    for (std::size_t i = 0; i < evaluation.layer.components.size(); ++i) {
        const LayerComponent& each = evaluation.layer.components[i];
        Row row = beginning(evaluation.chosen.policy, evaluation.chosen.k, basisOf(each.basis, evaluation));
        add(row, { text(each.id), text(each.name) });
        add(row, bytesAndGiB(each.bytes));
        add(row, { text(each.formula), dropped.empty() || !dropped[i] });
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string_view fateText(LayerFate fate)
{
    switch (fate) {
    case LayerFate::Kept:
        return "kept";
    case LayerFate::Checkpoint:
        return "checkpoint";
    case LayerFate::Boundary:
        return "boundary";
    case LayerFate::KeptInPart:
        return "kept_in_part";
    case LayerFate::Recomputed:
        break;
    }
    return "recomputed";
}

ChartRows depthRows(const Evaluation& evaluation)
{
    ChartRows table;
    table.columns = { "policy", "k", "basis", "layer", "fate", "kept_bytes", "kept_gib", "whole_bytes", "whole_gib" };
    std::int64_t layer = 0;
    for (const LayerStore& each : evaluation.depth) {
        Row row = beginning(evaluation.chosen.policy, evaluation.chosen.k, rowBasis(evaluation, evaluation.chosen));
        add(row, { ++layer, text(fateText(each.fate)) });
        add(row, bytesAndGiB(each.keptBytes));
        add(row, bytesAndGiB(each.wholeBytes));
        table.rows.push_back(std::move(row));
    }
    return table;
}

ChartRows memoryRows(const FigureContent& content)
{
    const Evaluation& evaluation = content.evaluation;
    const std::vector<SweepRow> listed = listedRows(evaluation);
    const std::vector<std::size_t> kinds = usedKinds(listed);
    ChartRows table;
    table.columns = { "policy", "k", "basis", "total_bytes", "total_gib", "capacity_bytes", "fits", "source" };
    table.columns.insert(table.columns.end(), kRanColumns.begin(), kRanColumns.end());
    for (const std::string& column : kindColumns(kinds)) {
        table.columns.push_back(column);
    }
    const auto put = [&](PolicyId policy, std::optional<Count> k, std::string_view basis, Bytes bytes,
                         const SweepRow* of, std::string_view source, const ShownMark* shown = nullptr) {
        Row row = beginning(policy, k, basis);
        add(row, bytesAndGiB(bytes));
        const Bytes capacity = evaluation.memory.capacityBytes;
        add(row, { std::int64_t { capacity }, bytes <= capacity, text(source) });
        add(row, ranOf(shown));
        for (const std::size_t kind : kinds) {
            row.push_back(of != nullptr ? Cell(std::int64_t { of->byKind[kind] }) : Cell());
        }
        table.rows.push_back(std::move(row));
    };
    for (const SweepRow& row : listed) {
        put(row.policy, row.k, rowBasis(evaluation, row), row.totalBytes, &row, "");
    }
    for (std::size_t i = 0; i < content.beside.figures.size(); ++i) {
        if (const auto& figure = content.beside.figures[i]) {
            const SweepRow& row = evaluation.sweep[i];
            put(row.policy, row.k, besideBasis(content.beside), figure->totalBytes, nullptr,
                besideSource(content.beside));
        }
    }
    for (const ShownMark& shown : content.marks) {
        const PolicySpec& policy = shown.mark.point.policy;
        put(policy.id, policy.number, "measured", shown.mark.totalBytes, nullptr, toUtf8(shown.set), &shown);
    }
    return table;
}

ChartRows batchRows(const Evaluation& evaluation)
{
    ChartRows table;
    table.columns = { "policy", "k", "basis", "max_batch", "capacity_bytes" };
    for (const SweepRow& each : evaluation.sweep) {
        Row row = beginning(each.policy, each.k, rowBasis(evaluation, each));
        add(row, { std::int64_t { each.maxBatch }, std::int64_t { evaluation.memory.capacityBytes } });
        table.rows.push_back(std::move(row));
    }
    return table;
}

ChartRows throughputRows(const Evaluation& evaluation)
{
    ChartRows table;
    table.columns = { "policy", "k", "basis", "throughput", "unit", "max_batch", "extra_step_fraction",
        "step_seconds" };
    for (const SweepRow& each : evaluation.sweep) {
        Row row = beginning(each.policy, each.k, evaluation.timedOn ? "measured" : "assumed");
        add(row,
            { each.throughput, text(throughputUnit(evaluation).samples), std::int64_t { each.maxBatch },
                each.extraStepFraction, maybe(each.stepSeconds) });
        table.rows.push_back(std::move(row));
    }
    return table;
}

ChartRows frontierRows(const FigureContent& content)
{
    const Evaluation& evaluation = content.evaluation;
    ChartRows table;
    table.columns = { "policy", "k", "basis", "total_bytes", "total_gib", "saved_fraction", "extra_forward_fraction",
        "extra_forward_low", "extra_forward_high", "fits", "pareto", "source" };
    table.columns.insert(table.columns.end(), kRanColumns.begin(), kRanColumns.end());
    const Bytes capacity = evaluation.memory.capacityBytes;
    const auto saved = [](Bytes bytes, Bytes storeAll) {
        return storeAll > 0 ? 1 - static_cast<double>(bytes) / static_cast<double>(storeAll) : 0.0;
    };
    for (const SweepRow& each : listedRows(evaluation)) {
        Row row = beginning(each.policy, each.k, rowBasis(evaluation, each));
        add(row, bytesAndGiB(each.totalBytes));
        add(row, { each.savedFraction, each.extraForwardFraction, Cell(), Cell(), each.fits, each.pareto, text("") });
        add(row, ranOf(nullptr));
        table.rows.push_back(std::move(row));
    }
    const Bytes besideStoreAll = content.beside.storeAllBytes.value_or(0);
    for (std::size_t i = 0; i < content.beside.figures.size(); ++i) {
        if (const auto& figure = content.beside.figures[i]; figure && besideStoreAll > 0) {
            Row row = beginning(evaluation.sweep[i].policy, evaluation.sweep[i].k, besideBasis(content.beside));
            add(row, bytesAndGiB(figure->totalBytes));
            add(row,
                { saved(figure->totalBytes, besideStoreAll), figure->extraForwardFraction, Cell(), Cell(),
                    figure->totalBytes <= capacity, Cell(), text(besideSource(content.beside)) });
            add(row, ranOf(nullptr));
            table.rows.push_back(std::move(row));
        }
    }
    // Against what storing all takes where the points belong: executed in article accounting.
    const Bytes measuredStoreAll =
        content.beside.kind == BesideRows::Kind::Executed ? besideStoreAll : evaluation.storeAllBytes;
    for (const ShownMark& shown : content.marks) {
        const MeasuredMark& mark = shown.mark;
        Row row = beginning(mark.point.policy.id, mark.point.policy.number, "measured");
        add(row, bytesAndGiB(mark.totalBytes));
        add(row,
            { saved(mark.totalBytes, measuredStoreAll), mark.extraForward, maybe(mark.lowExtraForward),
                maybe(mark.highExtraForward), mark.totalBytes <= capacity, Cell(), text(toUtf8(shown.set)) });
        add(row, ranOf(&shown));
        table.rows.push_back(std::move(row));
    }
    return table;
}

// Of each operation that was measured, what was live and where it stands on the picture; of no kind, as no meter knows.
void addMeasured(ChartRows& table, const FigureContent& content, std::size_t kinds)
{
    if (content.timeline() == nullptr) {
        return;
    }
    const SweepRow& chosen = content.evaluation.chosen;
    for (const MeasuredLine& line : content.step.picture.lanes.front().measured) {
        for (const MeasuredLine::Point& point : line.points) {
            const TimelineOp& op = content.timeline()->ops[static_cast<std::size_t>(point.op)];
            Row row = beginning(chosen.policy, chosen.k, "measured");
            add(row, { std::int64_t { op.index }, text(op.step), std::int64_t { op.layer }, text(op.name) });
            add(row, bytesAndGiB(point.bytes));
            row.push_back(text(toUtf8(line.set)));
            row.resize(row.size() + kinds);
            table.rows.push_back(std::move(row));
        }
    }
}

ChartRows timelineRows(const FigureContent& content)
{
    const Evaluation& evaluation = content.evaluation;
    std::vector<std::size_t> kinds;
    const Timeline* steps = content.timeline();
    const std::vector<TimelineOp> ops = steps != nullptr ? steps->ops : std::vector<TimelineOp> {};
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        if (std::any_of(ops.begin(), ops.end(), [kind](const TimelineOp& op) { return op.byKind[kind] > 0; })) {
            kinds.push_back(kind);
        }
    }
    ChartRows table;
    table.columns = { "policy", "k", "basis", "index", "step", "layer", "name", "live_bytes", "live_gib", "source" };
    for (const std::string& column : kindColumns(kinds)) {
        table.columns.push_back(column);
    }
    for (const TimelineOp& op : ops) {
        // The schedule is stepped through in either accounting; only what its tensors take is the article's law.
        Row row = beginning(evaluation.chosen.policy, evaluation.chosen.k, rowBasis(evaluation, evaluation.chosen));
        add(row, { std::int64_t { op.index }, text(op.step), std::int64_t { op.layer }, text(op.name) });
        add(row, bytesAndGiB(op.liveBytes));
        row.push_back(text(""));
        for (const std::size_t kind : kinds) {
            row.push_back(std::int64_t { op.byKind[kind] });
        }
        table.rows.push_back(std::move(row));
    }
    addMeasured(table, content, kinds.size());
    return table;
}

ChartRows meaningRows(const Evaluation& evaluation)
{
    const std::vector<std::size_t> kinds = usedKinds(evaluation.meanings);
    ChartRows table;
    table.columns = { "policy", "k", "basis", "total_bytes", "total_gib", "extra_forward_fraction", "fits", "keeps",
        "where" };
    for (const std::string& column : kindColumns(kinds)) {
        table.columns.push_back(column);
    }
    for (const SweepRow& each : evaluation.meanings) {
        Row row = beginning(each.policy, each.k, rowBasis(evaluation, each));
        add(row, bytesAndGiB(each.totalBytes));
        const PolicyInfo& info = policyInfo(each.policy);
        add(row, { each.extraForwardFraction, each.fits, text(info.keeps), text(info.flag) });
        for (const std::size_t kind : kinds) {
            row.push_back(std::int64_t { each.byKind[kind] });
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

ChartRows segmentRows(const Evaluation& evaluation)
{
    const Count layers = evaluation.scenario.model.layers;
    const double ratio = layerToBoundary(evaluation);
    ChartRows table;
    table.columns = { "policy", "k", "basis", "kept_layers", "layer_to_boundary" };
    for (Count k = 1; k <= layers; ++k) {
        Row row = beginning(PolicyId::Segments, k, "law");
        add(row, { segmentCost(layers, ratio, k), ratio });
        table.rows.push_back(std::move(row));
    }
    return table;
}

ChartRows scalingRows(const Evaluation& evaluation)
{
    ChartRows table;
    table.columns = { "policy", "k", "basis", "field", "value", "total_bytes", "total_gib", "fits", "is_scenario" };
    for (const ScalingCurve& curve : scalingCurves(evaluation)) {
        const bool isNumber = curve.field == numberField(evaluation.chosen.policy);
        for (const ScalingPoint& point : curve.points) {
            const std::optional<Count> number = isNumber ? std::optional(point.at) : evaluation.chosen.k;
            Row row = beginning(evaluation.chosen.policy, number, rowBasis(evaluation, evaluation.chosen));
            add(row, { text(curve.field), std::int64_t { point.at } });
            add(row, bytesAndGiB(point.totalBytes));
            add(row, { point.fits, point.at == curve.here });
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

/// The baseline's rows behind the scenario's, under the columns of both, and a column that tells them apart.
ChartRows joined(ChartRows shown, const ChartRows& baseline)
{
    for (const std::string& column : baseline.columns) {
        if (std::find(shown.columns.begin(), shown.columns.end(), column) == shown.columns.end()) {
            shown.columns.push_back(column);
        }
    }
    const std::size_t columns = shown.columns.size();
    for (Row& row : shown.rows) {
        row.resize(columns);
        row.push_back(text("scenario"));
    }
    for (const Row& row : baseline.rows) {
        Row& put = shown.rows.emplace_back(columns);
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto at = std::find(shown.columns.begin(), shown.columns.end(), baseline.columns[i]);
            put[static_cast<std::size_t>(at - shown.columns.begin())] = row[i];
        }
        put.push_back(text("baseline"));
    }
    shown.columns.emplace_back("shown_as");
    return shown;
}

/// The figure that the baseline's evaluation alone would make.
FigureContent baselineContent(const FigureContent& content)
{
    FigureContent alone;
    alone.evaluation = *content.baseline;
    if (content.step.picture.ghost != nullptr) {
        alone.step.picture.lanes.push_back({ {}, content.step.picture.ghost, {} });
    }
    return alone;
}

} // namespace

ChartRows chartRows(std::string_view chart, const FigureContent& content)
{
    if (content.baseline) {
        FigureContent shown = content;
        shown.baseline.reset();
        return joined(chartRows(chart, shown), chartRows(chart, baselineContent(content)));
    }
    using Make = ChartRows (*)(const FigureContent&);
    static const std::map<std::string_view, Make> kMakers = {
        { "split", [](const FigureContent& each) { return splitRows(each.evaluation); } },
        { "layers", [](const FigureContent& each) { return layerRows(each.evaluation); } },
        { "depth", [](const FigureContent& each) { return depthRows(each.evaluation); } },
        { "memory", &memoryRows },
        { "batch", [](const FigureContent& each) { return batchRows(each.evaluation); } },
        { "frontier", &frontierRows },
        { "throughput", [](const FigureContent& each) { return throughputRows(each.evaluation); } },
        { "timeline", &timelineRows },
        { "meanings", [](const FigureContent& each) { return meaningRows(each.evaluation); } },
        { "segments", [](const FigureContent& each) { return segmentRows(each.evaluation); } },
        { "scaling", [](const FigureContent& each) { return scalingRows(each.evaluation); } },
    };
    const auto found = kMakers.find(chart);
    return found != kMakers.end() ? found->second(content) : ChartRows();
}

} // namespace sublinear
