// SPDX-License-Identifier: MIT
#include "gpu/cpu/data.h"
#include "gpu/cpu/families.h"
#include "gpu/cpu/normals.h"
#include "gpu/cpu/operands.h"

#include <cstring>

namespace sublinear {

namespace {

// Columns of a table that one piece takes, so that rows are added in their order.
constexpr std::int64_t kColumns = 64;

template <class Real> void copyRows(Real* to, const Real* from, std::int64_t count)
{
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(Real));
}

} // namespace

// x_0 of a stack without an embedding: normal numbers, the same in every step
template <class Real> void runInput(const OpCall& call, ThreadPool& pool)
{
    auto* x = elements<Real>(call.writes[0]);
    const kernels::RandomStream stream = kernels::randomStream(call.facts->seed, 0, 0, "input");
    pool.forEach(elementCount(call.writes[0]), kPieceElements, [=](std::int64_t begin, std::int64_t end) {
        forNormals(stream, begin, end, [x](std::int64_t first, std::int64_t count, const float* drawn) {
            forElements(
                0, count, [=](std::int64_t i) SUBLINEAR_INLINED { x[first + i] = static_cast<Real>(drawn[i]); });
        });
    });
}

template <class Real> void runInputGradient(const OpCall& call, ThreadPool& pool)
{
    if (call.results == nullptr || call.results->inputGradient.data == nullptr) {
        return;
    }
    const auto* from = elements<const Real>(call.reads[0]);
    auto* to = elements<Real>(call.results->inputGradient);
    pool.forEach(elementCount(call.reads[0]), kPieceElements,
        [=](std::int64_t begin, std::int64_t end) { copyRows(to + begin, from + begin, end - begin); });
}

template <class Real> void runTokens(const OpCall& call, ThreadPool& pool)
{
    const RunFacts& facts = *call.facts;
    const std::int64_t S = facts.shape.sequence;
    const kernels::RandomStream stream = tokenStream(facts);
    auto* tokens = elements<std::int32_t>(call.writes[0]);
    pool.forEach(elementCount(call.writes[0]), kPieceElements, [&, S, tokens](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            tokens[i] = kernels::tokenAt(stream, i / S, i % S, S, facts.shape.vocab);
        }
    });
}

// x_0 = wte[token] (+ wpe[position])
template <class Real> void runEmbed(const OpCall& call, ThreadPool& pool)
{
    const std::int64_t S = call.facts->shape.sequence;
    const std::int64_t width = call.writes[0].shape.extents[1];
    const auto* tokens = elements<const std::int32_t>(call.reads[0]);
    const auto* table = elements<const Real>(call.parameters[0]);
    const Real* positions = call.parameters.size() > 1 ? elements<const Real>(call.parameters[1]) : nullptr;
    auto* out = elements<Real>(call.writes[0]);
    pool.forEach(call.writes[0].shape.extents[0], rowsPerPiece(width), [=](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row) {
            Real* to = out + row * width;
            const Real* token = table + tokens[row] * width;
            if (positions == nullptr) {
                copyRows(to, token, width);
            } else {
                const Real* position = positions + row % S * width;
                forElements(0, width, [=](std::int64_t i) SUBLINEAR_INLINED { to[i] = token[i] + position[i]; });
            }
        }
    });
}

// dwte[token] += dx rows in their order, a strip of columns per piece; dwpe[position] over the batch
template <class Real> void runEmbedBackward(const OpCall& call, ThreadPool& pool)
{
    const std::int64_t S = call.facts->shape.sequence;
    const std::int64_t rows = call.reads[0].shape.extents[0];
    const std::int64_t width = call.reads[0].shape.extents[1];
    const auto* incoming = elements<const Real>(call.reads[0]);
    const auto* tokens = elements<const std::int32_t>(call.reads[1]);
    auto* table = elements<Real>(call.gradients[0]);
    Real* positions = call.gradients.size() > 1 ? elements<Real>(call.gradients[1]) : nullptr;
    pool.forEach(width, kColumns, [=](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = 0; row < rows; ++row) {
            const Real* from = incoming + row * width;
            Real* token = table + tokens[row] * width;
            forElements(begin, end, [=](std::int64_t i) SUBLINEAR_INLINED { token[i] += from[i]; });
            if (positions != nullptr) {
                Real* position = positions + row % S * width;
                forElements(begin, end, [=](std::int64_t i) SUBLINEAR_INLINED { position[i] += from[i]; });
            }
        }
    });
}

template void runInput<float>(const OpCall&, ThreadPool&);
template void runInput<double>(const OpCall&, ThreadPool&);
template void runInputGradient<float>(const OpCall&, ThreadPool&);
template void runInputGradient<double>(const OpCall&, ThreadPool&);
template void runTokens<float>(const OpCall&, ThreadPool&);
template void runTokens<double>(const OpCall&, ThreadPool&);
template void runEmbed<float>(const OpCall&, ThreadPool&);
template void runEmbed<double>(const OpCall&, ThreadPool&);
template void runEmbedBackward<float>(const OpCall&, ThreadPool&);
template void runEmbedBackward<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
