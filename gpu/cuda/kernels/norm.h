// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/column_sums.h"
#include "gpu/kernels/norm.h"
#include "gpu/run/qk_parts.h"

namespace sublinear::cuda {

struct NormBody {
    const float* x;
    const float* weight;
    const float* bias;
    float* y; ///< may be null
    kernels::KeptStatistics<float> kept;
    std::int64_t width;
    float epsilon;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t row) const
    {
        const float* from = x + row * width;
        const auto statistics = kernels::rowStatistics<Lanes>(from, width, kept.centred, epsilon);
        Lanes::once([&] { kept.set(row, statistics); });
        if (y != nullptr) {
            kernels::normRow<Lanes>(from, statistics, weight, bias, y + row * width, width);
        }
    }
};

struct NormBackwardBody {
    const float* incoming;
    const float* x;
    const float* weight;
    const float* existing; ///< gradient that dx is added to; null: none
    float* result; ///< may be `incoming` or `existing`
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
struct NormWeightTerm {
    const float* incoming;
    const float* x;
    kernels::KeptStatistics<const float> kept;
    std::int64_t width;

    SUBLINEAR_ARITHMETIC float operator()(std::int64_t row, std::int64_t c) const
    {
        const auto statistics = kept.at(row);
        return incoming[row * width + c] * ((x[row * width + c] - statistics.mean) * statistics.inverseStd);
    }
};

template <Launcher L> void runNorm(const OpCall& call, L& launcher)
{
    const std::int64_t width = call.reads[0].shape.extents[1];
    launcher.warps(call.reads[0].shape.extents[0],
        NormBody { floats(call.reads[0]), call.parameters.empty() ? nullptr : floats(call.parameters[0]),
            call.parameters.size() > 1 ? floats(call.parameters[1]) : nullptr, floats(call.writes[0]),
            { floats(call.writes[1]), call.facts->norm != Norm::RmsNorm }, width,
            static_cast<float>(call.facts->normEpsilon) });
}

template <Launcher L> void runNormBackward(const OpCall& call, L& launcher)
{
    const std::int64_t rows = call.reads[0].shape.extents[0];
    const std::int64_t width = call.reads[0].shape.extents[1];
    const kernels::KeptStatistics<const float> kept { floats(call.reads[2]), call.facts->norm != Norm::RmsNorm };
    const float* incoming = floats(call.reads[0]);
    const float* x = floats(call.reads[1]);
    // first: dx may take dy's place
    if (!call.gradients.empty()) {
        addColumnSums(launcher, rows, width, floats(call.gradients[0]), NormWeightTerm { incoming, x, kept, width });
    }
    if (call.gradients.size() > 1) {
        addColumnSums(launcher, rows, width, floats(call.gradients[1]), PlainTerm { incoming, width });
    }
    launcher.warps(rows,
        NormBackwardBody { incoming, x, call.parameters.empty() ? nullptr : floats(call.parameters[0]),
            call.reads.size() > 3 ? floats(call.reads[3]) : nullptr, floats(call.writes[0]), kept, width });
}

/// One part of one row: item = row * parts + part.
struct QkNormBody {
    QkParts parts;
    const float* raw;
    std::int64_t stride;
    const float* queryWeight;
    const float* keyWeight;
    float* pair; ///< may be null, as `kept`
    float* kept;
    float epsilon;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t item) const
    {
        const std::int64_t row = item / parts.count();
        const std::int64_t part = item % parts.count();
        const std::int64_t width = parts.width(part);
        const float* from = raw + row * stride + parts.offset(part);
        const auto statistics = kernels::rowStatistics<Lanes>(from, width, false, epsilon);
        if (kept != nullptr) {
            Lanes::once([&] { kept[item] = statistics.inverseStd; });
        }
        if (pair != nullptr) {
            kernels::normRow<Lanes>(from, statistics, parts.isQuery(part) ? queryWeight : keyWeight,
                static_cast<const float*>(nullptr), pair + row * parts.pairWidth() + parts.offset(part), width);
        }
    }
};

struct QkNormBackwardBody {
    QkParts parts;
    const float* raw;
    std::int64_t stride;
    const float* queryWeight;
    const float* keyWeight;
    const float* kept;
    float* gradient;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t item) const
    {
        const std::int64_t row = item / parts.count();
        const std::int64_t part = item % parts.count();
        const std::int64_t at = row * stride + parts.offset(part);
        float* place = gradient + at;
        const float* weight = parts.isQuery(part) ? queryWeight : keyWeight;
        const kernels::RowStatistics<float> statistics { 0.0F, kept[item] };
        kernels::normRowBackward<Lanes>(
            raw + at, statistics, false, parts.width(part),
            [place, weight](std::int64_t i) { return place[i] * weight[i]; },
            [place](std::int64_t i, float value) { place[i] = value; });
    }
};

/// Parts first .. first+count-1 of all rows share one weight: row index = row * count + part.
struct QkWeightTerm {
    QkParts parts;
    const float* gradient;
    const float* raw;
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
template <Launcher L> void runQkNorm(const OpCall& call, L& launcher)
{
    const QkParts parts = qkParts(*call.facts);
    launcher.warps(call.reads[0].shape.extents[0] * parts.count(),
        QkNormBody { parts, floats(call.reads[0]), call.reads[0].shape.extents[1], floats(call.parameters[0]),
            floats(call.parameters[1]), floats(call.writes[0]), floats(call.writes[1]),
            static_cast<float>(call.facts->normEpsilon) });
}

// In the place of the gradient of qkv, whose value part stays as it is.
template <Launcher L> void runQkNormBackward(const OpCall& call, L& launcher)
{
    const QkParts parts = qkParts(*call.facts);
    const std::int64_t rows = call.reads[0].shape.extents[0];
    const std::int64_t stride = call.reads[0].shape.extents[1];
    const float* raw = floats(call.reads[1]);
    const float* kept = floats(call.reads[2]);
    float* gradient = floats(call.writes[0]);
    addColumnSums(launcher, rows * parts.queries, parts.queryWidth, floats(call.gradients[0]),
        QkWeightTerm { parts, gradient, raw, kept, stride, 0, parts.queries });
    addColumnSums(launcher, rows * parts.keys, parts.keyWidth, floats(call.gradients[1]),
        QkWeightTerm { parts, gradient, raw, kept, stride, parts.queries, parts.keys });
    launcher.warps(rows * parts.count(),
        QkNormBackwardBody {
            parts, raw, stride, floats(call.parameters[0]), floats(call.parameters[1]), kept, gradient });
}

} // namespace sublinear::cuda
