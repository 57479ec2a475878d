// SPDX-License-Identifier: MIT
#include "gpu/sweep/dump_facts.h"

#include "core/measurement/measurement_json.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "gpu/sweep/dump_folder.h"

#include <nlohmann/json.hpp>

namespace sublinear {

namespace {

using Json = nlohmann::ordered_json;

Json orNull(const std::optional<Count>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

void addShape(Json& facts, const ResolvedScenario& scenario)
{
    const auto& model = scenario.model;
    facts["layers"] = model.layers;
    facts["d_model"] = model.dModel;
    facts["heads"] = model.heads;
    facts["kv_heads"] = model.kvHeads;
    facts["head_dim"] = model.headDim;
    facts["d_ffn"] = model.dFfn;
    facts["vocab"] = orNull(model.vocab);
    facts["batch"] = scenario.workload.batch;
    facts["sequence"] = scenario.workload.sequence;
}

void addBlock(Json& facts, const ResolvedScenario& scenario, const RunFacts& run)
{
    facts["block"] = {
        { "norm", toText(run.norm) },
        { "norm_epsilon", run.normEpsilon },
        { "mlp", run.gatedMlp ? "silu_gate" : "gelu_tanh" },
        { "positions", toText(run.positions) },
        { "rotary_base", run.rotaryBase },
        { "qk_norm", toText(run.qkNorm) },
        { "parallel", scenario.model.parallelBlock },
        { "tied_head", run.tiedHead },
    };
    facts["attention"] = toText(scenario.recipe.attention);
    facts["sliding_window"] = orNull(run.slidingWindow);
    facts["dropout_rate"] = scenario.recipe.dropout ? run.dropoutRate : 0.0;
    facts["loss"] = scenario.model.vocab ? toText(scenario.recipe.loss) : "stack"; // <x_N, R>
}

} // namespace

std::string dumpFacts(const RunPlan& plan, const std::vector<std::string>& arrays)
{
    Json facts { { "format", kDumpFormat }, { "version", kDumpVersion } };
    writePolicy(facts, plan.policy);
    facts["seed"] = plan.facts.seed;
    facts["dtype"] = plan.elementBytes() == sizeof(double) ? "fp64" : toText(plan.scenario.recipe.dtype);
    addShape(facts, plan.scenario);
    addBlock(facts, plan.scenario, plan.facts);
    const AdamW& adamw = plan.facts.adamw;
    facts["adamw"] = {
        { "learning_rate", adamw.learningRate },
        { "beta1", adamw.beta1 },
        { "beta2", adamw.beta2 },
        { "epsilon", adamw.epsilon },
        { "weight_decay", adamw.weightDecay },
    };
    facts["scenario"] = Json::parse(writeScenario(complete(plan.scenario)), nullptr, false);
    facts["arrays"] = arrays;
    return facts.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace sublinear
