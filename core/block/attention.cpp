// SPDX-License-Identifier: MIT
#include "core/block/parts.h"

namespace sublinear {

namespace {

// One of the two products of attention, S x Dh by Dh x S for each of B*H heads.
Flops attentionFlops(const LocalShape& shape)
{
    const auto s = static_cast<Flops>(shape.sequence);
    return 2.0 * static_cast<Flops>(shape.batch) * s * s * static_cast<Flops>(shape.queryWidth());
}

// Norms over query and key before the rotation. Kept: their input (the raw qkv, whose
// values stay in use), the normed pair and fp32 1/std per head or per row.
Slot addQkNorm(PartContext& context, Slot raw)
{
    Tape& tape = context.tape;
    const LocalShape& shape = context.shape;
    const bool perHead = context.scenario.model.qkNorm == QkNorm::PerHead;
    const Count pairHeads = shape.heads + shape.kvHeads;
    const Slot pair = tape.tensor("qk_normed", shape.type, { shape.rows, pairHeads * shape.headDim });
    const Slot statistics = tape.tensor("qk_stats", ElementType::Fp32, { shape.rows, perHead ? pairHeads : 2 });
    const ParameterList parameters { tape.parameter(
                                         "q_norm.weight", { perHead ? shape.headDim : shape.heads * shape.headDim }),
        tape.parameter("k_norm.weight", { perHead ? shape.headDim : shape.kvHeads * shape.headDim }) };
    tape.forward(Kernel::QkNorm, "qk_norm", { raw }, { pair, statistics }).parameters = parameters;
    tape.onBackward([&tape, raw, pair, statistics, parameters] {
        // the gradient of qkv is one buffer: its query and key parts are rewritten in place
        const Slot incoming = tape.gradient(raw);
        const Slot result = tape.gradientLike("d_qkv_raw", raw);
        OpSpec& back = tape.backward(Kernel::QkNormBackward, "qk_norm", { incoming, raw, statistics }, { result });
        back.inPlace = 0;
        back.parameters = parameters;
        back.gradients = parameters;
        tape.release(pair);
        tape.setGradient(raw, result);
    });
    return pair;
}

// Rotation of query and key in place; it is undone on the gradient and needs nothing kept.
Slot addRotary(PartContext& context, Slot qk, Slot gradientOf, std::string_view output)
{
    Tape& tape = context.tape;
    const Slot rotated = tape.tensor(output, context.shape.type, tape.block().at(qk).shape);
    tape.forward(Kernel::Rotary, "rotary", { qk }, { rotated }).inPlace = 0;
    tape.onBackward([&tape, qk, rotated, gradientOf] {
        const Slot whole = gradientOf == kNoSlot ? rotated : gradientOf;
        const Slot incoming = tape.gradient(whole);
        const Slot result = tape.gradientLike("d_qkv_unrotated", whole);
        tape.backward(Kernel::RotaryBackward, "rotary", { incoming }, { result }).inPlace = 0;
        tape.setGradient(gradientOf == kNoSlot ? qk : gradientOf, result);
        if (gradientOf == kNoSlot) {
            tape.release(rotated);
        }
    });
    return rotated;
}

struct Heads {
    Slot qkv; ///< query, key, value; or only the value is read from it, if `qk` is set
    Slot qk = kNoSlot; ///< query and key where a norm made them anew
};

SlotList with(SlotList list, Slot optional)
{
    if (optional != kNoSlot) {
        list.push(optional);
    }
    return list;
}

// One learned logit per head that takes part in the softmax and has no value.
ParameterList addSinks(PartContext& context)
{
    ParameterList parameters;
    if (context.scenario.model.attentionSinks) {
        parameters.push(context.tape.parameter("sinks", { context.shape.heads }));
    }
    return parameters;
}

Slot addFused(PartContext& context, const Heads& heads)
{
    Tape& tape = context.tape;
    const LocalShape& shape = context.shape;
    const Slot out = tape.tensor("atty", shape.type, { shape.rows, shape.queryWidth() });
    const Slot lse = tape.tensor("lse", ElementType::Fp32, { shape.batch, shape.heads, shape.sequence });
    const Flops product = attentionFlops(shape);
    const ParameterList sinks = addSinks(context);
    OpSpec& op = tape.forward(Kernel::FlashAttention, "attention", with({ heads.qkv }, heads.qk), { out, lse });
    op.parameters = sinks;
    op.flops = op.forwardFlops = 2 * product;
    tape.onBackward([&tape, heads, out, lse, product, shape, sinks] {
        const Slot gradient = tape.gradientLike("d_qkv", heads.qkv);
        const Slot rowSums = tape.tensor("d_row_sums", ElementType::Fp32, { shape.batch, shape.heads, shape.sequence });
        // the scores are made again, then four products: 5 against forward's 2
        OpSpec& back = tape.backward(Kernel::FlashAttentionBackward, "attention",
            with({ tape.gradient(out), heads.qkv, out, lse }, heads.qk), { gradient, rowSums });
        back.flops = 5 * product;
        back.parameters = back.gradients = sinks;
        tape.release(out);
        tape.setGradient(heads.qkv, gradient);
    });
    return out;
}

Slot addMaterialised(PartContext& context, const Heads& heads)
{
    Tape& tape = context.tape;
    const LocalShape& shape = context.shape;
    const Shape square { shape.batch, shape.heads, shape.sequence, shape.sequence };
    const Flops product = attentionFlops(shape);
    const Slot scores = tape.tensor("scores", shape.type, square);
    const Slot probabilities = tape.tensor("att", shape.type, square, kAttentionGroup);
    OpSpec& first =
        tape.forward(Kernel::Scores, "attention scores", { heads.qk == kNoSlot ? heads.qkv : heads.qk }, { scores });
    first.flops = first.forwardFlops = product;
    const ParameterList sinks = addSinks(context);
    OpSpec& softmax = tape.forward(Kernel::Softmax, "softmax", { scores }, { probabilities });
    softmax.inPlace = 0;
    softmax.parameters = sinks;
    Slot used = probabilities;
    Slot mask = kNoSlot;
    if (context.scenario.recipe.dropout) {
        used = tape.tensor("att_dropped", shape.type, square, kAttentionGroup);
        mask = tape.tensor("att_mask", ElementType::Byte, square, kAttentionGroup);
        tape.forward(Kernel::Dropout, "attention dropout", { probabilities }, { used, mask });
    }
    const Slot out = tape.tensor("atty", shape.type, { shape.rows, shape.queryWidth() });
    OpSpec& second = tape.forward(Kernel::Values, "attention values", { used, heads.qkv }, { out });
    second.flops = second.forwardFlops = product;
    tape.onBackward([&tape, heads, out, used, mask, probabilities, product, sinks] {
        const Slot dAtt = tape.gradientLike("d_att", probabilities);
        const Slot dValue = tape.gradientLike("d_value", heads.qkv); // the value third of d_qkv
        tape.backward(
                Kernel::ValuesBackward, "attention values", { tape.gradient(out), heads.qkv, used }, { dAtt, dValue })
            .flops = 2 * product;
        tape.release(out);
        Slot incoming = dAtt;
        if (mask != kNoSlot) {
            const Slot undropped = tape.gradientLike("d_att_undropped", probabilities);
            tape.backward(Kernel::DropoutBackward, "attention dropout", { incoming, mask }, { undropped }).inPlace = 0;
            incoming = undropped;
        }
        const Slot dScores = tape.gradientLike("d_scores", probabilities);
        OpSpec& middle = tape.backward(Kernel::SoftmaxBackward, "softmax", { incoming, probabilities }, { dScores });
        middle.inPlace = 0;
        middle.parameters = middle.gradients = sinks;
        const Slot gradient = tape.gradientLike("d_qkv", heads.qkv);
        OpSpec& last = tape.backward(Kernel::ScoresBackward, "attention scores",
            { dValue, dScores, heads.qk == kNoSlot ? heads.qkv : heads.qk }, { gradient });
        last.inPlace = 0;
        last.flops = 2 * product;
        tape.setGradient(heads.qkv, gradient);
    });
    return out;
}

} // namespace

Slot addAttention(PartContext& context, Slot normed)
{
    const auto& model = context.scenario.model;
    const LocalShape& shape = context.shape;
    const bool rotary = model.positions == Positions::Rotary;
    const bool normsPair = model.qkNorm != QkNorm::None;
    const Slot whole = addGather(context, normed, "ln1_rows", "d_ln1");
    Heads heads { addMatmul(context, whole, shape.dModel, shape.qkvWidth(),
        { "qkv", "qkv.weight", model.biasQkv ? "qkv.bias" : "", rotary && !normsPair ? "qkv_unrotated" : "qkv",
            shape.gathers ? "d_ln1_rows" : "d_ln1" }) };
    if (normsPair) {
        const Slot pair = addQkNorm(context, heads.qkv);
        heads.qk = rotary ? addRotary(context, pair, heads.qkv, "qk") : pair;
    } else if (rotary) {
        heads.qkv = addRotary(context, heads.qkv, kNoSlot, "qkv");
    }
    const Slot out = context.scenario.recipe.attention == Attention::Fused ? addFused(context, heads)
                                                                           : addMaterialised(context, heads);
    const Slot projected = addMatmul(context, out, shape.queryWidth(), shape.dModel,
        { "proj", "proj.weight", model.biasOut ? "proj.bias" : "", "attproj", "d_atty" });
    return addScatter(context, projected, "attproj_shard", "d_attproj");
}

} // namespace sublinear
