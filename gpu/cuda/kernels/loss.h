// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/data.h"
#include "gpu/cuda/kernels/column_sums.h"
#include "gpu/cuda/kernels/groups.h"
#include "gpu/kernels/loss.h"

#include <algorithm>

namespace sublinear::cuda {

/// sum = (sum +) factor * the parts' sum, by one warp.
struct SumPartsBody {
    const double* parts;
    std::int64_t count;
    double factor;
    bool adds;
    double* sum;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t) const
    {
        typename Lanes::template Each<double> sums;
        Lanes::over(count, [&](int lane, std::int64_t i) { sums[lane] += parts[i]; });
        const double total = Lanes::sum(sums) * factor;
        Lanes::once([&] { *sum = adds ? *sum + total : total; });
    }
};

/// The items of part p: [p*grain, (p+1)*grain).
struct PartOf {
    std::int64_t count;
    std::int64_t grain;

    [[nodiscard]] SUBLINEAR_ARITHMETIC std::int64_t begin(std::int64_t part) const { return part * grain; }
    [[nodiscard]] SUBLINEAR_ARITHMETIC std::int64_t end(std::int64_t part) const
    {
        return (part + 1) * grain < count ? (part + 1) * grain : count;
    }
    [[nodiscard]] std::int64_t parts() const { return (count + grain - 1) / grain; }
};

inline PartOf partsOf(std::int64_t count)
{
    return { count, std::max<std::int64_t>(1, (count + kSumParts - 1) / kSumParts) };
}

/// Sum of x*R over a part's groups; R*share in the place of x.
template <class T> struct StackLossBody {
    T* x;
    std::int64_t count;
    PartOf groups;
    kernels::RandomStream stream;
    float share;
    double* parts;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t part) const
    {
        const std::int64_t begin = groups.begin(part);
        typename Lanes::template Each<double> sums;
        Lanes::over(groups.end(part) - begin, [&](int lane, std::int64_t i) {
            const std::int64_t first = (begin + i) * kGroup;
            const kernels::Normals drawn = kernels::normals(stream.words(begin + i));
            Group values = loadGroup(x + first, count - first);
            SUBLINEAR_UNROLLED
            for (int e = 0; e < kGroup; ++e) {
                const float gradient = drawn.values[e] * share;
                sums[lane] += static_cast<double>(values.values[e]) * static_cast<double>(gradient);
                values.values[e] = gradient;
            }
            storeGroup(x + first, values, count - first);
        });
        const double sum = Lanes::sum(sums);
        Lanes::once([&] { parts[part] = sum; });
    }
};

/// Cross entropy of rows of logits, `first` the number of the first row in the batch. `sums` and
/// `gradient` may be null.
template <class T> struct CrossEntropyBody {
    const float* logits;
    std::int64_t vocab;
    PartOf rows;
    std::int64_t first;
    kernels::RandomStream stream;
    std::int64_t sequence;
    float* sums;
    T* gradient;
    float share;
    double* parts;

    [[nodiscard]] SUBLINEAR_ARITHMETIC std::int64_t target(std::int64_t row) const
    {
        const std::int64_t all = first + row;
        return kernels::tokenAt(stream, all / sequence, all % sequence + 1, sequence, vocab);
    }

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t part) const
    {
        double loss = 0.0;
        for (std::int64_t row = rows.begin(part); row < rows.end(part); ++row) {
            const float* own = logits + row * vocab;
            const float sum = kernels::logSumExp<Lanes>(own, vocab);
            const std::int64_t wanted = target(row);
            loss += static_cast<double>(sum - own[wanted]);
            if (sums != nullptr) {
                Lanes::once([&] { sums[row] = sum; });
            }
            if (gradient != nullptr) {
                kernels::crossEntropyGradient<Lanes>(own, sum, wanted, share, gradient + row * vocab, vocab);
            }
        }
        Lanes::once([&] { parts[part] = loss; });
    }
};

template <class T> struct CrossEntropyBackwardBody {
    CrossEntropyBody<T> loss;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t row) const
    {
        kernels::crossEntropyGradient<Lanes>(loss.logits + row * loss.vocab, loss.sums[row], loss.target(row),
            loss.share, loss.gradient + row * loss.vocab, loss.vocab);
    }
};

/// Numbers that are none, counted.
struct NotFiniteBody {
    const float* values;
    PartOf elements;
    double* parts;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t part) const
    {
        const std::int64_t begin = elements.begin(part);
        typename Lanes::template Each<double> found;
        Lanes::over(elements.end(part) - begin, [&](int lane, std::int64_t i) {
            const float value = values[begin + i];
            found[lane] += value - value == 0.0F ? 0.0 : 1.0;
        });
        const double sum = Lanes::sum(found);
        Lanes::once([&] { parts[part] = sum; });
    }
};

template <Launcher L> void sumParts(L& launcher, std::int64_t parts, double factor, bool adds)
{
    launcher.warps(1, SumPartsBody { launcher.parts(), parts, factor, adds, launcher.sum() });
}

