// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/attention_extents.h"
#include "gpu/cuda/kernels/launcher.h"
#include "gpu/kernels/softmax.h"

namespace sublinear::cuda {

/// Fused attention in its plain form: a warp for each query, or key, of each head; a lane for each of
/// 32 keys, or queries, that it meets at a time. Memory is O(S), every sum has one owner and one
/// order. Not on tensor cores.
inline constexpr std::int64_t kMostHeadDim = 256;

/// What one lane holds of a row of head_dim numbers: elements lane, lane+32, ...
struct RowPart {
    static constexpr int kCount = static_cast<int>(kMostHeadDim) / kernels::kLanes;
    float values[kCount] {};

    /// visit(value, element) for those below `width`.
    template <class Visit> SUBLINEAR_ARITHMETIC void visit(int lane, std::int64_t width, const Visit& visit)
    {
        SUBLINEAR_UNROLLED
        for (int i = 0; i < kCount; ++i) {
            const std::int64_t element = i * kernels::kLanes + lane;
            if (element < width) {
                visit(values[i], element);
            }
        }
    }
};

template <class T> SUBLINEAR_ARITHMETIC float product(const T* a, const T* b, std::int64_t width)
{
    float sum = 0.0F;
    for (std::int64_t i = 0; i < width; ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

/// Where the rows of the heads stand in tensors (B*S, width).
template <class T> struct HeadsLayout {
    std::int64_t sequence;
    std::int64_t heads;
    std::int64_t kvHeads;
    std::int64_t headDim;
    std::int64_t window;
    float scale;
    const T* pair; ///< query and key
    std::int64_t pairStride;
    const T* qkv; ///< value
    std::int64_t qkvStride;

    [[nodiscard]] SUBLINEAR_ARITHMETIC std::int64_t kvHeadOf(std::int64_t head) const
    {
        return head / (heads / kvHeads);
    }
    [[nodiscard]] SUBLINEAR_ARITHMETIC const T* query(std::int64_t b, std::int64_t head, std::int64_t i) const
    {
        return pair + (b * sequence + i) * pairStride + head * headDim;
    }
    [[nodiscard]] SUBLINEAR_ARITHMETIC const T* key(std::int64_t b, std::int64_t kvHead, std::int64_t i) const
    {
        return pair + (b * sequence + i) * pairStride + (heads + kvHead) * headDim;
    }
    [[nodiscard]] SUBLINEAR_ARITHMETIC const T* value(std::int64_t b, std::int64_t kvHead, std::int64_t i) const
    {
        return qkv + (b * sequence + i) * qkvStride + (heads + kvHeads + kvHead) * headDim;
    }
    /// A row of a tensor (B*S, H*head_dim).
    [[nodiscard]] SUBLINEAR_ARITHMETIC std::int64_t outAt(std::int64_t b, std::int64_t head, std::int64_t i) const
    {
        return ((b * sequence + i) * heads + head) * headDim;
    }
};

/// item = (b*H + h)*S + query
template <class T> struct FusedForwardBody {
    HeadsLayout<T> layout;
    T* out; ///< may be null, as logSums
    float* logSums;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t item) const
    {
        const std::int64_t i = item % layout.sequence;
        const std::int64_t head = item / layout.sequence % layout.heads;
        const std::int64_t b = item / layout.sequence / layout.heads;
        const std::int64_t kvHead = layout.kvHeadOf(head);
        const std::int64_t width = layout.headDim;
        const T* query = layout.query(b, head, i);
        const kernels::KeyRange range = kernels::visibleKeys(i, layout.window);
        typename Lanes::template Each<RowPart> sums;
        float largest = -static_cast<float>(INFINITY);
        float total = 0.0F;
        for (std::int64_t first = range.first; first < range.end; first += kernels::kLanes) {
            const std::int64_t count =
                range.end - first < kernels::kLanes ? range.end - first : std::int64_t { kernels::kLanes };
            typename Lanes::template Each<float> scores;
            Lanes::each([&](int lane) {
                scores[lane] = lane < count ? product(query, layout.key(b, kvHead, first + lane), width) * layout.scale
                                            : -static_cast<float>(INFINITY);
            });
            auto most = scores;
            const float tileLargest = Lanes::largest(most);
            const float next = largest < tileLargest ? tileLargest : largest;
            const float factor = kernels::exponential(largest - next); // 0 at the first
            largest = next;
            typename Lanes::template Each<float> powers;
            Lanes::each([&](int lane) {
                powers[lane] = lane < count ? kernels::exponential(scores[lane] - next) : 0.0F;
                sums[lane].visit(lane, width, [factor](float& sum, std::int64_t) { sum *= factor; });
            });
            auto added = powers;
            total = total * factor + Lanes::sum(added);
            for (int k = 0; k < count; ++k) {
                const float power = Lanes::from(powers, k);
                const T* value = layout.value(b, kvHead, first + k);
                Lanes::each([&](int lane) {
                    sums[lane].visit(
                        lane, width, [&](float& sum, std::int64_t element) { sum += power * value[element]; });
                });
            }
        }
        if (out != nullptr) {
            const float inverse = 1.0F / total;
            T* to = out + layout.outAt(b, head, i);
            Lanes::each([&](int lane) {
                sums[lane].visit(
                    lane, width, [to, inverse](float& sum, std::int64_t element) { to[element] = sum * inverse; });
            });
        }
        if (logSums != nullptr) {
            Lanes::once([&] { logSums[item] = largest + kernels::logarithm(total); });
        }
    }
};

/// <dO, O> of every query; item as in forward.
template <class T> struct RowSumsBody {
    HeadsLayout<T> layout;
    const T* incoming;
    const T* out;
    float* rowSums;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t item) const
    {
        const std::int64_t head = item / layout.sequence;
        const std::int64_t at = layout.outAt(head / layout.heads, head % layout.heads, item % layout.sequence);
        const float sum = kernels::dotProduct<Lanes>(incoming + at, out + at, layout.headDim);
        Lanes::once([&] { rowSums[item] = sum; });
    }
};

/// What the backward pass reads, and the gradient that is like qkv.
template <class T> struct FusedBackward {
    HeadsLayout<T> layout;
    const T* incoming;
    const float* logSums;
    const float* rowSums;
    T* gradient;
    std::int64_t gradientStride;

    struct Weights {
        float probability;
        float gradient; ///< of the score before it was scaled, times the scale
    };
    [[nodiscard]] SUBLINEAR_ARITHMETIC Weights at(
        std::int64_t b, std::int64_t head, std::int64_t i, std::int64_t kvHead, std::int64_t j) const
    {
        const std::int64_t width = layout.headDim;
        const std::int64_t row = (b * layout.heads + head) * layout.sequence + i;
        const float score = product(layout.query(b, head, i), layout.key(b, kvHead, j), width) * layout.scale;
        const float probability = kernels::exponential(score - logSums[row]);
        const float direction = product(incoming + layout.outAt(b, head, i), layout.value(b, kvHead, j), width);
        return { probability, probability * (direction - rowSums[row]) * layout.scale };
    }
    [[nodiscard]] SUBLINEAR_ARITHMETIC T* gradientOf(std::int64_t b, std::int64_t column, std::int64_t i) const
    {
        return gradient + (b * layout.sequence + i) * gradientStride + column * layout.headDim;
    }
};

/// dQ of one query; item as in forward.
template <class T> struct QueryGradientBody {
    FusedBackward<T> backward;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t item) const
    {
        const HeadsLayout<T>& layout = backward.layout;
        const std::int64_t i = item % layout.sequence;
        const std::int64_t head = item / layout.sequence % layout.heads;
        const std::int64_t b = item / layout.sequence / layout.heads;
        const std::int64_t kvHead = layout.kvHeadOf(head);
        const kernels::KeyRange range = kernels::visibleKeys(i, layout.window);
        typename Lanes::template Each<RowPart> sums;
        for (std::int64_t first = range.first; first < range.end; first += kernels::kLanes) {
            const std::int64_t count =
                range.end - first < kernels::kLanes ? range.end - first : std::int64_t { kernels::kLanes };
            typename Lanes::template Each<float> weights;
            Lanes::each([&](int lane) {
                weights[lane] = lane < count ? backward.at(b, head, i, kvHead, first + lane).gradient : 0.0F;
            });
            for (int k = 0; k < count; ++k) {
                const float weight = Lanes::from(weights, k);
                const T* key = layout.key(b, kvHead, first + k);
                Lanes::each([&](int lane) {
                    sums[lane].visit(
                        lane, layout.headDim, [&](float& sum, std::int64_t element) { sum += weight * key[element]; });
                });
            }
        }
        T* to = backward.gradientOf(b, head, i);
        Lanes::each([&](int lane) {
            sums[lane].visit(lane, layout.headDim, [to](float& sum, std::int64_t element) { to[element] = sum; });
        });
    }
};

