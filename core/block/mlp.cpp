// SPDX-License-Identifier: MIT
#include "core/block/parts.h"

namespace sublinear {

namespace {

// The gradient of the rows that enter the MLP: gathered ones have a name of their own.
std::string_view rowsGradient(const PartContext& context)
{
    return context.shape.gathers ? "d_ln2_rows" : "d_ln2";
}

struct MlpNames {
    MatmulNames up;
    std::string_view activation;
    std::string_view upGradient;
    MatmulNames down;
};

Slot addDense(PartContext& context, Slot rows, Count width, const MlpNames& names)
{
    const Count D = context.shape.dModel;
    const Count upWidth = context.scenario.model.gatedMlp ? 2 * width : width;
    const Count M = context.tape.block().at(rows).shape.extents[0];
    const Slot up = addMatmul(context, rows, D, upWidth, names.up, kUpGroup);
    const Slot act = addActivation(context, up, M, width, names.activation, names.upGradient);
    return addMatmul(context, act, width, D, names.down);
}

// One product for all experts: rows are sorted by expert, E weights of (in, out).
Slot addExpertMatmul(PartContext& context, Slot x, Count inWidth, Count outWidth, const MatmulNames& names,
    TensorGroups group = kNoGroup)
{
    Tape& tape = context.tape;
    const Count rows = tape.block().at(x).shape.extents[0];
    const Count experts = context.scenario.model.experts;
    const Slot y = tape.tensor(names.output, context.shape.type, { rows, outWidth }, group);
    ParameterList parameters { tape.parameter(names.weight, { experts, inWidth, outWidth }) };
    if (!names.bias.empty()) {
        parameters.push(tape.parameter(names.bias, { experts, outWidth }));
    }
    const Flops flops = 2.0 * static_cast<Flops>(rows) * static_cast<Flops>(inWidth) * static_cast<Flops>(outWidth);
    OpSpec& op = tape.forward(Kernel::ExpertMatmul, names.op, { x }, { y });
    op.parameters = parameters;
    op.flops = op.forwardFlops = flops;
    tape.onBackward([&tape, x, y, parameters, flops, name = names.op, gradientName = names.inputGradient] {
        OpSpec& back = tape.backward(Kernel::ExpertMatmulBackward, name, { tape.gradient(y), x }, {});
        back.parameters = { parameters[0] };
        back.gradients = parameters;
        back.flops = 2 * flops;
        tape.release(y);
        tape.accumulate(back, x, gradientName);
    });
    return y;
}

struct Routing {
    Slot index = kNoSlot; ///< (M, k) the experts of each token
    Slot weight = kNoSlot; ///< (M, k) fp32
};

Routing addRouter(PartContext& context, Slot rows)
{
    Tape& tape = context.tape;
    const auto& model = context.scenario.model;
    const Count M = context.shape.rows;
    const Slot logits = addMatmul(context, rows, context.shape.dModel, model.experts,
        { "router", "router.weight", model.routerBias ? "router.bias" : "", "router_logits", rowsGradient(context) });
    const Slot probabilities = tape.tensor("router_probs", ElementType::Fp32, { M, model.experts });
    Routing routing;
    routing.index = tape.tensor("route_index", ElementType::Int32, { M, model.expertsPerToken });
    routing.weight = tape.tensor("route_weight", ElementType::Fp32, { M, model.expertsPerToken });
    tape.forward(Kernel::Route, "top-k", { logits }, { probabilities, routing.index, routing.weight });
    tape.onBackward([&tape, logits, probabilities, routing] {
        const Slot gradient = tape.gradientLike("d_router_logits", logits);
        tape.backward(Kernel::RouteBackward, "top-k", { tape.gradient(routing.weight), probabilities, routing.index },
            { gradient });
        tape.release(routing.weight);
        tape.setGradient(logits, gradient);
    });
    return routing;
}

// Copies each token's row to its k experts: (M*k, D). Tokens are taken as spread evenly.
Slot addDispatch(PartContext& context, Slot rows, const Routing& routing)
{
    Tape& tape = context.tape;
    const Count copies = context.shape.rows * context.scenario.model.expertsPerToken;
    const Slot out = tape.tensor("expert_rows", context.shape.type, { copies, context.shape.dModel });
    tape.forward(Kernel::Dispatch, "dispatch", { rows, routing.index }, { out });
    tape.onBackward([&tape, rows, routing, out, gradient = rowsGradient(context)] {
        OpSpec& back = tape.backward(Kernel::DispatchBackward, "dispatch", { tape.gradient(out), routing.index }, {});
        tape.release(out);
        tape.accumulate(back, rows, gradient);
    });
    return out;
}

Slot addCombine(PartContext& context, Slot results, const Routing& routing)
{
    Tape& tape = context.tape;
    const Slot out = tape.tensor("moe_out", context.shape.type, { context.shape.rows, context.shape.dModel });
    tape.forward(Kernel::Combine, "combine", { results, routing.index, routing.weight }, { out });
    tape.onBackward([&tape, results, routing, out] {
        const Slot dResults = tape.gradientLike("d_expert_out", results);
        const Slot dWeight = tape.gradientLike("d_route_weight", routing.weight);
        tape.backward(Kernel::CombineBackward, "combine",
            { tape.gradient(out), results, routing.index, routing.weight }, { dResults, dWeight });
        tape.release(out);
        tape.setGradient(results, dResults);
        tape.setGradient(routing.weight, dWeight);
    });
    return out;
}

// What the shared experts make, times sigmoid(x w) of each token. Kept: their result and the
// gate, one fp32 per row.
Slot addSharedGate(PartContext& context, Slot rows, Slot shared)
{
    Tape& tape = context.tape;
    const Shape shape = tape.block().at(shared).shape;
    const ParameterList weight { tape.parameter("shared_gate.weight", { context.shape.dModel }) };
    const Slot out = tape.tensor("shared_gated", context.shape.type, shape);
    const Slot gate = tape.tensor("shared_gate", ElementType::Fp32, { shape.extents[0] });
    tape.forward(Kernel::SharedGate, "shared gate", { shared, rows }, { out, gate }).parameters = weight;
    tape.onBackward([&tape, rows, shared, out, gate, weight, gradientName = rowsGradient(context)] {
        const Slot dShared = tape.gradientLike("d_shared_out", shared);
        const Slot kept = tape.inBackward(rows);
        OpSpec& back = tape.backward(
            Kernel::SharedGateBackward, "shared gate", { tape.gradient(out), shared, kept, gate }, { dShared });
        back.parameters = back.gradients = weight;
        tape.release(out);
        tape.setGradient(shared, dShared);
        tape.accumulate(back, rows, gradientName);
    });
    return out;
}

// Sum of the two branches in the place of the second; one gradient serves both.
Slot addSum(PartContext& context, Slot first, Slot second, std::string_view output)
{
    Tape& tape = context.tape;
    const Slot out = tape.tensor(output, context.shape.type, tape.block().at(first).shape);
    tape.forward(Kernel::Add, output, { first, second }, { out }).inPlace = 1;
    tape.onBackward([&tape, first, second, out] {
        tape.setGradient(first, tape.gradient(out));
        tape.setGradient(second, tape.gradient(out));
        tape.release(out);
    });
    return out;
}

} // namespace

Slot addMlp(PartContext& context, Slot normed)
{
    const auto& model = context.scenario.model;
    const Slot rows = addGather(context, normed, "ln2_rows", "d_ln2");
    const Slot out = addDense(context, rows, context.shape.dFfn,
        { { "up", "up.weight", model.biasMlp ? "up.bias" : "", model.gatedMlp ? "gate_up" : "fch",
              rowsGradient(context) },
            model.gatedMlp ? "gated" : "gelu", model.gatedMlp ? "d_gate_up" : "d_fch",
            { "down", "down.weight", model.biasMlp ? "down.bias" : "", "mlp_out",
                model.gatedMlp ? "d_gated" : "d_gelu" } });
    return addScatter(context, out, "mlp_shard", "d_mlp_out");
}

Slot addExperts(PartContext& context, Slot normed)
{
    const auto& model = context.scenario.model;
    const LocalShape& shape = context.shape;
    const bool gated = model.gatedMlp;
    const Slot rows = addGather(context, normed, "ln2_rows", "d_ln2");
    const Routing routing = addRouter(context, rows);
    const Slot sent = addDispatch(context, rows, routing);
    const Slot up = addExpertMatmul(context, sent, shape.dModel, gated ? 2 * shape.expertDFfn : shape.expertDFfn,
        { "experts up", "experts.up.weight", model.biasMlp ? "experts.up.bias" : "", "expert_up", "d_expert_rows" },
        kUpGroup);
    const Slot act =
        addActivation(context, up, shape.rows * model.expertsPerToken, shape.expertDFfn, "expert_act", "d_expert_up");
    const Slot results = addExpertMatmul(context, act, shape.expertDFfn, shape.dModel,
        { "experts down", "experts.down.weight", model.biasMlp ? "experts.down.bias" : "", "expert_out",
            "d_expert_act" });
    Slot out = addCombine(context, results, routing);
    if (model.sharedExperts > 0 && model.sharedDFfn > 0) {
        const Slot shared = addDense(context, rows, shape.sharedDFfn,
            { { "shared up", "shared.up.weight", model.biasMlp ? "shared.up.bias" : "", "shared_up",
                  rowsGradient(context) },
                "shared_act", "d_shared_up",
                { "shared down", "shared.down.weight", model.biasMlp ? "shared.down.bias" : "", "shared_out",
                    "d_shared_act", model.sharedExperts } });
        out = addSum(context, out, model.sharedGate ? addSharedGate(context, rows, shared) : shared, "mixed_out");
    } else if (model.sharedGate) {
        context.tape.parameter("shared_gate.weight", { shape.dModel });
    }
    return addScatter(context, out, "mlp_shard", "d_mlp_out");
}

} // namespace sublinear