/// How many of the values are NaN or infinite: added to launcher.sum().
template <Launcher L> void countNotFinite(L& launcher, const float* values, std::int64_t count)
{
    const PartOf elements = partsOf(count);
    launcher.warps(elements.parts(), NotFiniteBody { values, elements, launcher.parts() });
    sumParts(launcher, elements.parts(), 1.0, true);
}

// <x_N, R>/rows with R fixed, normal; its gradient R/rows in the place of x_N
template <class T, Launcher L> void runStackLoss(const OpCall& call, L& launcher)
{
    const std::int64_t count = elementsOf(call.reads[0]);
    const PartOf groups = partsOf(groupsOf(count));
    launcher.warps(groups.parts(),
        StackLossBody<T> { dataOf<T>(call.writes[0]), count, groups,
            kernels::randomStream(call.facts->seed, 0, 0, "stack loss"),
            1.0F / static_cast<float>(call.reads[0].shape.extents[0]), launcher.parts() });
    sumParts(launcher, groups.parts(), 1.0, false);
}

template <class T>
CrossEntropyBody<T> crossEntropyOf(const RunFacts& facts, const float* logits, std::int64_t rows, std::int64_t all)
{
    return { logits, facts.shape.vocab, partsOf(rows), 0, tokenStream(facts), facts.shape.sequence, nullptr, nullptr,
        1.0F / static_cast<float>(all), nullptr };
}

// Mean over rows of lse - logit of the next token; the lse are kept.
template <class T, Launcher L> void runCrossEntropy(const OpCall& call, L& launcher)
{
    const std::int64_t rows = call.reads[0].shape.extents[0];
    CrossEntropyBody<float> body = crossEntropyOf<float>(*call.facts, floats(call.reads[0]), rows, rows);
    body.sums = floats(call.writes[0]);
    body.parts = launcher.parts();
    launcher.warps(body.rows.parts(), body);
    sumParts(launcher, body.rows.parts(), 1.0 / static_cast<double>(rows), false);
}

template <class T, Launcher L> void runCrossEntropyBackward(const OpCall& call, L& launcher)
{
    const std::int64_t rows = call.reads[0].shape.extents[0];
    CrossEntropyBody<float> body = crossEntropyOf<float>(*call.facts, floats(call.reads[0]), rows, rows);
    body.sums = floats(call.reads[1]);
    body.gradient = floats(call.writes[0]);
    launcher.warps(rows, CrossEntropyBackwardBody<float> { body });
}

// Chunk by chunk, so that no more than one chunk of logits is there at a time; the rows' gradient
// takes their place.
template <class T, Launcher L> void runChunkedLoss(const OpCall& call, L& launcher)
{
    const std::int64_t rows = call.reads[0].shape.extents[0];
    const std::int64_t width = call.reads[0].shape.extents[1];
    const std::int64_t vocab = call.writes[1].shape.extents[1];
    const bool tied = call.facts->tiedHead;
    float* logits = floats(call.writes[1]);
    T* gradient = dataOf<T>(call.writes[2]);
    const T* weight = dataOf<T>(call.parameters[0]);
    for (std::int64_t first = 0; first < rows; first += call.writes[1].shape.extents[0]) {
        const std::int64_t count = std::min(call.writes[1].shape.extents[0], rows - first);
        T* own = dataOf<T>(call.writes[0]) + first * width;
        Product product;
        product.m = count;
        product.n = vocab;
        product.k = width;
        product.a = { own, width, false, 0 };
        product.b = { weight, tied ? width : vocab, tied, 0 };
        product.c = logits;
        product.cStride = vocab;
        product.factors = kTypeOf<T>;
        product.bias = call.parameters.size() > 1 ? dataOf<T>(call.parameters[1]) : nullptr;
        launcher.multiply(product);

        CrossEntropyBody<T> body = crossEntropyOf<T>(*call.facts, logits, count, rows);
        body.first = first;
        body.gradient = gradient;
        body.parts = launcher.parts();
        launcher.warps(body.rows.parts(), body);
        sumParts(launcher, body.rows.parts(), 1.0 / static_cast<double>(rows), first > 0);

        const ProductFactor input { own, width, !tied, 0 };
        const ProductFactor incoming { gradient, vocab, tied, 0 };
        Product dWeight;
        dWeight.m = tied ? vocab : width;
        dWeight.n = tied ? width : vocab;
        dWeight.k = count;
        dWeight.a = tied ? incoming : input;
        dWeight.b = tied ? input : incoming;
        dWeight.c = floats(call.gradients[0]);
        dWeight.cStride = dWeight.n;
        dWeight.beta = 1.0F;
        dWeight.factors = kTypeOf<T>;
        launcher.multiply(dWeight);
        if (call.gradients.size() > 1) {
            addColumnSums(launcher, count, vocab, floats(call.gradients[1]), PlainTerm<T> { gradient, vocab });
        }

        Product dRows;
        dRows.m = count;
        dRows.n = width;
        dRows.k = vocab;
        dRows.a = { gradient, vocab, false, 0 };
        dRows.b = { weight, tied ? width : vocab, !tied, 0 };
        dRows.c = own;
        dRows.cStride = width;
        dRows.factors = dRows.result = kTypeOf<T>;
        launcher.multiply(dRows);
    }
}

} // namespace sublinear::cuda