/// dK and dV of one key, over all query heads that share it: item = (b*Hkv + h)*S + key.
template <class T> struct KeyGradientBody {
    FusedBackward<T> backward;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t item) const
    {
        const HeadsLayout<T>& layout = backward.layout;
        const std::int64_t j = item % layout.sequence;
        const std::int64_t kvHead = item / layout.sequence % layout.kvHeads;
        const std::int64_t b = item / layout.sequence / layout.kvHeads;
        const std::int64_t group = layout.heads / layout.kvHeads;
        const std::int64_t width = layout.headDim;
        const std::int64_t limit = j + layout.window;
        const std::int64_t end = layout.window > 0 && limit < layout.sequence ? limit : layout.sequence;
        typename Lanes::template Each<RowPart> keySums;
        typename Lanes::template Each<RowPart> valueSums;
        for (std::int64_t head = kvHead * group; head < (kvHead + 1) * group; ++head) {
            for (std::int64_t first = j; first < end; first += kernels::kLanes) {
                const std::int64_t count =
                    end - first < kernels::kLanes ? end - first : std::int64_t { kernels::kLanes };
                typename Lanes::template Each<float> probabilities;
                typename Lanes::template Each<float> weights;
                Lanes::each([&](int lane) {
                    typename FusedBackward<T>::Weights both { 0.0F, 0.0F };
                    if (lane < count) {
                        both = backward.at(b, head, first + lane, kvHead, j);
                    }
                    probabilities[lane] = both.probability;
                    weights[lane] = both.gradient;
                });
                for (int k = 0; k < count; ++k) {
                    const float probability = Lanes::from(probabilities, k);
                    const float weight = Lanes::from(weights, k);
                    const T* query = layout.query(b, head, first + k);
                    const T* dOut = backward.incoming + layout.outAt(b, head, first + k);
                    Lanes::each([&](int lane) {
                        keySums[lane].visit(
                            lane, width, [&](float& sum, std::int64_t element) { sum += weight * query[element]; });
                        valueSums[lane].visit(
                            lane, width, [&](float& sum, std::int64_t element) { sum += probability * dOut[element]; });
                    });
                }
            }
        }
        T* dKey = backward.gradientOf(b, layout.heads + kvHead, j);
        T* dValue = backward.gradientOf(b, layout.heads + layout.kvHeads + kvHead, j);
        Lanes::each([&](int lane) {
            keySums[lane].visit(lane, width, [dKey](float& sum, std::int64_t element) { dKey[element] = sum; });
            valueSums[lane].visit(lane, width, [dValue](float& sum, std::int64_t element) { dValue[element] = sum; });
        });
    }
};

template <class T> HeadsLayout<T> layoutOf(const AttentionExtents& extents, const Operand& pair, const Operand& qkv)
{
    return { extents.sequence, extents.heads, extents.kvHeads, extents.headDim, extents.window,
        static_cast<float>(extents.scale), dataOf<T>(pair), pair.shape.extents[1], dataOf<T>(qkv),
        qkv.shape.extents[1] };
}

} // namespace sublinear::cuda
