// SPDX-License-Identifier: MIT
#include "gpu/kernels/norm.h"

#include "gpu/cpu/column_sums.h"
#include "gpu/cpu/families.h"
#include "gpu/cpu/operands.h"

namespace sublinear {

namespace {

using kernels::HostLanes;
using kernels::KeptStatistics;
using kernels::RowStatistics;

template <class Real> struct BackwardRows {
    const Real* incoming; ///< dy
    const Real* x;
    const Real* weight; ///< null: none
    const Real* existing; ///< gradient that dx is added to; null: none
    Real* result; ///< dx; may be `incoming` or `existing`
    std::int64_t width;
    bool centred;
};

template <class Real, class Gradient>
SUBLINEAR_ARITHMETIC void writeBackwardRow(
    const BackwardRows<Real>& rows, std::int64_t row, const RowStatistics<Real>& statistics, const Gradient& gradient)
{
    Real* out = rows.result + row * rows.width;
    const Real* x = rows.x + row * rows.width;
    if (rows.existing == nullptr) {
        kernels::normRowBackward<HostLanes>(x, statistics, rows.centred, rows.width, gradient,
            [out](std::int64_t i, Real value) SUBLINEAR_INLINED { out[i] = value; });
        return;
    }
    const Real* existing = rows.existing + row * rows.width;
    kernels::normRowBackward<HostLanes>(x, statistics, rows.centred, rows.width, gradient,
        [out, existing](std::int64_t i, Real value) SUBLINEAR_INLINED { out[i] = existing[i] + value; });
}

template <class Real>
void backwardRows(
    const BackwardRows<Real>& rows, const KeptStatistics<Real>& kept, std::int64_t begin, std::int64_t end)
{
    forRows(begin, end, [&](std::int64_t row) SUBLINEAR_INLINED {
        const Real* dy = rows.incoming + row * rows.width;
        if (rows.weight == nullptr) {
            writeBackwardRow(rows, row, kept.at(row), [dy](std::int64_t i) SUBLINEAR_INLINED { return dy[i]; });
        } else {
            writeBackwardRow(rows, row, kept.at(row),
                [dy, weight = rows.weight](std::int64_t i) SUBLINEAR_INLINED { return dy[i] * weight[i]; });
        }
    });
}

template <class Real>
void addWeightGradients(
    const OpCall& call, ThreadPool& pool, const KeptStatistics<Real>& kept, std::int64_t rows, std::int64_t width)
{
    const auto* dy = elements<const Real>(call.reads[0]);
    const auto* x = elements<const Real>(call.reads[1]);
    if (!call.gradients.empty()) {
        addColumnSums(pool, rows, width, elements<Real>(call.gradients[0]),
            [=](std::int64_t row, std::int64_t c) SUBLINEAR_INLINED {
                const RowStatistics<Real> statistics = kept.at(row);
                return dy[row * width + c] * ((x[row * width + c] - statistics.mean) * statistics.inverseStd);
            });
    }
    if (call.gradients.size() > 1) {
        addColumnSums(pool, rows, width, elements<Real>(call.gradients[1]),
            [=](std::int64_t row, std::int64_t c) SUBLINEAR_INLINED { return dy[row * width + c]; });
    }
}

} // namespace

template <class Real> void runNorm(const OpCall& call, ThreadPool& pool)
{
    const bool centred = call.facts->norm != Norm::RmsNorm;
    const std::int64_t rows = call.reads[0].shape.extents[0];
    const std::int64_t width = call.reads[0].shape.extents[1];
    const auto* x = elements<const Real>(call.reads[0]);
    auto* y = elements<Real>(call.writes[0]);
    const KeptStatistics<Real> kept { elements<Real>(call.writes[1]), centred };
    const Real* weight = !call.parameters.empty() ? elements<const Real>(call.parameters[0]) : nullptr;
    const Real* bias = call.parameters.size() > 1 ? elements<const Real>(call.parameters[1]) : nullptr;
    const auto epsilon = static_cast<Real>(call.facts->normEpsilon);
    pool.forEach(rows, rowsPerPiece(width), [=](std::int64_t begin, std::int64_t end) {
        forRows(begin, end, [=](std::int64_t row) SUBLINEAR_INLINED {
            const Real* from = x + row * width;
            const RowStatistics<Real> statistics = kernels::rowStatistics<HostLanes>(from, width, centred, epsilon);
            kept.set(row, statistics);
            if (y != nullptr) {
                kernels::normRow<HostLanes>(from, statistics, weight, bias, y + row * width, width);
            }
        });
    });
}

template <class Real> void runNormBackward(const OpCall& call, ThreadPool& pool)
{
    const bool centred = call.facts->norm != Norm::RmsNorm;
    const std::int64_t rows = call.reads[0].shape.extents[0];
    const std::int64_t width = call.reads[0].shape.extents[1];
    const KeptStatistics<Real> kept { elements<Real>(call.reads[2]), centred };
    addWeightGradients(call, pool, kept, rows, width); // first: dx may take dy's place
    const BackwardRows<Real> work { elements<const Real>(call.reads[0]), elements<const Real>(call.reads[1]),
        !call.parameters.empty() ? elements<const Real>(call.parameters[0]) : nullptr,
        call.reads.size() > 3 ? elements<const Real>(call.reads[3]) : nullptr, elements<Real>(call.writes[0]), width,
        centred };
    pool.forEach(
        rows, rowsPerPiece(width), [&](std::int64_t begin, std::int64_t end) { backwardRows(work, kept, begin, end); });
}

template void runNorm<float>(const OpCall&, ThreadPool&);
template void runNorm<double>(const OpCall&, ThreadPool&);
template void runNormBackward<float>(const OpCall&, ThreadPool&);
template void runNormBackward<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
