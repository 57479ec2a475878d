// SPDX-License-Identifier: MIT
#include "gpu/cpu/families.h"
#include "gpu/cpu/kept_elements.h"
#include "gpu/cpu/operands.h"
#include "gpu/kernels/activation.h"

namespace sublinear {

namespace {

template <class Real> void addDropped(const OpCall& call, ThreadPool& pool)
{
    const auto* x = elements<const Real>(call.reads[0]);
    const auto* branch = elements<const Real>(call.reads[1]);
    auto* y = elements<Real>(call.writes[0]);
    auto* mask = elements<std::uint8_t>(call.writes[1]);
    const auto dropper = kernels::dropper<Real>(call.facts->dropoutRate);
    const kernels::RandomStream stream = drawnBy(call);
    pool.forEach(elementCount(call.reads[0]), kPieceElements, [=](std::int64_t begin, std::int64_t end) {
        forKept<Real>(
            stream, dropper, begin, end, [=](std::int64_t first, std::int64_t count, const std::uint8_t* kept) {
                if (mask != nullptr) {
                    std::copy_n(kept, count, mask + first);
                }
                forElements(0, count, [=](std::int64_t i) SUBLINEAR_INLINED {
                    y[first + i] = x[first + i] + dropper.apply(branch[first + i], kept[i]);
                });
            });
    });
}

} // namespace

// y = x + branch in the branch's place; a second result is the mask of its dropout
template <class Real> void runAdd(const OpCall& call, ThreadPool& pool)
{
    if (call.writes.size() > 1) {
        addDropped<Real>(call, pool);
        return;
    }
    const auto* x = elements<const Real>(call.reads[0]);
    const auto* branch = elements<const Real>(call.reads[1]);
    auto* y = elements<Real>(call.writes[0]);
    pool.forEach(elementCount(call.reads[0]), kPieceElements, [=](std::int64_t begin, std::int64_t end) {
        forElements(begin, end, [=](std::int64_t i) SUBLINEAR_INLINED { y[i] = x[i] + branch[i]; });
    });
}

template <class Real> void runActivation(const OpCall& call, ThreadPool& pool)
{
    const auto* x = elements<const Real>(call.reads[0]);
    auto* y = elements<Real>(call.writes[0]);
    pool.forEach(elementCount(call.reads[0]), kPieceElements, [=](std::int64_t begin, std::int64_t end) {
        forElements(begin, end, [=](std::int64_t i) SUBLINEAR_INLINED { y[i] = kernels::gelu(x[i]); });
    });
}

// dx in the place of dy
template <class Real> void runActivationBackward(const OpCall& call, ThreadPool& pool)
{
    const auto* incoming = elements<const Real>(call.reads[0]);
    const auto* x = elements<const Real>(call.reads[1]);
    auto* result = elements<Real>(call.writes[0]);
    pool.forEach(elementCount(call.reads[0]), kPieceElements, [=](std::int64_t begin, std::int64_t end) {
        forElements(
            begin, end, [=](std::int64_t i) SUBLINEAR_INLINED { result[i] = incoming[i] * kernels::geluSlope(x[i]); });
    });
}

// (M, 2F) -> (M, F): silu(gate) * up, the gate in the first half of a row
template <class Real> void runGatedActivation(const OpCall& call, ThreadPool& pool)
{
    const std::int64_t width = call.writes[0].shape.extents[1];
    const auto* pairs = elements<const Real>(call.reads[0]);
    auto* y = elements<Real>(call.writes[0]);
    pool.forEach(call.reads[0].shape.extents[0], rowsPerPiece(width), [=](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row) {
            const Real* gate = pairs + row * 2 * width;
            const Real* up = gate + width;
            Real* out = y + row * width;
            forElements(0, width, [=](std::int64_t i) SUBLINEAR_INLINED { out[i] = kernels::silu(gate[i]) * up[i]; });
        }
    });
}

template <class Real> void runGatedActivationBackward(const OpCall& call, ThreadPool& pool)
{
    const std::int64_t width = call.reads[0].shape.extents[1];
    const auto* incoming = elements<const Real>(call.reads[0]);
    const auto* pairs = elements<const Real>(call.reads[1]);
    auto* result = elements<Real>(call.writes[0]);
    pool.forEach(call.reads[0].shape.extents[0], rowsPerPiece(width), [=](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row) {
            const Real* dy = incoming + row * width;
            const Real* gate = pairs + row * 2 * width;
            const Real* up = gate + width;
            Real* gateGradient = result + row * 2 * width;
            Real* upGradient = gateGradient + width;
            forElements(0, width, [=](std::int64_t i) SUBLINEAR_INLINED {
                gateGradient[i] = dy[i] * up[i] * kernels::siluSlope(gate[i]);
                upGradient[i] = dy[i] * kernels::silu(gate[i]);
            });
        }
    });
}

template void runAdd<float>(const OpCall&, ThreadPool&);
template void runAdd<double>(const OpCall&, ThreadPool&);
template void runActivation<float>(const OpCall&, ThreadPool&);
template void runActivation<double>(const OpCall&, ThreadPool&);
template void runActivationBackward<float>(const OpCall&, ThreadPool&);
template void runActivationBackward<double>(const OpCall&, ThreadPool&);
template void runGatedActivation<float>(const OpCall&, ThreadPool&);
template void runGatedActivation<double>(const OpCall&, ThreadPool&);
template void runGatedActivationBackward<float>(const OpCall&, ThreadPool&);
template void runGatedActivationBackward<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
