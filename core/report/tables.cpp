// SPDX-License-Identifier: MIT
#include "core/base/gib_parts.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/report/listed_rows.h"
#include "core/report/plan_table.h"
#include "core/schedule/policies.h"
#include "core/training/largest_sequence.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sublinear {

namespace {

// A number for a column whose header has the percent sign: "29.6".
std::string percentCell(double fraction)
{
    return formatFixed(fraction * 100, 1);
}

// What the numbers of the rows count: "K", "K or m", "K or budget, GiB".
std::string numberHeader(const std::vector<SweepRow>& rows)
{
    constexpr std::array<std::pair<PolicyNumber, std::string_view>, 4> kNames { { { PolicyNumber::K, "K" },
        { PolicyNumber::M, "m" }, { PolicyNumber::Slots, "slots" }, { PolicyNumber::Budget, "budget, GiB" } } };
    std::vector<std::string_view> names;
    for (const auto& [number, name] : kNames) {
        if (std::any_of(rows.begin(), rows.end(),
                [wanted = number](const SweepRow& row) { return policyInfo(row.policy).number == wanted; })) {
            names.push_back(name);
        }
    }
    return names.empty() ? "K" : join(names, " or ");
}

// Several rows of `selective` may stand beside each other.
std::string policyCell(const SweepRow& row)
{
    PolicySpec spec;
    spec.id = row.policy;
    if (row.policy == PolicyId::Selective) {
        spec.tensors = tensorNames(row.remade);
    }
    return policyText(spec);
}

// A budget below a hundredth of a GiB would be none: as many decimals as show it.
std::string numberCell(const SweepRow& row)
{
    constexpr Bytes kSmall = kGiB / 10;
    if (!row.k) {
        return "-";
    }
    if (policyInfo(row.policy).number != PolicyNumber::Budget) {
        return std::to_string(*row.k);
    }
    return *row.k >= kSmall ? formatGiB(*row.k)
                            : formatFixed(static_cast<double>(*row.k) / static_cast<double>(kGiB), 9);
}

std::vector<std::string> sweepCells(
    const SweepRow& row, Bytes capacity, std::optional<Count> sequence, std::string_view noEfficiency)
{
    const std::optional<double> efficiency = row.efficiency();
    return {
        policyCell(row),
        numberCell(row),
        formatGiB(row.activationBytes),
        // Next to the capacity as many digits as tell the two apart.
        formatGiBDistinct(row.totalBytes, capacity).first,
        percentCell(row.savedFraction),
        percentCell(row.extraForwardFraction),
        percentCell(row.extraStepFraction),
        efficiency ? formatFixed(*efficiency, 2) : std::string(noEfficiency),
        row.fits ? "yes" : "no",
        std::to_string(row.maxBatch),
        sequence ? std::to_string(*sequence) : "-",
        formatFixed(row.throughput, 2),
    };
}

} // namespace

TextTable sweepTable(const Evaluation& evaluation)
{
    const std::vector<SweepRow> rows = listedRows(evaluation);
    TextTable table;
    table.header = { "Policy", numberHeader(rows), "Activations, GiB", "Total, GiB", "Saved, %", "+Forward, %",
        "+Step, %", "Saved per +forward", "Fits", "Largest batch", "Largest sequence", "Throughput" };
    table.rows.reserve(rows.size());
    const std::vector<std::optional<Count>> sequences = largestSequences(evaluation.scenario, rows);
    // the article prints the word, of rows that recompute nothing; in training accounting what
    // costs no FLOPs may well save, and a ratio of the two is none
    const std::string_view noEfficiency = evaluation.scenario.accounting == Accounting::Article ? "infinite" : "-";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        table.rows.push_back(sweepCells(rows[i], evaluation.memory.capacityBytes, sequences[i], noEfficiency));
    }
    return table;
}

TextTable memoryTable(const Evaluation& evaluation)
{
    const MemorySplit& memory = evaluation.memory;
    const GiBPair ends = formatGiBDistinct(memory.totalBytes, memory.capacityBytes);
    TextTable table;
    table.header = { "Memory", "GiB", "Formula" };
    const GiBParts texts = formatGiBPartsOf(memory.rows);
    for (std::size_t i = 0; i < memory.rows.size(); ++i) {
        const MemoryRow& row = memory.rows[i];
        table.rows.push_back({ std::string(memoryKindName(row.kind)), texts.parts[i], std::string(row.formula) });
    }
    // Told apart from the capacity, or else told as its parts are.
    table.rows.push_back({ "Total", ends.first.size() > texts.total.size() ? ends.first : texts.total, "" });
    table.rows.push_back({ "Capacity", ends.second, "" });
    return table;
}

TextTable layerTable(const Evaluation& evaluation)
{
    const LayerTensors& layer = evaluation.layer;
    TextTable table;
    table.header = { "One layer", "GiB", "Formula" };
    const GiBParts texts = formatGiBPartsOf(layer.components);
    for (std::size_t i = 0; i < layer.components.size(); ++i) {
        const LayerComponent& component = layer.components[i];
        table.rows.push_back({ std::string(component.name), texts.parts[i], std::string(component.formula) });
    }
    table.rows.push_back({ "Saved set (act)", texts.total, "" });
    table.rows.push_back({ "Input (x)", formatGiBFigures(layer.boundaryBytes), "B*S*D*dtype" });
    return table;
}

TextTable timelineTable(const Timeline& timeline)
{
    std::array<bool, kMemoryKinds> occurs = {};
    for (const TimelineOp& op : timeline.ops) {
        for (std::size_t index = 0; index < kMemoryKinds; ++index) {
            occurs[index] = occurs[index] || op.byKind[index] != 0;
        }
    }
    TextTable table;
    table.header = { "Index", "Operation", "Live, GiB" };
    for (std::size_t index = 0; index < kMemoryKinds; ++index) {
        if (occurs[index]) {
            table.header.push_back(std::string(memoryKindName(static_cast<MemoryKind>(index))) + ", GiB");
        }
    }
    table.rows.reserve(timeline.ops.size());
    for (const TimelineOp& op : timeline.ops) {
        std::vector<std::string> cells = { std::to_string(op.index), op.name, formatGiB(op.liveBytes) };
        for (std::size_t index = 0; index < kMemoryKinds; ++index) {
            if (occurs[index]) {
                cells.push_back(formatGiB(op.byKind[index]));
            }
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

} // namespace sublinear
