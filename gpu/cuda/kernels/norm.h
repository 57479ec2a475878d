// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/column_sums.h"
#include "gpu/kernels/norm.h"
#include "gpu/run/qk_parts.h"

namespace sublinear::cuda {

template <class T> struct NormBody {
    const T* x;
    const T* weight;
    const T* bias;
    T* y; ///< may be null
    kernels::KeptStatistics<float> kept;
    std::int64_t width;
    float epsilon;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t row) const
    {
        const T* from = x + row * width;
        const auto statistics = kernels::rowStatistics<Lanes>(from, width, kept.centred, epsilon);
        Lanes::once([&] { kept.set(row, statistics); });
        if (y != nullptr) {
            kernels::normRow<Lanes>(from, statistics, weight, bias, y + row * width, width);
        }
    }
};

template <class T> struct NormBackwardBody {
    const T* incoming;
    const T* x;
    const T* weight;
    const T* existing; ///< gradient that dx is added to; null: none
    T* result; ///< may be `incoming` or `existing`
    kernels::KeptStatistics<const float> kept;
    std::int64_t width;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t row) const
    {
        const std::int64_t at = row * width;
        const auto statistics = kept.at(row);
        const kernels::RowStatistics<float> plain { statistics.mean, statistics.inverseStd };
        kernels::normRowBackward<Lanes>(
            x + at, plain, kept.centred, width,
            [this, at](std::int64_t i) { return weight == nullptr ? incoming[at + i] : incoming[at + i] * weight[i]; },
            [this, at](std::int64_t i, float value) {
                result[at + i] = existing == nullptr ? value : existing[at + i] + value;
            });
    }
};

/// dy times the normed row: what the gradient of the weight sums.
template <class T> struct NormWeightTerm {
    const T* incoming;
    const T* x;
    kernels::KeptStatistics<const float> kept;
    std::int64_t width;

    SUBLINEAR_ARITHMETIC float operator()(std::int64_t row, std::int64_t c) const
    {
        const auto statistics = kept.at(row);
        return incoming[row * width + c] * ((x[row * width + c] - statistics.mean) * statistics.inverseStd);
    }
};

template <class T, Launcher L> void runNorm(const OpCall& call, L& launcher)
{
    const std::int64_t width = call.reads[0].shape.extents[1];
    launcher.warps(call.reads[0].shape.extents[0],
        NormBody<T> { dataOf<T>(call.reads[0]), call.parameters.empty() ? nullptr : dataOf<T>(call.parameters[0]),
            call.parameters.size() > 1 ? dataOf<T>(call.parameters[1]) : nullptr, dataOf<T>(call.writes[0]),
            { floats(call.writes[1]), call.facts->norm != Norm::RmsNorm }, width,
            static_cast<float>(call.facts->normEpsilon) });
}

template <class T, Launcher L> void runNormBackward(const OpCall& call, L& launcher)
{
    const std::int64_t rows = call.reads[0].shape.extents[0];
    const std::int64_t width = call.reads[0].shape.extents[1];
    const kernels::KeptStatistics<const float> kept { floats(call.reads[2]), call.facts->norm != Norm::RmsNorm };
    const T* incoming = dataOf<T>(call.reads[0]);
    const T* x = dataOf<T>(call.reads[1]);
    // first: dx may take dy's place
    if (!call.gradients.empty()) {
        addColumnSums(launcher, rows, width, floats(call.gradients[0]), NormWeightTerm<T> { incoming, x, kept, width });
    }
    if (call.gradients.size() > 1) {
        addColumnSums(launcher, rows, width, floats(call.gradients[1]), PlainTerm<T> { incoming, width });
    }
    launcher.warps(rows,
        NormBackwardBody<T> { incoming, x, call.parameters.empty() ? nullptr : dataOf<T>(call.parameters[0]),
            call.reads.size() > 3 ? dataOf<T>(call.reads[3]) : nullptr, dataOf<T>(call.writes[0]), kept, width });
}

