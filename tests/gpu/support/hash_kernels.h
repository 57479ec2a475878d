// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "gpu/cpu/thread_pool.h"
#include "gpu/run/op_call.h"

#include <cstring>
#include <string_view>

/// Kernels that compute nothing, but whose results depend on every bit of all that an operation
/// reads: what an engine mixes up shows, whatever the arithmetic.
namespace sublinear::testing {

inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t value)
{
    hash ^= value + 0x9E3779B97F4A7C15ULL + (hash << 6U) + (hash >> 2U);
    hash *= 0xBF58476D1CE4E5B9ULL;
    return hash ^ (hash >> 29U);
}

inline std::uint64_t mixedText(std::uint64_t hash, std::string_view text)
{
    for (const char c : text) {
        hash = mixed(hash, static_cast<unsigned char>(c));
    }
    return hash;
}

inline std::size_t bytesOfOperand(const Operand& operand)
{
    return static_cast<std::size_t>(operand.shape.elements().value().value_or(0) * bytesPerElement(operand.type));
}

inline std::uint64_t mixedBytes(std::uint64_t hash, const void* data, std::size_t bytes)
{
    for (std::size_t at = 0; at + 4 <= bytes; at += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, static_cast<const char*>(data) + at, 4);
        hash = mixed(hash, word);
    }
    return hash;
}

inline float numberOf(std::uint64_t hash)
{
    return static_cast<float>(static_cast<std::int32_t>(hash >> 40U)) / 8388608.0F - 1.0F;
}

inline void fillFrom(const Operand& operand, std::uint64_t hash)
{
    if (operand.data == nullptr) {
        return;
    }
    hash = mixedText(hash, operand.name);
    const std::size_t count = static_cast<std::size_t>(operand.shape.elements().value().value_or(0));
    for (std::size_t i = 0; i < count; ++i) {
        hash = mixed(hash, i);
        if (operand.type == ElementType::Byte) {
            static_cast<unsigned char*>(operand.data)[i] = static_cast<unsigned char>(hash & 1U);
        } else if (operand.type == ElementType::Int32) {
            static_cast<std::int32_t*>(operand.data)[i] = static_cast<std::int32_t>(hash & 15U);
        } else {
            static_cast<float*>(operand.data)[i] = numberOf(hash);
        }
    }
}

inline Status hashKernels(const OpCall& call, ThreadPool&)
{
    std::uint64_t hash = mixedText(call.facts->seed, call.op->name);
    hash = mixed(hash, static_cast<std::uint64_t>(call.op->kernel));
    hash = mixed(hash, static_cast<std::uint64_t>(call.op->stage));
    for (const auto list : { call.reads, call.parameters }) {
        for (const Operand& operand : list) {
            if (operand.data == nullptr) {
                return Error { "a tensor that is read has no memory" };
            }
            hash = mixedBytes(hash, operand.data, bytesOfOperand(operand));
        }
    }
    for (const Operand& written : call.writes) {
        fillFrom(written, hash);
    }
    for (const Operand& gradient : call.gradients) {
        auto* const values = static_cast<float*>(gradient.data);
        const Count count = gradient.shape.elements().value().value_or(0);
        for (Count i = 0; i < count; ++i) {
            values[i] += numberOf(mixed(hash, static_cast<std::uint64_t>(i)));
        }
    }
    for (const OptimizerSlot& slot : call.optimizer) {
        for (Count i = 0; call.op->kernel == Kernel::OptimizerStep && i < slot.elements; ++i) {
            static_cast<float*>(slot.firstMoment)[i] += static_cast<float*>(slot.gradient)[i];
            static_cast<float*>(slot.secondMoment)[i] += 1.0F;
            static_cast<float*>(slot.parameter)[i] -= 0.01F * static_cast<float*>(slot.firstMoment)[i];
        }
    }
    if (call.op->kernel == Kernel::StackLoss || call.op->kernel == Kernel::CrossEntropy
        || call.op->kernel == Kernel::ChunkedLoss) {
        call.results->loss = numberOf(hash);
    }
    if (call.op->kernel == Kernel::InputGradient && call.results->inputGradient.data != nullptr) {
        std::memcpy(call.results->inputGradient.data, call.reads[0].data, bytesOfOperand(call.reads[0]));
    }
    return success();
}

} // namespace sublinear::testing
