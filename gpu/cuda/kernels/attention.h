// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/attention_extents.h"
#include "gpu/cuda/kernels/launcher.h"
#include "gpu/kernels/softmax.h"

#include <limits>

namespace sublinear::cuda {

/// Rows of the (B, H, S, S) squares: item = (b*H + h)*S + query.
template <class T> struct FillUnseenBody {
    T* squares;
    std::int64_t sequence;
    std::int64_t window;
    float value;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t item) const
    {
        kernels::fillOutside<Lanes>(
            squares + item * sequence, kernels::visibleKeys(item % sequence, window), sequence, value);
    }
};

template <class T> struct SoftmaxBody {
    T* squares;
    std::int64_t sequence;
    std::int64_t window;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t item) const
    {
        kernels::softmaxRow<Lanes>(squares + item * sequence, kernels::visibleKeys(item % sequence, window), sequence);
    }
};

template <class T> struct SoftmaxBackwardBody {
    T* gradient;
    const T* probabilities;
    std::int64_t sequence;
    std::int64_t window;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t item) const
    {
        kernels::softmaxBackwardRow<Lanes>(gradient + item * sequence, probabilities + item * sequence,
            kernels::visibleKeys(item % sequence, window), sequence);
    }
};

/// A head's rows in a tensor (B*S, width), those of each further key head `batchStride` elements on.
template <class T> struct HeadsFactor {
    T* data = nullptr;
    std::int64_t stride = 0;
    std::int64_t batchStride = 0;
};

/// The squares or rows that query head `member` of every group has in sequence b: a batch over the
/// heads of keys.
template <class T> class GroupHeads {
public:
    GroupHeads(const AttentionExtents& extents, std::int64_t b, std::int64_t member)
        : m_extents(extents)
        , m_b(b)
        , m_member(member)
    {
    }

    [[nodiscard]] HeadsFactor<T> queries(const Operand& operand) const
    {
        return rows(operand, m_member, m_extents.group());
    }
    [[nodiscard]] HeadsFactor<T> keys(const Operand& operand) const { return rows(operand, m_extents.heads, 1); }
    [[nodiscard]] HeadsFactor<T> values(const Operand& operand) const
    {
        return rows(operand, m_extents.heads + m_extents.kvHeads, 1);
    }
    [[nodiscard]] HeadsFactor<T> squares(const Operand& operand) const
    {
        const std::int64_t square = m_extents.sequence * m_extents.sequence;
        return { dataOf<T>(operand) + (m_b * m_extents.heads + m_member) * square, m_extents.sequence,
            m_extents.group() * square };
    }

private:
    [[nodiscard]] HeadsFactor<T> rows(const Operand& operand, std::int64_t head, std::int64_t step) const
    {
        const auto first = headRows<T>(operand, m_extents, m_b, head);
        return { first.data, first.stride, step * m_extents.headDim };
    }

    const AttentionExtents& m_extents;
    std::int64_t m_b;
    std::int64_t m_member;
};

template <class T> ProductFactor factorOf(const HeadsFactor<T>& heads, bool transposed = false)
{
    return { heads.data, heads.stride, transposed, heads.batchStride };
}

template <class T>
Product headProduct(const AttentionExtents& extents, std::int64_t m, std::int64_t n, std::int64_t k,
    const ProductFactor& a, const ProductFactor& b, const HeadsFactor<T>& c)
{
    Product product;
    product.m = m;
    product.n = n;
    product.k = k;
    product.a = a;
    product.b = b;
    product.c = c.data;
    product.cStride = c.stride;
    product.cBatchStride = c.batchStride;
    product.batches = extents.kvHeads;
    product.factors = product.result = kTypeOf<T>;
    return product;
}

template <class T, class Body> void forGroupHeads(const AttentionExtents& extents, const Body& body)
{
    for (std::int64_t b = 0; b < extents.batch; ++b) {
        for (std::int64_t member = 0; member < extents.group(); ++member) {
            body(GroupHeads<T>(extents, b, member), member);
        }
    }
}

template <class T, Launcher L>
void fillUnseen(L& launcher, const AttentionExtents& extents, const Operand& squares, float value)
{
    launcher.warps(extents.batch * extents.heads * extents.sequence,
        FillUnseenBody<T> { dataOf<T>(squares), extents.sequence, extents.window, value });
}

