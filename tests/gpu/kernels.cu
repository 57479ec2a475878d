// SPDX-License-Identifier: MIT
// Every kernel of gpu/kernels as device code, one warp per row: that it compiles without a warning
// is the test. The machine that builds needs no GPU.
#include "gpu/kernels/activation.h"
#include "gpu/kernels/adamw.h"
#include "gpu/kernels/column_sums.h"
#include "gpu/kernels/dropout.h"
#include "gpu/kernels/loss.h"
#include "gpu/kernels/norm.h"
#include "gpu/kernels/rotary.h"
#include "gpu/kernels/softmax.h"

namespace {

using namespace sublinear::kernels;

template <class Real> __global__ void normRows(const Real* x, const Real* weight, const Real* bias, Real* y, int width)
{
    const RowStatistics<Real> statistics = rowStatistics<WarpLanes>(x, width, true, Real { 1e-5 });
    normRow<WarpLanes>(x, statistics, weight, bias, y, width);
    normRowBackward<WarpLanes>(
        x, statistics, true, width, [=](std::int64_t i) { return y[i] * weight[i]; },
        [=](std::int64_t i, Real value) { y[i] = value; });
}

template <class Real> __global__ void columns(const Real* x, Real* sums, int rows)
{
    ColumnTile<Real> totals;
    sumColumns<WarpLanes>(
        rows, kColumnTile, [=](std::int64_t row, int c) { return x[row * kColumnTile + c]; }, totals);
    sums[threadIdx.x] = totals.values[threadIdx.x];
}

template <class Real> __global__ void elements(Real* x, Real* y, AdamWStep<Real> step)
{
    const auto i = static_cast<int>(threadIdx.x);
    x[i] = gelu(x[i]) + geluSlope(x[i]) + silu(x[i]) + siluSlope(x[i]);
    const double turns = turnsPerPosition(i, 64, 10000.0) * 17;
    const SineCosine<double> point = circlePoint(turns);
    rotatePair(x[i], y[i], static_cast<Real>(point.sine), static_cast<Real>(point.cosine));
    step.apply(x[i], y[i], x[i + 32], y[i + 32]);
}

template <class Real> __global__ void losses(const Real* logits, Real* gradient, RandomStream stream, int vocab)
{
    const Real sum = logSumExp<WarpLanes>(logits, vocab);
    const std::int64_t target = tokenAt(stream, 3, 4, 128, vocab);
    crossEntropyGradient<WarpLanes>(logits, sum, target, Real { 1 }, gradient, vocab);
}

template <class Real> __global__ void softmaxRows(Real* row, Real* gradient, int width)
{
    const KeyRange range = visibleKeys(static_cast<std::int64_t>(blockIdx.x), 3);
    softmaxRow<WarpLanes>(row, range, width);
    softmaxBackwardRow<WarpLanes>(gradient, row, range, width);
    RunningSoftmax<Real> running;
    const Real factor = takeTile<WarpLanes>(running, row, range, width);
    probabilitiesOfTile<WarpLanes>(row, factor, range, width);
    gradientOfTile<WarpLanes>(gradient, row, factor, running.sum, range, width);
}

template <class Real> __global__ void drawn(Real* x, std::uint8_t* mask, RandomStream stream, Dropper<Real> dropper)
{
    const auto group = static_cast<std::int64_t>(threadIdx.x);
    const RandomBlock block = stream.words(group);
    const Normals values = normals(block);
    for (int i = 0; i < 4; ++i) {
        mask[4 * group + i] = dropper.keeps(block.words[i]);
        x[4 * group + i] = dropper.apply(static_cast<Real>(values.values[i]), mask[4 * group + i]);
    }
}

} // namespace

template <class Real> void launchAll(Real* data, std::uint8_t* mask, cudaStream_t stream)
{
    normRows<Real><<<1, kLanes, 0, stream>>>(data, data, data, data, 7);
    columns<Real><<<1, kLanes, 0, stream>>>(data, data, 7);
    elements<Real><<<1, kLanes, 0, stream>>>(data, data, AdamWStep<Real> {});
    losses<Real><<<1, kLanes, 0, stream>>>(data, data, randomStream(1, 0, 0, "tokens"), 7);
    softmaxRows<Real><<<1, kLanes, 0, stream>>>(data, data, 7);
    drawn<Real><<<1, kLanes, 0, stream>>>(data, mask, randomStream(1, 1, 1, "res2"), dropper<Real>(0.1));
}

template void launchAll<float>(float*, std::uint8_t*, cudaStream_t);
template void launchAll<double>(double*, std::uint8_t*, cudaStream_t);
