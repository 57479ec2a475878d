// SPDX-License-Identifier: MIT
#include "core/report/summary.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/plan/words.h"
#include "core/report/listed_rows.h"
#include "core/scenario/fields.h"
#include "core/training/largest_sequence.h"

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
    const bool counted = evaluation.scenario.accounting == Accounting::Training && !left.empty();
    return counted ? line + "; every saved set without " + join(left) : line;
}

} // namespace

std::vector<std::string> scenarioSummary(const Evaluation& evaluation)
{
    std::vector<std::string> lines { modelLine(evaluation), runLine(evaluation.scenario), policyLine(evaluation),
        "Device: " + evaluation.scenario.device.gpuName + ", " + formatGiBUnit(evaluation.scenario.device.memoryBytes),
        "Peak: " + std::string(evaluation.memory.peakAt) };
    for (std::string& note :
        std::array { scheduleNote(evaluation.memory), boundNote(evaluation), sequencesNote(evaluation) }) {
        if (!note.empty()) {
            lines.push_back("Note: " + std::move(note));
        }
    }
    return lines;
}

std::string sequencesNote(const Evaluation& evaluation)
{
    const bool many = listedRows(evaluation).size() > kMostSequenceRows;
    return many && evaluation.scenario.accounting == Accounting::Training
        ? "Largest sequences are left out: they are looked for in at most " + std::to_string(kMostSequenceRows)
            + " rows."
        : "";
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
