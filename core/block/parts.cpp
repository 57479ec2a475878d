// SPDX-License-Identifier: MIT
#include "core/block/parts.h"

namespace sublinear {

namespace {

// 2*M*in*out: one multiplication and one addition per term of the product.
Flops matmulFlops(Count rows, Count inWidth, Count outWidth)
{
    return 2.0 * static_cast<Flops>(rows) * static_cast<Flops>(inWidth) * static_cast<Flops>(outWidth);
}

} // namespace

Slot addMatmul(
    PartContext& context, Slot x, Count inWidth, Count outWidth, const MatmulNames& names, TensorGroups group)
{
    Tape& tape = context.tape;
    const Count rows = tape.block().at(x).shape.extents[0];
    const Slot y = tape.tensor(names.output, context.shape.type, { rows, outWidth }, group);
    ParameterList parameters { tape.parameter(names.weight, { inWidth, outWidth }) };
    if (!names.bias.empty()) {
        parameters.push(tape.parameter(names.bias, { names.biasRows, outWidth }));
    }
    const Flops flops = matmulFlops(rows, inWidth, outWidth);
    OpSpec& op = tape.forward(Kernel::Matmul, names.op, { x }, { y });
    op.parameters = parameters;
    op.flops = op.forwardFlops = flops;
    tape.onBackward([&tape, x, y, parameters, flops, name = names.op, gradientName = names.inputGradient] {
        // dx = dy W^T, dW += x^T dy, db += column sums of dy
        const Slot kept = tape.inBackward(x);
        OpSpec& back = tape.backward(Kernel::MatmulBackward, name, { tape.gradient(y), kept }, {});
        back.parameters = { parameters[0] };
        back.gradients = parameters;
        back.flops = 2 * flops;
        tape.release(y);
        tape.accumulate(back, x, gradientName);
    });
    return y;
}

ParameterList addNormParameters(PartContext& context, const NormNames& names)
{
    const auto& model = context.scenario.model;
    const Count D = context.shape.dModel;
    ParameterList parameters;
    if (model.norm != Norm::LayerNormNoAffine) {
        parameters.push(context.tape.parameter(names.weight, { D }));
    }
    if (model.norm == Norm::LayerNorm && model.normBias) {
        parameters.push(context.tape.parameter(names.bias, { D }));
    }
    return parameters;
}

Slot addNorm(PartContext& context, Slot x, const NormNames& names, TensorGroups group)
{
    Tape& tape = context.tape;
    const auto& extents = tape.block().at(x).shape.extents;
    const Count rows = extents[0];
    const Count width = extents[1];
    const Norm norm = context.scenario.model.norm;
    const Slot y = tape.tensor(names.output, context.shape.type, { rows, width }, group);
    const Slot statistics = tape.tensor(names.statistics, ElementType::Fp32, { rows, norm == Norm::RmsNorm ? 1 : 2 });
    const ParameterList parameters = addNormParameters(context, names);
    tape.forward(Kernel::Norm, names.op, { x }, { y, statistics }).parameters = parameters;
    tape.onBackward([&tape, x, y, statistics, parameters, name = names.op, gradientName = names.outputGradient] {
        const Slot incoming = tape.gradient(y);
        OpSpec& back = tape.backward(Kernel::NormBackward, name, { incoming, x, statistics }, {});
        if (!parameters.empty()) {
            back.parameters = { parameters[0] };
        }
        back.gradients = parameters;
        tape.release(y);
        const bool alone = tape.gradient(x) == kNoSlot && !tape.isInUse(incoming);
        tape.accumulate(back, x, gradientName);
        if (alone) {
            back.inPlace = 0; // nothing flows around the norm: its result replaces the incoming gradient
        }
    });
    return y;
}

Slot addGather(PartContext& context, Slot shard, std::string_view name, std::string_view gradient)
{
    if (!context.shape.gathers) {
        return shard;
    }
    Tape& tape = context.tape;
    const TensorSpec spec = tape.block().at(shard);
    const Slot whole = tape.tensor(name, spec.type, { context.shape.rows, spec.shape.extents[1] });
    tape.setShard(whole, shard);
    tape.forward(Kernel::AllGather, name, { shard }, { whole });
    tape.onBackward([&tape, shard, whole, name, gradient] {
        OpSpec& back = tape.backward(Kernel::ReduceScatter, name, { tape.gradient(whole) }, {});
        tape.release(whole);
        tape.accumulate(back, shard, gradient);
    });
    return whole;
}

Slot addScatter(PartContext& context, Slot partial, std::string_view name, std::string_view gradient)
{
    if (!context.shape.gathers) {
        return partial; // the all-reduce of plain tensor parallelism works in place
    }
    Tape& tape = context.tape;
    const TensorSpec spec = tape.block().at(partial);
    const Slot shard = tape.tensor(name, spec.type, { context.shape.shardRows, spec.shape.extents[1] });
    tape.forward(Kernel::ReduceScatter, name, { partial }, { shard });
    tape.onBackward([&tape, partial, shard, name, gradient] {
        const Slot whole = tape.gradientLike(gradient, partial);
        tape.backward(Kernel::AllGather, name, { tape.gradient(shard) }, { whole });
        tape.release(shard);
        tape.setGradient(partial, whole);
    });
    return shard;
}

Slot addResidual(PartContext& context, Slot x, Slot branch, std::string_view output, std::string_view mask,
    std::string_view branchGradient)
{
    Tape& tape = context.tape;
    const Shape shape = tape.block().at(x).shape;
    const Slot y = tape.tensor(output, context.shape.type, shape);
    OpSpec& op = tape.forward(Kernel::Add, output, { x, branch }, { y });
    op.inPlace = 1;
    if (!context.scenario.recipe.dropout) {
        tape.onBackward([&tape, x, branch, y] {
            // one gradient for both: it flows around the branch and into it
            tape.setGradient(x, tape.gradient(y));
            tape.setGradient(branch, tape.gradient(y));
            tape.release(y);
        });
        return y;
    }
    const Slot kept = tape.tensor(mask, ElementType::Byte, shape);
    op.writes.push(kept);
    tape.onBackward([&tape, x, branch, y, kept, mask, branchGradient] {
        const Slot masked = tape.gradientLike(branchGradient, branch);
        tape.backward(Kernel::DropoutBackward, mask, { tape.gradient(y), kept }, { masked });
        tape.setGradient(x, tape.gradient(y));
        tape.setGradient(branch, masked);
        tape.release(y);
    });
    return y;
}

Slot addActivation(
    PartContext& context, Slot up, Count rows, Count width, std::string_view output, std::string_view upGradient)
{
    Tape& tape = context.tape;
    const bool gated = context.scenario.model.gatedMlp;
    const Slot y = tape.tensor(output, context.shape.type, { rows, width }, kGeluGroup);
    tape.forward(gated ? Kernel::GatedActivation : Kernel::Activation, output, { up }, { y });
    tape.onBackward([&tape, up, y, gated, output, upGradient] {
        const Slot du = tape.gradientLike(upGradient, up);
        OpSpec& back = tape.backward(gated ? Kernel::GatedActivationBackward : Kernel::ActivationBackward, output,
            { tape.gradient(y), up }, { du });
        if (!gated) {
            back.inPlace = 0; // same width: element by element in the incoming gradient
        }
        tape.release(y);
        tape.setGradient(up, du);
    });
    return y;
}

} // namespace sublinear
