// SPDX-License-Identifier: MIT
#include "gpu/kernels/dropout.h"

#include "gpu/cpu/families.h"
#include "gpu/cpu/kept_elements.h"
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
        forKept<Real>(
            stream, dropper, begin, end, [=](std::int64_t first, std::int64_t count, const std::uint8_t* kept) {
                if (mask != nullptr) {
                    std::copy_n(kept, count, mask + first);
                }
                if (y != nullptr) {
                    forElements(0, count,
                        [=](std::int64_t i) SUBLINEAR_INLINED { y[first + i] = dropper.apply(x[first + i], kept[i]); });
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
        forElements(
            begin, end, [=](std::int64_t i) SUBLINEAR_INLINED { result[i] = dropper.apply(incoming[i], mask[i]); });
    });
}

template void runDropout<float>(const OpCall&, ThreadPool&);
template void runDropout<double>(const OpCall&, ThreadPool&);
template void runDropoutBackward<float>(const OpCall&, ThreadPool&);
template void runDropoutBackward<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
