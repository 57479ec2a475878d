// SPDX-License-Identifier: MIT
#include "gpu/selftest/shadow.h"

#include "gpu/cpu/cpu_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <limits>
#include <vector>

namespace sublinear {

namespace {

std::size_t elementsOf(const Operand& operand)
{
    return operand.data == nullptr ? 0 : static_cast<std::size_t>(operand.shape.elements().value().value_or(0));
}

/// Copies of an operation's operands, fp32 as double; operands that share memory share the copy.
class Copies {
public:
    Operand of(const Operand& operand)
    {
        Operand copy = operand;
        if (operand.data != nullptr) {
            copy.data = copied(operand);
        }
        return copy;
    }

    double* doubles(const void* data, Count elements)
    {
        const auto known = m_places.find(data);
        if (known != m_places.end()) {
            return static_cast<double*>(known->second);
        }
        const auto* const values = static_cast<const float*>(data);
        m_doubles.emplace_back(values, values + elements);
        m_places[data] = m_doubles.back().data();
        return m_doubles.back().data();
    }

private:
    void* copied(const Operand& operand)
    {
        if (operand.type == ElementType::Fp32) {
            return doubles(operand.data, static_cast<Count>(elementsOf(operand)));
        }
        const auto known = m_places.find(operand.data);
        if (known != m_places.end()) {
            return known->second;
        }
        const auto* const bytes = static_cast<const std::byte*>(operand.data);
        const std::size_t size = elementsOf(operand) * static_cast<std::size_t>(bytesPerElement(operand.type));
        m_bytes.emplace_back(bytes, bytes + size);
        m_places[operand.data] = m_bytes.back().data();
        return m_bytes.back().data();
    }

    std::deque<std::vector<double>> m_doubles; // a deque: their memory stays where it is
    std::deque<std::vector<std::byte>> m_bytes;
    std::map<const void*, void*> m_places;
};

// NaN if either has a number that is none.
double difference(const float* single, const double* exact, std::size_t count)
{
    double largest = 0;
    double worst = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (static_cast<double>(single[i]) == exact[i]) { // minus infinity, where scores are masked
            continue;
        }
        const double gap = std::abs(static_cast<double>(single[i]) - exact[i]);
        if (!std::isfinite(gap)) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        largest = std::max(largest, std::abs(exact[i]));
        worst = std::max(worst, gap);
    }
    return largest > 0 ? worst / largest : worst;
}

class Shadow {
public:
    explicit Shadow(const OpCall& call)
        : m_call(call)
        , m_shadow(call)
    {
        m_results.inputGradient.data = nullptr;
        fill(call.reads, m_reads);
        fill(call.writes, m_writes);
        fill(call.parameters, m_parameters);
        fill(call.gradients, m_gradients);
        for (const OptimizerSlot& slot : call.optimizer) {
            m_slots.push_back({ m_copies.doubles(slot.parameter, slot.elements),
                m_copies.doubles(slot.gradient, slot.elements), m_copies.doubles(slot.firstMoment, slot.elements),
                m_copies.doubles(slot.secondMoment, slot.elements), slot.elements });
        }
        m_shadow.reads = m_reads;
        m_shadow.writes = m_writes;
        m_shadow.parameters = m_parameters;
        m_shadow.gradients = m_gradients;
        m_shadow.optimizer = m_slots;
        m_shadow.results = &m_results;
    }

    [[nodiscard]] const OpCall& call() const { return m_shadow; }

    [[nodiscard]] double error() const
    {
        double worst = 0;
        const auto take = [&worst](double error) { worst = std::isnan(error) || error > worst ? error : worst; };
        const auto compare = [&](std::span<const Operand> own, std::span<const Operand> exact) {
            for (std::size_t i = 0; i < own.size() && !std::isnan(worst); ++i) {
                if (own[i].type == ElementType::Fp32 && own[i].data != nullptr) {
                    take(difference(static_cast<const float*>(own[i].data), static_cast<const double*>(exact[i].data),
                        elementsOf(own[i])));
                }
            }
        };
        compare(m_call.writes, m_writes);
        compare(m_call.gradients, m_gradients);
        if (m_call.op->kernel == Kernel::OptimizerStep) {
            for (std::size_t i = 0; i < m_slots.size() && !std::isnan(worst); ++i) {
                take(difference(static_cast<const float*>(m_call.optimizer[i].parameter),
                    static_cast<const double*>(m_slots[i].parameter), static_cast<std::size_t>(m_slots[i].elements)));
            }
        }
        return worst;
    }

private:
    void fill(std::span<const Operand> from, std::vector<Operand>& to)
    {
        for (const Operand& operand : from) {
            to.push_back(m_copies.of(operand));
        }
    }

    OpCall m_call;
    OpCall m_shadow;
    Copies m_copies;
    std::vector<Operand> m_reads;
    std::vector<Operand> m_writes;
    std::vector<Operand> m_parameters;
    std::vector<Operand> m_gradients;
    std::vector<OptimizerSlot> m_slots;
    StepResults m_results;
};

} // namespace

Kernels shadowedKernels(ShadowErrors& errors)
{
    return [&errors](const OpCall& call, ThreadPool& pool) {
        // Only the optimizer's own operation reads the slots: they are not copied for the others.
        OpCall own = call;
        if (call.op->kernel != Kernel::OptimizerStep) {
            own.optimizer = {};
        }
        const Shadow shadow(own);
        if (Status exact = runOnCpu<double>(shadow.call(), pool); !exact) {
            return exact;
        }
        if (Status status = runOnCpu<float>(call, pool); !status) {
            return status;
        }
        double& worst = errors[toText(call.op->kernel)];
        const double error = shadow.error();
        worst = std::isnan(error) || error > worst ? error : worst;
        return success();
    };
}

} // namespace sublinear