/// One part of one row: item = row * parts + part.
template <class T> struct QkNormBody {
    QkParts parts;
    const T* raw;
    std::int64_t stride;
    const T* queryWeight;
    const T* keyWeight;
    T* pair; ///< may be null, as `kept`
    float* kept;
    float epsilon;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t item) const
    {
        const std::int64_t row = item / parts.count();
        const std::int64_t part = item % parts.count();
        const std::int64_t width = parts.width(part);
        const T* from = raw + row * stride + parts.offset(part);
        const auto statistics = kernels::rowStatistics<Lanes>(from, width, false, epsilon);
        if (kept != nullptr) {
            Lanes::once([&] { kept[item] = statistics.inverseStd; });
        }
        if (pair != nullptr) {
            kernels::normRow<Lanes>(from, statistics, parts.isQuery(part) ? queryWeight : keyWeight,
                static_cast<const T*>(nullptr), pair + row * parts.pairWidth() + parts.offset(part), width);
        }
    }
};

template <class T> struct QkNormBackwardBody {
    QkParts parts;
    const T* raw;
    std::int64_t stride;
    const T* queryWeight;
    const T* keyWeight;
    const float* kept;
    T* gradient;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t item) const
    {
        const std::int64_t row = item / parts.count();
        const std::int64_t part = item % parts.count();
        const std::int64_t at = row * stride + parts.offset(part);
        T* place = gradient + at;
        const T* weight = parts.isQuery(part) ? queryWeight : keyWeight;
        const kernels::RowStatistics<float> statistics { 0.0F, kept[item] };
        kernels::normRowBackward<Lanes>(
            raw + at, statistics, false, parts.width(part),
            [place, weight](std::int64_t i) { return place[i] * weight[i]; },
            [place](std::int64_t i, float value) { place[i] = value; });
    }
};

/// Parts first .. first+count-1 of all rows share one weight: row index = row * count + part.
template <class T> struct QkWeightTerm {
    QkParts parts;
    const T* gradient;
    const T* raw;
    const float* kept;
    std::int64_t stride;
    std::int64_t first;
    std::int64_t count;

    SUBLINEAR_ARITHMETIC float operator()(std::int64_t index, std::int64_t c) const
    {
        const std::int64_t row = index / count;
        const std::int64_t part = first + index % count;
        const std::int64_t at = row * stride + parts.offset(part) + c;
        return gradient[at] * (raw[at] * kept[row * parts.count() + part]);
    }
};

// (M, qkv) -> (M, query and key) normed, RMS without mean
template <class T, Launcher L> void runQkNorm(const OpCall& call, L& launcher)
{
    const QkParts parts = qkParts(*call.facts);
    launcher.warps(call.reads[0].shape.extents[0] * parts.count(),
        QkNormBody<T> { parts, dataOf<T>(call.reads[0]), call.reads[0].shape.extents[1], dataOf<T>(call.parameters[0]),
            dataOf<T>(call.parameters[1]), dataOf<T>(call.writes[0]), floats(call.writes[1]),
            static_cast<float>(call.facts->normEpsilon) });
}

// In the place of the gradient of qkv, whose value part stays as it is.
template <class T, Launcher L> void runQkNormBackward(const OpCall& call, L& launcher)
{
    const QkParts parts = qkParts(*call.facts);
    const std::int64_t rows = call.reads[0].shape.extents[0];
    const std::int64_t stride = call.reads[0].shape.extents[1];
    const T* raw = dataOf<T>(call.reads[1]);
    const float* kept = floats(call.reads[2]);
    T* gradient = dataOf<T>(call.writes[0]);
    addColumnSums(launcher, rows * parts.queries, parts.queryWidth, floats(call.gradients[0]),
        QkWeightTerm<T> { parts, gradient, raw, kept, stride, 0, parts.queries });
    addColumnSums(launcher, rows * parts.keys, parts.keyWidth, floats(call.gradients[1]),
        QkWeightTerm<T> { parts, gradient, raw, kept, stride, parts.queries, parts.keys });
    launcher.warps(rows * parts.count(),
        QkNormBackwardBody<T> {
            parts, raw, stride, dataOf<T>(call.parameters[0]), dataOf<T>(call.parameters[1]), kept, gradient });
}

} // namespace sublinear::cuda
