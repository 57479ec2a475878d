// SPDX-License-Identifier: MIT
#include "gpu/kernels/dropout.h"

#include "gpu/cpu/dropped_rows.h"
#include "gpu/cpu/families.h"
#include "gpu/cpu/operands.h"

namespace sublinear {

template <class Real> void runDropout(const OpCall& call, ThreadPool& pool)
{
    const auto* x = elements<const Real>(call.reads[0]);
    auto* y = elements<Real>(call.writes[0]); // may be x
    auto* mask = elements<std::uint8_t>(call.writes[1]);
    const auto dropper = kernels::dropper<Real>(call.facts->dropoutRate);
    const kernels::RandomStream stream = drawnBy(call);
    pool.forEach(elementCount(call.reads[0]), kPieceElements, [=](std::int64_t begin, std::int64_t end) {
        forDrawn<Real>(stream, dropper, begin, end, [=](std::int64_t i, std::uint8_t kept) {
            if (mask != nullptr) {
                mask[i] = kept;
            }
            if (y != nullptr) {
                y[i] = dropper.apply(x[i], kept);
            }
        });
    });
}

template <class Real> void runDropoutBackward(const OpCall& call, ThreadPool& pool)
{
    const auto* incoming = elements<const Real>(call.reads[0]);
    const auto* mask = elements<const std::uint8_t>(call.reads[1]);
    auto* result = elements<Real>(call.writes[0]); // may be `incoming`
    const auto dropper = kernels::dropper<Real>(call.facts->dropoutRate);
    pool.forEach(elementCount(call.reads[0]), kPieceElements, [=](std::int64_t begin, std::int64_t end) {
        forElements(begin, end, [=](std::int64_t i) { result[i] = dropper.apply(incoming[i], mask[i]); });
    });
}

template void runDropout<float>(const OpCall&, ThreadPool&);
template void runDropout<double>(const OpCall&, ThreadPool&);
template void runDropoutBackward<float>(const OpCall&, ThreadPool&);
template void runDropoutBackward<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
