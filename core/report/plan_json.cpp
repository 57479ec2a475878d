// SPDX-License-Identifier: MIT
#include "core/report/plan_json.h"

#include "core/plan/words.h"
#include "core/report/listed_rows.h"
#include "core/report/summary.h"
#include "core/scenario/scenario_json.h"
#include "core/schedule/policies.h"
#include "core/training/executed.h"
#include "core/training/largest_sequence.h"

#include <nlohmann/json.hpp>

namespace sublinear {

namespace {

using Json = nlohmann::ordered_json;

constexpr MemoryKind kindAt(std::size_t index)
{
    return static_cast<MemoryKind>(index);
}

Json numberOrNull(std::optional<Count> number)
{
    return number ? Json(*number) : Json(nullptr);
}

// An open budget is filled in, too, with the one that the chosen row was planned under.
Json scenarioJson(const Evaluation& evaluation)
{
    ResolvedScenario scenario = evaluation.scenario;
    if (scenario.checkpointing.policy == PolicyId::Optimal && !scenario.checkpointing.budgetBytes) {
        scenario.checkpointing.budgetBytes = evaluation.chosen.k;
    }
    return Json::parse(writeScenario(complete(scenario)), nullptr, false);
}

Json layerJson(const LayerTensors& layer)
{
    Json components = Json::array();
    for (const LayerComponent& component : layer.components) {
        components.push_back({
            { "id", component.id },
            { "name", component.name },
            { "bytes", component.bytes },
            { "formula", component.formula },
            { "basis", toText(component.basis) },
        });
    }
    return {
        { "components", std::move(components) },
        { "total_bytes", layer.totalBytes },
        { "boundary_bytes", layer.boundaryBytes },
    };
}

Json memoryJson(const MemorySplit& memory)
{
    Json rows = Json::array();
    for (const MemoryRow& row : memory.rows) {
        rows.push_back({
            { "id", memoryKindId(row.kind) },
            { "name", memoryKindName(row.kind) },
            { "bytes", row.bytes },
            { "basis", toText(row.basis) },
        });
    }
    Json json = { { "rows", std::move(rows) } };
    for (std::size_t index = 0; index < kMemoryKinds; ++index) {
        json[std::string(memoryKindId(kindAt(index))) + "_bytes"] = memory.bytesOf(kindAt(index));
    }
    json["total_bytes"] = memory.totalBytes;
    json["capacity_bytes"] = memory.capacityBytes;
    json["margin_bytes"] = memory.marginBytes;
    json["fits"] = memory.fits;
    const std::string note = scheduleNote(memory);
    json["peak_at"] = std::string(memory.peakAt) + (note.empty() ? "" : ". " + note);
    return json;
}

// In article accounting a row is its law; what the same schedule holds when it runs stands beside.
Json sweepJson(const Evaluation& evaluation)
{
    const std::vector<SweepRow> listed = listedRows(evaluation);
    const bool law = evaluation.scenario.accounting == Accounting::Article;
    const std::vector<std::optional<Bytes>> executed = law
        ? executedActivationBytes(evaluation.scenario, listed, ListedPlans::Run)
        : std::vector<std::optional<Bytes>> {};
    const std::vector<std::optional<Count>> sequences = largestSequences(evaluation.scenario, listed);
    Json rows = Json::array();
    for (std::size_t i = 0; i < listed.size(); ++i) {
        const SweepRow& row = listed[i];
        rows.push_back({
            { "policy", policyInfo(row.policy).text },
            { "k", numberOrNull(row.k) },
            { "activation_bytes", row.activationBytes },
            { "total_bytes", row.totalBytes },
            { "saved_fraction", row.savedFraction },
            { "extra_forward_fraction", row.extraForwardFraction },
            { "extra_step_fraction", row.extraStepFraction },
            { "fits", row.fits },
            { "max_batch", row.maxBatch },
            { "throughput", row.throughput },
            { "pareto", row.pareto },
            { "basis", rowBasis(evaluation, row) },
            { "max_sequence", numberOrNull(sequences[i]) },
        });
        if (row.policy == PolicyId::Selective) {
            rows.back()["tensors"] = tensorNames(row.remade);
        }
        if (row.policy == PolicyId::Optimal) {
            rows.back()["exact"] = row.exact;
        }
        if (law) {
            rows.back()["executed_activation_bytes"] = numberOrNull(executed[i]);
        }
    }
    return rows;
}

Json recommendationJson(const Recommendation& recommendation)
{
    Json alternatives = Json::array();
    for (const Alternative& alternative : recommendation.alternatives) {
        alternatives.push_back({
            { "change", alternative.change },
            { "total_bytes", alternative.totalBytes },
            { "fits", alternative.fits },
        });
    }
    return {
        { "fits", recommendation.fits },
        { "policy", policyInfo(recommendation.policy).text },
        { "k", numberOrNull(recommendation.k) },
        { "batch", recommendation.batch },
        { "total_bytes", recommendation.totalBytes },
        { "extra_forward_fraction", recommendation.extraForwardFraction },
        { "margin_bytes", recommendation.marginBytes },
        { "dominant", memoryKindId(recommendation.dominant) },
        { "reason", recommendation.reason },
        { "alternatives", std::move(alternatives) },
    };
}

Json timelineJson(const Timeline& timeline)
{
    // Every operation names the same kinds: those alive anywhere in the step.
    std::array<bool, kMemoryKinds> occurs = {};
    for (const TimelineOp& op : timeline.ops) {
        for (std::size_t index = 0; index < kMemoryKinds; ++index) {
            occurs[index] = occurs[index] || op.byKind[index] != 0;
        }
    }
    Json ops = Json::array();
    for (const TimelineOp& op : timeline.ops) {
        Json byKind = Json::object();
        for (std::size_t index = 0; index < kMemoryKinds; ++index) {
            if (occurs[index]) {
                byKind[std::string(memoryKindId(kindAt(index)))] = op.byKind[index];
            }
        }
        ops.push_back({
            { "index", op.index },
            { "step", op.step },
            { "layer", op.layer },
            { "name", op.name },
            { "live_bytes", op.liveBytes },
            { "by_kind", std::move(byKind) },
        });
    }
    return { { "ops", std::move(ops) }, { "peak_index", timeline.peakIndex } };
}

} // namespace

std::string planJson(const Evaluation& evaluation, const Timeline* timeline)
{
    Json plan = {
        { "format", "sublinear-plan" },
        { "version", kPlanVersion },
        { "scenario", scenarioJson(evaluation) },
        { "parameter_count", evaluation.parameterCount },
        { "per_layer", layerJson(evaluation.layer) },
        { "memory", memoryJson(evaluation.memory) },
        { "sweep", sweepJson(evaluation) },
        { "recommendation", recommendationJson(evaluation.recommendation) },
    };
    Json notes = Json::array();
    for (std::string& note : std::array { boundNote(evaluation), positionsNote(evaluation), tensorsNote(evaluation),
             slotsNote(evaluation), scheduleNote(evaluation.memory), sequencesNote(evaluation) }) {
        if (!note.empty()) {
            notes.push_back(std::move(note));
        }
    }
    if (!notes.empty()) {
        plan["notes"] = std::move(notes);
    }
    if (timeline != nullptr) {
        plan["timeline"] = timelineJson(*timeline);
    }
    return plan.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace sublinear
