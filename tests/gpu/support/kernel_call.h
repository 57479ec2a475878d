// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/op_call.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <string_view>
#include <vector>

namespace sublinear::testing {

/// Memory of one tensor, aligned as in a run, with a guard band on both sides. Everything is NaN
/// until it is set.
template <class T> class Buffer {
public:
    explicit Buffer(std::int64_t count)
        : m_count(static_cast<std::size_t>(count))
        , m_memory((m_count * sizeof(T) + kGranule - 1) / kGranule * kGranule + 3 * kGranule, kPattern)
    {
    }

    [[nodiscard]] T* data() { return reinterpret_cast<T*>(m_memory.data() + begin()); }
    [[nodiscard]] const T* data() const { return reinterpret_cast<const T*>(m_memory.data() + begin()); }
    [[nodiscard]] std::size_t size() const { return m_count; }
    [[nodiscard]] std::vector<T> values() const { return { data(), data() + m_count }; }
    void set(const std::vector<T>& values) { std::copy(values.begin(), values.end(), data()); }
    void poison() { std::fill(m_memory.begin(), m_memory.end(), kPattern); }

    /// Nothing outside the tensor was written.
    [[nodiscard]] bool guardsHold() const
    {
        const auto first = m_memory.begin() + static_cast<std::ptrdiff_t>(begin());
        const auto last = first + static_cast<std::ptrdiff_t>(m_count * sizeof(T));
        const auto whole = [](unsigned char byte) { return byte == kPattern; };
        return std::all_of(m_memory.begin(), first, whole) && std::all_of(last, m_memory.end(), whole);
    }

private:
    static constexpr std::size_t kGranule = 256;
    static constexpr unsigned char kPattern = 0xFF; // NaN in every floating-point type

    [[nodiscard]] std::size_t begin() const
    {
        const auto address = reinterpret_cast<std::uintptr_t>(m_memory.data());
        return (kGranule - address % kGranule) % kGranule + kGranule;
    }

    std::size_t m_count;
    std::vector<unsigned char> m_memory;
};

/// One call of a kernel with memory of its own. Buffers stay where they are when others are added.
template <class Real> class KernelCall {
public:
    ProgramOp op;
    RunFacts facts;
    StepResults results;
    std::int64_t trainingStep = 1;

    Buffer<Real>& read(std::string_view name, Shape shape, const std::vector<Real>& values)
    {
        return add(m_reads, name, shape, values);
    }
    Buffer<Real>& write(std::string_view name, Shape shape) { return add(m_writes, name, shape, {}); }
    Buffer<std::uint8_t>& readMask(std::string_view name, Shape shape, const std::vector<std::uint8_t>& values)
    {
        return addOther(m_masks, m_reads, name, shape, ElementType::Byte, values);
    }
    Buffer<std::uint8_t>& writeMask(std::string_view name, Shape shape)
    {
        return addOther(m_masks, m_writes, name, shape, ElementType::Byte, {});
    }
    Buffer<std::int32_t>& readTokens(std::string_view name, Shape shape, const std::vector<std::int32_t>& values)
    {
        return addOther(m_tokens, m_reads, name, shape, ElementType::Int32, values);
    }
    Buffer<std::int32_t>& writeTokens(std::string_view name, Shape shape)
    {
        return addOther(m_tokens, m_writes, name, shape, ElementType::Int32, {});
    }
    /// writes[0] in the place of a tensor that is read.
    void writeInPlace(std::string_view name, std::int8_t position)
    {
        Operand operand = m_reads[static_cast<std::size_t>(position)];
        operand.name = name;
        m_writes.insert(m_writes.begin(), operand);
        op.inPlace = position;
    }
    /// A result that nobody wants.
    void writeNothing(std::string_view name, Shape shape)
    {
        m_writes.push_back({ nullptr, shape, ElementType::Fp32, name });
    }
    Buffer<Real>& parameter(std::string_view name, Shape shape, const std::vector<Real>& values)
    {
        return add(m_parameters, name, shape, values);
    }
    Buffer<Real>& gradient(std::string_view name, Shape shape, const std::vector<Real>& before)
    {
        return add(m_gradients, name, shape, before);
    }

    [[nodiscard]] OpCall call()
    {
        OpCall call;
        call.op = &op;
        call.reads = m_reads;
        call.writes = m_writes;
        call.parameters = m_parameters;
        call.gradients = m_gradients;
        call.facts = &facts;
        call.results = &results;
        call.trainingStep = trainingStep;
        return call;
    }

    [[nodiscard]] bool guardsHold() const
    {
        const auto holds = [](const auto& buffer) { return buffer.guardsHold(); };
        return std::all_of(m_buffers.begin(), m_buffers.end(), holds)
            && std::all_of(m_masks.begin(), m_masks.end(), holds)
            && std::all_of(m_tokens.begin(), m_tokens.end(), holds);
    }

private:
    Buffer<Real>& add(std::vector<Operand>& list, std::string_view name, Shape shape, const std::vector<Real>& values)
    {
        Buffer<Real>& buffer = m_buffers.emplace_back(shape.elements().value().value_or(0));
        if (!values.empty()) {
            buffer.set(values);
        }
        list.push_back({ buffer.data(), shape, ElementType::Fp32, name });
        return buffer;
    }

    template <class T>
    Buffer<T>& addOther(std::deque<Buffer<T>>& buffers, std::vector<Operand>& list, std::string_view name, Shape shape,
        ElementType type, const std::vector<T>& values)
    {
        Buffer<T>& buffer = buffers.emplace_back(shape.elements().value().value_or(0));
        buffer.set(values);
        list.push_back({ buffer.data(), shape, type, name });
        return buffer;
    }

    std::deque<Buffer<Real>> m_buffers;
    std::deque<Buffer<std::uint8_t>> m_masks;
    std::deque<Buffer<std::int32_t>> m_tokens;
    std::vector<Operand> m_reads;
    std::vector<Operand> m_writes;
    std::vector<Operand> m_parameters;
    std::vector<Operand> m_gradients;
};

} // namespace sublinear::testing
