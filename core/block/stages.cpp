// SPDX-License-Identifier: MIT
#include "core/block/transformer.h"

#include "core/block/parts.h"

#include <algorithm>

namespace sublinear {

namespace {

constexpr NormNames kEmbedNorm { "embed_norm", "embed_norm.weight", "embed_norm.bias", "embed_normed", "embed_stats",
    "d_embedded" };
constexpr NormNames kFinalNorm { "final_norm", "final_norm.weight", "final_norm.bias", "lnf", "lnf_stats", "dx" };

// Rows of the table of learned positions: as many as the sequence has unless told.
Count positionRows(const ResolvedScenario& scenario)
{
    const auto& model = scenario.model;
    if (model.positions != Positions::Learned) {
        return 0;
    }
    return model.positionRows.value_or(model.vocab ? scenario.workload.sequence : 0);
}

void addStackInput(PartContext& context)
{
    Tape& tape = context.tape;
    const Slot x = tape.tensor("x0", context.shape.type, { context.shape.shardRows, context.shape.dModel });
    tape.forward(Kernel::Input, "input", {}, { x });
    tape.setOutput(x);
    if (positionRows(context.scenario) > 0) {
        tape.parameter("wpe", { positionRows(context.scenario), context.shape.dModel });
    }
    if (context.scenario.model.embedNorm) {
        addNormParameters(context, kEmbedNorm);
    }
    tape.onBackward([&tape, x] { tape.backward(Kernel::InputGradient, "input", { tape.gradient(x) }, {}); });
}

void addEmbedding(PartContext& context)
{
    Tape& tape = context.tape;
    const auto& model = context.scenario.model;
    const LocalShape& shape = context.shape;
    const Slot tokens = tape.tensor("tokens", ElementType::Int32, { shape.batch, shape.sequence });
    tape.forward(Kernel::Tokens, "tokens", {}, { tokens });
    ParameterList parameters { tape.parameter("wte", { shape.vocab, shape.dModel }) };
    if (const Count positions = positionRows(context.scenario); positions > 0) {
        parameters.push(tape.parameter("wpe", { positions, shape.dModel }));
    }
    Slot out = tape.tensor("embedded", shape.type, { shape.shardRows, shape.dModel });
    tape.forward(Kernel::Embed, "embed", { tokens }, { out }).parameters = parameters;
    tape.onBackward([&tape, tokens, out, parameters] {
        tape.backward(Kernel::EmbedBackward, "embed", { tape.gradient(out), tokens }, {}).gradients = parameters;
    });
    if (model.embedNorm) {
        out = addNorm(context, out, kEmbedNorm, kNoGroup);
    }
    if (context.scenario.recipe.dropout) {
        const Slot dropped = tape.tensor("x0", shape.type, { shape.shardRows, shape.dModel });
        const Slot mask = tape.tensor("embed_mask", ElementType::Byte, { shape.shardRows, shape.dModel });
        tape.forward(Kernel::Dropout, "embedding dropout", { out }, { dropped, mask }).inPlace = 0;
        tape.onBackward([&tape, out, dropped, mask] {
            const Slot gradient = tape.gradientLike("d_x0", out);
            tape.backward(Kernel::DropoutBackward, "embedding dropout", { tape.gradient(dropped), mask }, { gradient })
                .inPlace = 0;
            tape.setGradient(out, gradient);
        });
        out = dropped;
    }
    tape.setOutput(out);
}

// Weights of the head that exist even where nothing runs them.
void addIdleParameters(PartContext& context)
{
    const auto& model = context.scenario.model;
    Tape& tape = context.tape;
    if (model.finalNorm) {
        addNormParameters(context, kFinalNorm);
    }
    if (model.vocab) {
        tape.parameter("head.weight", { context.shape.dModel, context.shape.vocab }, !model.tiedEmbeddings);
        if (model.biasHead) {
            tape.parameter("head.bias", { context.shape.vocab });
        }
    }
}

void addStackLoss(PartContext& context, Slot x)
{
    Tape& tape = context.tape;
    addIdleParameters(context);
    tape.onBackward([&tape, x] {
        const Slot gradient = tape.gradientLike("dx", x);
        tape.backward(Kernel::StackLoss, "stack loss", { x }, { gradient }).inPlace = 0;
        tape.setGradient(x, gradient);
    });
}

ParameterList headParameters(PartContext& context)
{
    const auto& model = context.scenario.model;
    const LocalShape& shape = context.shape;
    ParameterList parameters { context.tape.parameter(
        "head.weight", { shape.dModel, shape.vocab }, !model.tiedEmbeddings) };
    if (model.biasHead) {
        parameters.push(context.tape.parameter("head.bias", { shape.vocab }));
    }
    return parameters;
}

Flops logitFlops(const LocalShape& shape)
{
    return 2.0 * static_cast<Flops>(shape.rows) * static_cast<Flops>(shape.dModel) * static_cast<Flops>(shape.vocab);
}

// Logits in the training type, an fp32 copy of them where that is a shorter one, and the
// fp32 gradient: M*V*(2+4+4) bytes at the peak for two-byte types, M*V*(4+4) for fp32.
void addFullLoss(PartContext& context, Slot rows)
{
    Tape& tape = context.tape;
    const LocalShape& shape = context.shape;
    const bool copies = shape.type != ElementType::Fp32;
    const ParameterList parameters = headParameters(context);
    const Shape extents { shape.rows, shape.vocab };
    const Slot logits = tape.tensor("logits", shape.type, extents, kNoGroup, Role::Logits);
    OpSpec& product = tape.forward(Kernel::Matmul, "head", { rows }, { logits });
    product.parameters = parameters;
    product.flops = product.forwardFlops = logitFlops(shape);
    Slot wide = logits;
    if (copies) {
        wide = tape.tensor("logits_fp32", ElementType::Fp32, extents, kNoGroup, Role::Logits);
        tape.forward(Kernel::Upcast, "logits to fp32", { logits }, { wide });
    }
    const Slot sums = tape.tensor("logit_lse", ElementType::Fp32, { shape.rows }, kNoGroup, Role::Logits);
    tape.forward(Kernel::CrossEntropy, "cross entropy", { wide }, { sums });
    tape.onBackward([&tape, rows, logits, wide, sums, copies, parameters, extents, flops = logitFlops(shape)] {
        const Slot wideGradient = tape.tensor("d_logits_fp32", ElementType::Fp32, extents, kNoGroup, Role::Logits);
        tape.backward(Kernel::CrossEntropyBackward, "cross entropy", { wide, sums }, { wideGradient });
        Slot gradient = wideGradient;
        if (copies) {
            gradient = tape.tensor("d_logits", tape.block().at(logits).type, extents, kNoGroup, Role::Logits);
            tape.backward(Kernel::Downcast, "logit gradient", { logits, wideGradient }, { gradient }).inPlace = 0;
        }
        const Slot kept = tape.inBackward(rows);
        OpSpec& back = tape.backward(Kernel::MatmulBackward, "head", { gradient, kept }, {});
        back.parameters = { parameters[0] };
        back.gradients = parameters;
        back.flops = 2 * flops;
        tape.accumulate(back, rows, "d_lnf");
    });
}

// Logits of one chunk of tokens at a time: their product, the loss and the gradients of the
// rows and of the weight before the next chunk. Alive at once: chunk*V*(4 + dtype) bytes.
void addChunkedLoss(PartContext& context, Slot rows)
{
    Tape& tape = context.tape;
    const LocalShape& shape = context.shape;
    const ParameterList parameters = headParameters(context);
    tape.onBackward([&tape, rows, shape, parameters] {
        const Shape chunk { std::min(shape.sequence, kLossChunkTokens), shape.vocab };
        const Slot gradient = tape.gradientLike("d_lnf", rows);
        const Slot logits = tape.tensor("chunk_logits", ElementType::Fp32, chunk, kNoGroup, Role::Logits);
        const Slot dLogits = tape.tensor("d_chunk_logits", shape.type, chunk, kNoGroup, Role::Logits);
        OpSpec& op = tape.backward(Kernel::ChunkedLoss, "chunked loss", { rows }, { gradient, logits, dLogits });
        op.inPlace = 0;
        op.parameters = parameters;
        op.gradients = parameters;
        op.forwardFlops = logitFlops(shape);
        op.flops = 3 * logitFlops(shape);
        tape.setGradient(rows, gradient);
    });
}

} // namespace

Result<Block> makeEmbedding(const ResolvedScenario& scenario)
{
    Tape tape("embedding");
    PartContext context { tape, scenario, localShape(scenario) };
    if (scenario.model.vocab) {
        addEmbedding(context);
    } else {
        addStackInput(context);
    }
    return tape.finish();
}

Result<Block> makeHead(const ResolvedScenario& scenario)
{
    Tape tape("head");
    PartContext context { tape, scenario, localShape(scenario) };
    const Slot x = tape.tensor("x", context.shape.type, { context.shape.shardRows, context.shape.dModel });
    tape.setInput(x);
    if (!scenario.model.vocab || scenario.recipe.loss == Loss::None) {
        addStackLoss(context, x);
        return tape.finish(false);
    }
    const Slot normed = scenario.model.finalNorm ? addNorm(context, x, kFinalNorm, kNoGroup) : x;
    const Slot rows = addGather(context, normed, "lnf_rows", "d_lnf_shard");
    if (scenario.recipe.loss == Loss::Chunked) {
        addChunkedLoss(context, rows);
    } else {
        addFullLoss(context, rows);
    }
    return tape.finish(false);
}

} // namespace sublinear
