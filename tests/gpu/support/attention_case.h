// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/cpu_kernels.h"
#include "tests/gpu/support/compare.h"
#include "tests/gpu/support/kernel_call.h"

#include <cmath>
#include <string>

namespace sublinear::testing {

/// One attention with its inputs. With `pair` query and key come from a tensor of their own.
struct AttentionCase {
    const char* name = "";
    Count batch = 1;
    Count sequence = 1;
    Count heads = 1;
    Count kvHeads = 1;
    Count headDim = 1;
    Count window = 0; ///< 0: none
    bool pair = false;

    [[nodiscard]] Count rows() const { return batch * sequence; }
    [[nodiscard]] Count qkvWidth() const { return (heads + 2 * kvHeads) * headDim; }
    [[nodiscard]] Count pairWidth() const { return (heads + kvHeads) * headDim; }
    [[nodiscard]] Count outWidth() const { return heads * headDim; }
    [[nodiscard]] Shape square() const { return { batch, heads, sequence, sequence }; }
    [[nodiscard]] RunFacts facts() const
    {
        RunFacts facts;
        facts.shape.batch = batch;
        facts.shape.sequence = sequence;
        facts.shape.rows = rows();
        facts.shape.heads = heads;
        facts.shape.kvHeads = kvHeads;
        facts.shape.headDim = headDim;
        if (window > 0) {
            facts.slidingWindow = window;
        }
        return facts;
    }
};

template <class Real> struct AttentionInputs {
    std::vector<Real> qkv; ///< (B*S, (H + 2 Hkv) head_dim)
    std::vector<Real> pair; ///< (B*S, (H + Hkv) head_dim) where the case has it
    std::vector<Real> incoming; ///< gradient of the result

    explicit AttentionInputs(const AttentionCase& c)
        : qkv(randomValues<Real>(c.rows() * c.qkvWidth(), 11))
        , pair(randomValues<Real>(c.pair ? c.rows() * c.pairWidth() : 0, 12))
        , incoming(randomValues<Real>(c.rows() * c.outWidth(), 13))
    {
    }
    template <class Other>
    explicit AttentionInputs(const AttentionInputs<Other>& other)
        : qkv(other.qkv.begin(), other.qkv.end())
        , pair(other.pair.begin(), other.pair.end())
        , incoming(other.incoming.begin(), other.incoming.end())
    {
    }
    /// Where the query or key in this column of qkv's gradient is read from, or the value.
    Real& at(const AttentionCase& c, Count row, Count column)
    {
        return c.pair && column < c.pairWidth() ? pair[static_cast<std::size_t>(row * c.pairWidth() + column)]
                                                : qkv[static_cast<std::size_t>(row * c.qkvWidth() + column)];
    }
};

template <class Real> struct AttentionResults {
    std::vector<Real> out; ///< (B*S, H head_dim)
    std::vector<Real> kept; ///< probabilities, or the logarithms of the sums where fused
    std::vector<Real> gradient; ///< (B*S, (H + 2 Hkv) head_dim)
    bool fine = true; ///< each kernel ran and kept within its memory
};

template <class Real> bool runs(KernelCall<Real>& call, Kernel kernel, ThreadPool& pool)
{
    call.op.kernel = kernel;
    return runOnCpu<Real>(call.call(), pool).ok() && call.guardsHold();
}

template <class Real> KernelCall<Real> callOf(const AttentionCase& c)
{
    KernelCall<Real> call;
    call.facts = c.facts();
    return call;
}

template <class Real> void readPair(KernelCall<Real>& call, const AttentionCase& c, const AttentionInputs<Real>& in)
{
    if (c.pair) {
        call.read("qk", { c.rows(), c.pairWidth() }, in.pair);
    }
}

template <class Real>
AttentionResults<Real> fusedForward(const AttentionCase& c, const AttentionInputs<Real>& in, ThreadPool& pool)
{
    AttentionResults<Real> results;
    KernelCall<Real> call = callOf<Real>(c);
    call.read("qkv", { c.rows(), c.qkvWidth() }, in.qkv);
    readPair(call, c, in);
    const auto& out = call.write("atty", { c.rows(), c.outWidth() });
    const auto& kept = call.write("lse", { c.batch, c.heads, c.sequence });
    results.fine = runs(call, Kernel::FlashAttention, pool);
    results.out = out.values();
    results.kept = kept.values();
    return results;
}

template <class Real>
void fusedBackward(
    const AttentionCase& c, const AttentionInputs<Real>& in, AttentionResults<Real>& results, ThreadPool& pool)
{
    KernelCall<Real> call = callOf<Real>(c);
    call.read("d_atty", { c.rows(), c.outWidth() }, in.incoming);
    call.read("qkv", { c.rows(), c.qkvWidth() }, in.qkv);
    call.read("atty", { c.rows(), c.outWidth() }, results.out);
    call.read("lse", { c.batch, c.heads, c.sequence }, results.kept);
    readPair(call, c, in);
    const auto& gradient = call.write("d_qkv", { c.rows(), c.qkvWidth() });
    call.write("d_row_sums", { c.batch, c.heads, c.sequence });
    results.fine = runs(call, Kernel::FlashAttentionBackward, pool) && results.fine;
    results.gradient = gradient.values();
}

template <class Real>
AttentionResults<Real> materialisedForward(const AttentionCase& c, const AttentionInputs<Real>& in, ThreadPool& pool)
{
    AttentionResults<Real> results;
    KernelCall<Real> scores = callOf<Real>(c);
    if (c.pair) {
        readPair(scores, c, in);
    } else {
        scores.read("qkv", { c.rows(), c.qkvWidth() }, in.qkv);
    }
    const auto& square = scores.write("scores", c.square());
    results.fine = runs(scores, Kernel::Scores, pool);

    KernelCall<Real> softmax = callOf<Real>(c);
    const auto& probabilities = softmax.read("scores", c.square(), square.values());
    softmax.writeInPlace("att", 0);
    results.fine = runs(softmax, Kernel::Softmax, pool) && results.fine;
    results.kept = probabilities.values();

    KernelCall<Real> values = callOf<Real>(c);
    values.read("att", c.square(), results.kept);
    values.read("qkv", { c.rows(), c.qkvWidth() }, in.qkv);
    const auto& out = values.write("atty", { c.rows(), c.outWidth() });
    results.fine = runs(values, Kernel::Values, pool) && results.fine;
    results.out = out.values();
    return results;
}

template <class Real>
void materialisedBackward(
    const AttentionCase& c, const AttentionInputs<Real>& in, AttentionResults<Real>& results, ThreadPool& pool)
{
    KernelCall<Real> values = callOf<Real>(c);
    values.read("d_atty", { c.rows(), c.outWidth() }, in.incoming);
    values.read("qkv", { c.rows(), c.qkvWidth() }, in.qkv);
    values.read("att", c.square(), results.kept);
    const auto& dProbabilities = values.write("d_att", c.square());
    const auto& dValue = values.write("d_value", { c.rows(), c.qkvWidth() });
    results.fine = runs(values, Kernel::ValuesBackward, pool) && results.fine;

    KernelCall<Real> softmax = callOf<Real>(c);
    const auto& dScores = softmax.read("d_att", c.square(), dProbabilities.values());
    softmax.read("att", c.square(), results.kept);
    softmax.writeInPlace("d_scores", 0);
    results.fine = runs(softmax, Kernel::SoftmaxBackward, pool) && results.fine;

    KernelCall<Real> scores = callOf<Real>(c);
    const auto& gradient = scores.read("d_value", { c.rows(), c.qkvWidth() }, dValue.values());
    scores.read("d_scores", c.square(), dScores.values());
    if (c.pair) {
        readPair(scores, c, in);
    } else {
        scores.read("qkv", { c.rows(), c.qkvWidth() }, in.qkv);
    }
    scores.writeInPlace("d_qkv", 0);
    results.fine = runs(scores, Kernel::ScoresBackward, pool) && results.fine;
    results.gradient = gradient.values();
}

template <class Real>
AttentionResults<Real> runAttention(
    const AttentionCase& c, bool fused, const AttentionInputs<Real>& in, ThreadPool& pool)
{
    AttentionResults<Real> results = fused ? fusedForward(c, in, pool) : materialisedForward(c, in, pool);
    if (fused) {
        fusedBackward(c, in, results, pool);
    } else {
        materialisedBackward(c, in, results, pool);
    }
    return results;
}

} // namespace sublinear::testing
