// SPDX-License-Identifier: MIT
#include "gpu/kernels/loss.h"

#include "gpu/cpu/data.h"
#include "gpu/cpu/families.h"
#include "gpu/cpu/normals.h"
#include "gpu/cpu/operands.h"
#include "gpu/cpu/ordered_sum.h"

namespace sublinear {

namespace {

using kernels::HostLanes;

void setLoss(const OpCall& call, double loss)
{
    if (call.results != nullptr) {
        call.results->loss = loss;
    }
}

// Sum of x*R over elements begin..end-1, R*share written in the place of x.
template <class Real>
double stackLossPart(Real* x, const kernels::RandomStream& stream, float share, std::int64_t begin, std::int64_t end)
{
    HostLanes::Each<double> sums;
    forNormals(stream, begin, end, [&](std::int64_t first, std::int64_t count, const float* drawn) {
        vectorised([&](auto) SUBLINEAR_INLINED {
            HostLanes::over(count, [&](int lane, std::int64_t i) SUBLINEAR_INLINED {
                const float gradient = drawn[i] * share;
                sums[lane] += static_cast<double>(x[first + i]) * static_cast<double>(gradient);
                x[first + i] = static_cast<Real>(gradient);
            });
        });
    });
    return HostLanes::sum(sums);
}

} // namespace

// <x_N, R>/rows with R fixed, normal; its gradient R/rows in the place of x_N. Per row, as a loss
// over tokens is.
template <class Real> void runStackLoss(const OpCall& call, ThreadPool& pool)
{
    auto* x = elements<Real>(call.writes[0]);
    const kernels::RandomStream stream = kernels::randomStream(call.facts->seed, 0, 0, "stack loss");
    const float share = 1.0F / static_cast<float>(call.reads[0].shape.extents[0]);
    setLoss(call,
        orderedSum(pool, elementCount(call.reads[0]), kernels::kLanes,
            [=](std::int64_t begin, std::int64_t end) { return stackLossPart(x, stream, share, begin, end); }));
}

// Mean over rows of lse - logit of the next token; the lse are kept.
template <class Real> void runCrossEntropy(const OpCall& call, ThreadPool& pool)
{
    const std::int64_t rows = call.reads[0].shape.extents[0];
    const std::int64_t vocab = call.reads[0].shape.extents[1];
    const auto* logits = elements<const Real>(call.reads[0]);
    auto* sums = elements<Real>(call.writes[0]);
    const RunFacts& facts = *call.facts;
    const double total = orderedSum(pool, rows, 1, [&](std::int64_t begin, std::int64_t end) {
        double part = 0.0;
        forRows(begin, end, [&](std::int64_t row) SUBLINEAR_INLINED {
            const Real* own = logits + row * vocab;
            const Real sum = kernels::logSumExp<HostLanes>(own, vocab);
            if (sums != nullptr) {
                sums[row] = sum;
            }
            part += static_cast<double>(sum - own[targetOf(facts, row)]);
        });
        return part;
    });
    setLoss(call, total / static_cast<double>(rows));
}

template <class Real> void runCrossEntropyBackward(const OpCall& call, ThreadPool& pool)
{
    const std::int64_t rows = call.reads[0].shape.extents[0];
    const std::int64_t vocab = call.reads[0].shape.extents[1];
    const auto* logits = elements<const Real>(call.reads[0]);
    const auto* sums = elements<const Real>(call.reads[1]);
    auto* gradient = elements<Real>(call.writes[0]);
    const Real share = Real { 1 } / static_cast<Real>(rows);
    const RunFacts& facts = *call.facts;
    pool.forEach(rows, rowsPerPiece(vocab), [&](std::int64_t begin, std::int64_t end) {
        forRows(begin, end, [&](std::int64_t row) SUBLINEAR_INLINED {
            kernels::crossEntropyGradient<HostLanes>(logits + row * vocab, sums[row],
                static_cast<std::int64_t>(targetOf(facts, row)), share, gradient + row * vocab, vocab);
        });
    });
}

template void runStackLoss<float>(const OpCall&, ThreadPool&);
template void runStackLoss<double>(const OpCall&, ThreadPool&);
template void runCrossEntropy<float>(const OpCall&, ThreadPool&);
template void runCrossEntropy<double>(const OpCall&, ThreadPool&);
template void runCrossEntropyBackward<float>(const OpCall&, ThreadPool&);
template void runCrossEntropyBackward<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