// scores = Q K^T / sqrt(head_dim); -inf where a query does not see a key
template <class T, Launcher L> void runScores(const OpCall& call, L& launcher)
{
    const AttentionExtents extents(*call.facts);
    const std::int64_t S = extents.sequence;
    const Operand& scores = call.writes[0];
    if (scores.data == nullptr) {
        return;
    }
    forGroupHeads<T>(extents, [&](const GroupHeads<T>& heads, std::int64_t) {
        Product product = headProduct(extents, S, S, extents.headDim, factorOf(heads.queries(call.reads[0])),
            factorOf(heads.keys(call.reads[0]), true), heads.squares(scores));
        product.alpha = static_cast<float>(extents.scale);
        launcher.multiply(product);
    });
    fillUnseen<T>(launcher, extents, scores, -std::numeric_limits<float>::infinity());
}

// Gradients of query and key, next to that of the value, which is there (reads[0], in place).
template <class T, Launcher L> void runScoresBackward(const OpCall& call, L& launcher)
{
    const AttentionExtents extents(*call.facts);
    const std::int64_t S = extents.sequence;
    const Operand& dScores = call.reads[1];
    const Operand& pair = call.reads[2];
    const Operand& gradient = call.writes[0];
    forGroupHeads<T>(extents, [&](const GroupHeads<T>& heads, std::int64_t member) {
        Product dQuery = headProduct(extents, S, extents.headDim, S, factorOf(heads.squares(dScores)),
            factorOf(heads.keys(pair)), heads.queries(gradient));
        dQuery.alpha = static_cast<float>(extents.scale);
        launcher.multiply(dQuery);
        Product dKey = headProduct(extents, S, extents.headDim, S, factorOf(heads.squares(dScores), true),
            factorOf(heads.queries(pair)), heads.keys(gradient));
        dKey.alpha = static_cast<float>(extents.scale);
        dKey.beta = member > 0 ? 1.0F : 0.0F;
        launcher.multiply(dKey);
    });
}

template <class T, Launcher L> void runSoftmax(const OpCall& call, L& launcher)
{
    const AttentionExtents extents(*call.facts);
    launcher.warps(extents.batch * extents.heads * extents.sequence,
        SoftmaxBody<T> { dataOf<T>(call.writes[0]), extents.sequence, extents.window });
}

template <class T, Launcher L> void runSoftmaxBackward(const OpCall& call, L& launcher)
{
    const AttentionExtents extents(*call.facts);
    launcher.warps(extents.batch * extents.heads * extents.sequence,
        SoftmaxBackwardBody<T> {
            dataOf<T>(call.writes[0]), dataOf<T>(call.reads[1]), extents.sequence, extents.window });
}

// out = P V
template <class T, Launcher L> void runValues(const OpCall& call, L& launcher)
{
    const AttentionExtents extents(*call.facts);
    if (call.writes[0].data == nullptr) {
        return;
    }
    forGroupHeads<T>(extents, [&](const GroupHeads<T>& heads, std::int64_t) {
        launcher.multiply(headProduct(extents, extents.sequence, extents.headDim, extents.sequence,
            factorOf(heads.squares(call.reads[0])), factorOf(heads.values(call.reads[1])),
            heads.queries(call.writes[0])));
    });
}

// dP = dO V^T, 0 where nothing is seen; dV = P^T dO in the value's part of a tensor like qkv
template <class T, Launcher L> void runValuesBackward(const OpCall& call, L& launcher)
{
    const AttentionExtents extents(*call.facts);
    const std::int64_t S = extents.sequence;
    const Operand& incoming = call.reads[0];
    forGroupHeads<T>(extents, [&](const GroupHeads<T>& heads, std::int64_t member) {
        launcher.multiply(headProduct(extents, S, S, extents.headDim, factorOf(heads.queries(incoming)),
            factorOf(heads.values(call.reads[1]), true), heads.squares(call.writes[0])));
        Product dValue = headProduct(extents, S, extents.headDim, S, factorOf(heads.squares(call.reads[2]), true),
            factorOf(heads.queries(incoming)), heads.values(call.writes[1]));
        dValue.beta = member > 0 ? 1.0F : 0.0F;
        launcher.multiply(dValue);
    });
    fillUnseen<T>(launcher, extents, call.writes[0], 0.0F);
}

} // namespace sublinear::cuda
