// SPDX-License-Identifier: MIT
#include "core/report/summary.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/plan/words.h"
#include "core/report/listed_rows.h"
#include "core/scenario/fields.h"
#include "core/training/largest_sequence.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sublinear {

namespace {

std::string modelLine(const Evaluation& evaluation)
{
    const ResolvedScenario::Model& model = evaluation.scenario.model;
    const std::string name = model.name ? *model.name : model.preset.value_or("");
    return "Model: " + (name.empty() ? "" : name + ", ") + std::to_string(model.layers)
        + (model.layers == 1 ? " layer, d_model " : " layers, d_model ") + std::to_string(model.dModel) + ", d_ffn "
        + std::to_string(model.dFfn) + ", " + std::to_string(model.heads) + " heads, "
        + formatGrouped(evaluation.parameterCount) + " parameters";
}

std::string runLine(const ResolvedScenario& scenario)
{
    return "Run: batch " + std::to_string(scenario.workload.batch) + ", sequence "
        + std::to_string(scenario.workload.sequence) + ", " + std::string(toText(scenario.recipe.dtype)) + ", "
        + std::string(toText(scenario.accounting)) + " accounting";
}

std::string policyLine(const Evaluation& evaluation)
{
    const PolicyInfo& info = policyInfo(evaluation.chosen.policy);
    std::string line = "Policy: " + std::string(info.text);
    if (evaluation.chosen.k) {
        line += ", " + numberWords(info.id, evaluation.chosen.k);
    }
    line += ": keeps " + std::string(info.keeps) + " (" + std::string(info.flag) + ")";
    const std::vector<std::string> left = chosenPolicy(evaluation.scenario).tensors;
    const bool counted =
        !left.empty() && (evaluation.scenario.accounting == Accounting::Training || info.id == PolicyId::Selective);
    return counted ? line + "; every saved set without " + join(left) : line;
}

} // namespace

std::vector<std::string> scenarioSummary(const Evaluation& evaluation)
{
    std::vector<std::string> lines { modelLine(evaluation), runLine(evaluation.scenario), policyLine(evaluation),
        "Device: " + evaluation.scenario.device.gpuName + ", " + formatSize(evaluation.scenario.device.memoryBytes),
        "Peak: " + std::string(evaluation.memory.peakAt) };
    for (std::string& note : std::array { scheduleNote(evaluation.memory), boundNote(evaluation),
             tensorsNote(evaluation), slotsNote(evaluation), budgetNote(evaluation), freeNote(evaluation),
             bucketsNote(evaluation), sequencesNote(evaluation) }) {
        if (!note.empty()) {
            lines.push_back("Note: " + std::move(note));
        }
    }
    return lines;
}

std::string budgetNote(const Evaluation& evaluation)
{
    const std::vector<SweepRow> rows = listedRows(evaluation);
    const auto row = std::find_if(
        rows.begin(), rows.end(), [](const SweepRow& each) { return each.policy == PolicyId::Optimal && each.k; });
    if (row == rows.end()) {
        return "";
    }
    Bytes outside = 0;
    for (const MemoryKind kind :
        { MemoryKind::Parameters, MemoryKind::MasterWeights, MemoryKind::Optimizer, MemoryKind::Reserve }) {
        outside += row->byKind[static_cast<std::size_t>(kind)];
    }
    if (evaluation.scenario.accounting == Accounting::Article) {
        return "optimal's budget is for activations, not for parameters and optimizer states, " + formatGiBUnit(outside)
            + ": the total is at most the two together.";
    }
    const bool held = evaluation.scenario.recipe.gradients == Gradients::Preallocated;
    outside += held ? row->byKind[static_cast<std::size_t>(MemoryKind::Gradients)] : 0;
    return "optimal's budget is for activations and what else the step adds"
        + std::string(held ? "" : ", gradients included") + ", not for parameters, " + (held ? "gradients, " : "")
        + "optimizer states and reserve, " + formatGiBUnit(outside) + ": the total is at most the two together.";
}

std::string freeNote(const Evaluation& evaluation)
{
    const std::vector<SweepRow> rows = listedRows(evaluation);
    const bool any = evaluation.scenario.accounting == Accounting::Training
        && std::any_of(rows.begin(), rows.end(),
            [](const SweepRow& row) { return (row.remade & (kGeluGroup | kNormsGroup)) != kNoGroup; });
    return any
        ? "Recomputing norms and activation functions (gelu) counts as no extra forward, as only matrix products "
          "count as FLOPs; it takes some time all the same."
        : "";
}

std::string bucketsNote(const Evaluation& evaluation)
{
    const ResolvedScenario& scenario = evaluation.scenario;
    return scenario.accounting == Accounting::Training && scenario.parallel.data > 1 && scenario.parallel.zero > 0
        ? "ZeRO's communication buckets are not counted, as their size is a setting of the framework (up to several "
          "GB): device.reserve_bytes is for them."
        : "";
}

std::string sequencesNote(const Evaluation& evaluation)
{
    return simulatesSequences(evaluation.scenario, listedRows(evaluation))
        ? ""
        : "Largest sequences of simulated rows are left out: they are looked for in at most "
            + std::to_string(kMostSequenceRows) + " rows, in fewer where there are thousands of layers.";
}

std::string_view throughputNote(Accounting accounting)
{
    switch (accounting) {
    case Accounting::Article:
        return "Throughput: samples per normalised step at the largest batch, a step without recomputation taken as 1; "
               "assumes that its time does not depend on the batch.";
    case Accounting::Training:
        break;
    }
    return "Throughput: samples per time of a store-all step at the scenario's batch, reached at the largest batch; "
           "step time t0 + B*c*(1 + extra step) with the device's rates (assumed).";
}

} // namespace sublinear
