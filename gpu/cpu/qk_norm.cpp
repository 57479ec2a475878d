// SPDX-License-Identifier: MIT
#include "gpu/cpu/column_sums.h"
#include "gpu/cpu/families.h"
#include "gpu/cpu/operands.h"
#include "gpu/kernels/norm.h"
#include "gpu/run/qk_parts.h"

namespace sublinear {

namespace {

using kernels::HostLanes;
using kernels::RowStatistics;

// Parts `first` .. first+count-1 of all rows share one weight.
template <class Real> struct Shared {
    const Real* incoming; ///< rows of `stride`
    const Real* raw; ///< rows of `stride`
    const Real* inverseStd; ///< rows of `parts`
    std::int64_t stride;
    std::int64_t parts;
    std::int64_t first;
    std::int64_t count;
    std::int64_t offset; ///< of the first part in a row
    std::int64_t width;
};

template <class Real>
void addWeightGradient(ThreadPool& pool, std::int64_t rows, const Shared<Real>& from, Real* target)
{
    addColumnSums(
        pool, rows * from.count, from.width, target, [from](std::int64_t index, std::int64_t c) SUBLINEAR_INLINED {
            const std::int64_t row = index / from.count;
            const std::int64_t part = index % from.count;
            const std::int64_t at = row * from.stride + from.offset + part * from.width + c;
            return from.incoming[at] * (from.raw[at] * from.inverseStd[row * from.parts + from.first + part]);
        });
}

} // namespace

// (M, qkv) -> (M, query and key) normed, RMS without mean
template <class Real> void runQkNorm(const OpCall& call, ThreadPool& pool)
{
    const QkParts parts = qkParts(*call.facts);
    const std::int64_t rows = call.reads[0].shape.extents[0];
    const std::int64_t stride = call.reads[0].shape.extents[1];
    const std::int64_t pairWidth = parts.pairWidth();
    const auto* raw = elements<const Real>(call.reads[0]);
    auto* pair = elements<Real>(call.writes[0]);
    auto* kept = elements<Real>(call.writes[1]);
    const auto* queryWeight = elements<const Real>(call.parameters[0]);
    const auto* keyWeight = elements<const Real>(call.parameters[1]);
    const auto epsilon = static_cast<Real>(call.facts->normEpsilon);
    pool.forEach(rows, rowsPerPiece(pairWidth), [&](std::int64_t begin, std::int64_t end) {
        forRows(begin, end, [&](std::int64_t row) SUBLINEAR_INLINED {
            for (std::int64_t part = 0; part < parts.count(); ++part) {
                const std::int64_t width = parts.width(part);
                const Real* from = raw + row * stride + parts.offset(part);
                const RowStatistics<Real> statistics = kernels::rowStatistics<HostLanes>(from, width, false, epsilon);
                if (kept != nullptr) {
                    kept[row * parts.count() + part] = statistics.inverseStd;
                }
                if (pair != nullptr) {
                    kernels::normRow<HostLanes>(from, statistics, parts.isQuery(part) ? queryWeight : keyWeight,
                        static_cast<const Real*>(nullptr), pair + row * pairWidth + parts.offset(part), width);
                }
            }
        });
    });
}

// In the place of the gradient of qkv, whose value part stays as it is.
template <class Real> void runQkNormBackward(const OpCall& call, ThreadPool& pool)
{
    const QkParts parts = qkParts(*call.facts);
    const std::int64_t rows = call.reads[0].shape.extents[0];
    const std::int64_t stride = call.reads[0].shape.extents[1];
    const auto* raw = elements<const Real>(call.reads[1]);
    const auto* kept = elements<const Real>(call.reads[2]);
    auto* gradient = elements<Real>(call.writes[0]);
    const Shared<Real> query { gradient, raw, kept, stride, parts.count(), 0, parts.queries, 0, parts.queryWidth };
    const Shared<Real> key { gradient, raw, kept, stride, parts.count(), parts.queries, parts.keys,
        parts.queries * parts.queryWidth, parts.keyWidth };
    addWeightGradient(pool, rows, query, elements<Real>(call.gradients[0]));
    addWeightGradient(pool, rows, key, elements<Real>(call.gradients[1]));
    const auto* queryWeight = elements<const Real>(call.parameters[0]);
    const auto* keyWeight = elements<const Real>(call.parameters[1]);
    pool.forEach(rows, rowsPerPiece(parts.pairWidth()), [&](std::int64_t begin, std::int64_t end) {
        forRows(begin, end, [&](std::int64_t row) SUBLINEAR_INLINED {
            for (std::int64_t part = 0; part < parts.count(); ++part) {
                Real* place = gradient + row * stride + parts.offset(part);
                const Real* weight = parts.isQuery(part) ? queryWeight : keyWeight;
                const RowStatistics<Real> statistics { Real { 0 }, kept[row * parts.count() + part] };
                kernels::normRowBackward<HostLanes>(
                    raw + row * stride + parts.offset(part), statistics, false, parts.width(part),
                    [place, weight](std::int64_t i) SUBLINEAR_INLINED { return place[i] * weight[i]; },
                    [place](std::int64_t i, Real value) SUBLINEAR_INLINED { place[i] = value; });
            }
        });
    });
}

template void runQkNorm<float>(const OpCall&, ThreadPool&);
template void runQkNorm<double>(const OpCall&, ThreadPool&);
template void runQkNormBackward<float>(const OpCall&, ThreadPool&);
template void runQkNormBackward<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
