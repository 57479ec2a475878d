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

// What shapes alone leave open. Only what the run has is said.
Json layouts(const ResolvedScenario& scenario, const RunFacts& run)
{
    Json layouts;
    layouts["weights"] = "(in, out): y = x @ W + bias, x of (batch*sequence, in)";
    layouts["qkv"] = "columns: heads*head_dim of queries, kv_heads*head_dim of keys, as many of values; query head h "
                     "goes with key and value head h*kv_heads/heads, rounded down";
    layouts["attention"] = "causal; scores are q.k/sqrt(head_dim)";
    layouts["up"] = run.gatedMlp ? "columns: d_ffn of the gate, d_ffn of what it gates; silu(gate)*up"
                                 : "columns: d_ffn; gelu in its tanh form";
    if (run.positions == Positions::Rotary) {
        layouts["rotary"] = "half-split: elements i and i + head_dim/2 of a head turn together, by "
                            "position*rotary_base^(-2i/head_dim), positions from 0";
    }
    if (scenario.model.vocab) {
        layouts["wte"] = "(vocab, d_model)";
        layouts["head"] = run.tiedHead ? "no weight of its own: logits = x @ wte^T"
                                       : "head.weight is (d_model, vocab): logits = x @ head.weight";
        layouts["loss"] = "mean over all tokens of the cross entropy of logits and targets";
    } else {
        layouts["loss"] = "sum over all elements of x_N * R";
    }
    if (scenario.recipe.dropout) {
        layouts["dropout"] = std::string("y = x * mask / (1 - dropout_rate), mask 1 where an element stays: res_mask1 "
                                         "on the attention's branch, res_mask2 on the MLP's, before each is added")
            + (scenario.recipe.attention == Attention::Materialized ? "; att_mask on the probabilities" : "")
            + (scenario.model.vocab ? "; embed_mask on the sum of the embeddings" : "");
    }
    return layouts;
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
        { "step", 1 }, // both moments are 0 before
        { "update",
            "m = (1-beta1)*g, v = (1-beta2)*g^2; w = w*(1 - learning_rate*weight_decay) - "
            "learning_rate*(m/(1-beta1))/(sqrt(v/(1-beta2)) + epsilon), on every weight" },
    };
    facts["layouts"] = layouts(plan.scenario, plan.facts);
    facts["scenario"] = Json::parse(writeScenario(complete(plan.scenario)), nullptr, false);
    facts["arrays"] = arrays;
    return facts.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace sublinear
