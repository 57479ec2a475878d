// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/data.h"
#include "gpu/cuda/kernels/groups.h"
#include "gpu/cuda/kernels/launcher.h"

namespace sublinear::cuda {

template <class T> struct InputBody {
    T* x;
    std::int64_t count;
    kernels::RandomStream stream;

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t group) const
    {
        const kernels::Normals drawn = kernels::normals(stream.words(group));
        const std::int64_t first = group * kGroup;
        storeGroup(
            x + first, { { drawn.values[0], drawn.values[1], drawn.values[2], drawn.values[3] } }, count - first);
    }
};

struct TokensBody {
    std::int32_t* tokens;
    kernels::RandomStream stream;
    std::int64_t sequence;
    std::int64_t vocab;

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t i) const
    {
        tokens[i] = kernels::tokenAt(stream, i / sequence, i % sequence, sequence, vocab);
    }
};

/// x_0 = wte[token] (+ wpe[position]), a group of columns of one row.
template <class T> struct EmbedBody {
    const std::int32_t* tokens;
    const T* table;
    const T* positions; ///< may be null
    T* out;
    std::int64_t width;
    std::int64_t sequence;

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t group) const
    {
        const std::int64_t row = group / groupsOf(width);
        const std::int64_t first = group % groupsOf(width) * kGroup;
        Group sum = loadGroup(table + tokens[row] * width + first, width - first);
        if (positions != nullptr) {
            const Group position = loadGroup(positions + row % sequence * width + first, width - first);
            SUBLINEAR_UNROLLED
            for (int i = 0; i < kGroup; ++i) {
                sum.values[i] += position.values[i];
            }
        }
        storeGroup(out + row * width + first, sum, width - first);
    }
};

/// One column of both tables, rows in their order: a token may come more than once.
template <class T> struct EmbedBackwardBody {
    const T* incoming;
    const std::int32_t* tokens;
    float* table;
    float* positions; ///< may be null
    std::int64_t rows;
    std::int64_t width;
    std::int64_t sequence;

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t column) const
    {
        for (std::int64_t row = 0; row < rows; ++row) {
            const float value = incoming[row * width + column];
            table[tokens[row] * width + column] += value;
            if (positions != nullptr) {
                positions[row % sequence * width + column] += value;
            }
        }
    }
};

// x_0 of a stack without an embedding: normal numbers, the same in every step
template <class T, Launcher L> void runInput(const OpCall& call, L& launcher)
{
    const std::int64_t count = elementsOf(call.writes[0]);
    launcher.threads(groupsOf(count),
        InputBody<T> { dataOf<T>(call.writes[0]), count, kernels::randomStream(call.facts->seed, 0, 0, "input") });
}

template <class T, Launcher L> void runInputGradient(const OpCall& call, L& launcher)
{
    if (call.results != nullptr && call.results->inputGradient.data != nullptr) {
        launcher.copy(call.results->inputGradient.data, call.reads[0].data,
            elementsOf(call.reads[0]) * static_cast<std::int64_t>(sizeof(T)));
    }
}

template <class T, Launcher L> void runTokens(const OpCall& call, L& launcher)
{
    const LocalShape& shape = call.facts->shape;
    launcher.threads(elementsOf(call.writes[0]),
        TokensBody {
            static_cast<std::int32_t*>(call.writes[0].data), tokenStream(*call.facts), shape.sequence, shape.vocab });
}

template <class T, Launcher L> void runEmbed(const OpCall& call, L& launcher)
{
    const std::int64_t width = call.writes[0].shape.extents[1];
    launcher.threads(call.writes[0].shape.extents[0] * groupsOf(width),
        EmbedBody<T> { static_cast<const std::int32_t*>(call.reads[0].data), dataOf<T>(call.parameters[0]),
            call.parameters.size() > 1 ? dataOf<T>(call.parameters[1]) : nullptr, dataOf<T>(call.writes[0]), width,
            call.facts->shape.sequence });
}

template <class T, Launcher L> void runEmbedBackward(const OpCall& call, L& launcher)
{
    const std::int64_t width = call.reads[0].shape.extents[1];
    launcher.threads(width,
        EmbedBackwardBody<T> { dataOf<T>(call.reads[0]), static_cast<const std::int32_t*>(call.reads[1].data),
            floats(call.gradients[0]), call.gradients.size() > 1 ? floats(call.gradients[1]) : nullptr,
            call.reads[0].shape.extents[0], width, call.facts->shape.sequence });
}

} // namespace sublinear::cuda
