// SPDX-License-Identifier: MIT
#include "gpu/selftest/device_shadow.h"

#include "gpu/cpu/cpu_kernels.h"
#include "gpu/kernels/bf16.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <initializer_list>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace sublinear {

namespace {

bool isReal(ElementType type)
{
    return type == ElementType::Fp32 || type == ElementType::Bf16;
}

std::size_t countOf(const Operand& operand)
{
    return operand.data == nullptr ? 0 : static_cast<std::size_t>(operand.shape.elements().value().value_or(0));
}

template <class Stored> std::vector<double> widened(const std::vector<std::byte>& bytes)
{
    std::vector<double> values(bytes.size() / sizeof(Stored));
    for (std::size_t i = 0; i < values.size(); ++i) {
        Stored value {};
        std::memcpy(&value, bytes.data() + i * sizeof(Stored), sizeof(Stored));
        values[i] = static_cast<double>(static_cast<float>(value));
    }
    return values;
}

// As a part of the largest number; NaN where one has a number that is none. Where both have, neither has
// written: a part of a tensor that another operation fills.
double largestGap(const std::vector<double>& device, const double* exact)
{
    double largest = 0;
    double worst = 0;
    for (std::size_t i = 0; i < device.size(); ++i) {
        const bool untouched = std::isnan(device[i]) && std::isnan(exact[i]);
        if (untouched || device[i] == exact[i]) { // minus infinity, where scores are masked
            continue;
        }
        const double gap = std::abs(device[i] - exact[i]);
        if (!std::isfinite(gap)) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        largest = std::max(largest, std::abs(exact[i]));
        worst = std::max(worst, gap);
    }
    return largest > 0 ? worst / largest : worst;
}

} // namespace

/// One operation with copies of all that it works on, real numbers as doubles.
class ShadowedCall {
public:
    ShadowedCall(const OpCall& call, const CudaSession& session)
        : m_session(session)
        , m_device(call)
        , m_call(call)
    {
        m_results.inputGradient.data = nullptr;
        fill(call.reads, m_reads);
        fill(call.writes, m_writes);
        fill(call.parameters, m_parameters);
        fill(call.gradients, m_gradients);
        if (call.op->kernel == Kernel::OptimizerStep) {
            addSlots(call);
        }
        m_call.reads = m_reads;
        m_call.writes = m_writes;
        m_call.parameters = m_parameters;
        m_call.gradients = m_gradients;
        m_call.optimizer = m_slots;
        m_call.results = &m_results;
        // the spans of the call are overwritten by the next
        m_device.writes = m_deviceWrites = { call.writes.begin(), call.writes.end() };
        m_device.gradients = m_deviceGradients = { call.gradients.begin(), call.gradients.end() };
    }

    [[nodiscard]] double loss() const { return m_results.loss; }

    Status compute(ThreadPool& pool)
    {
        if (m_error) {
            return *m_error;
        }
        if (m_call.op->kernel == Kernel::Upcast || m_call.op->kernel == Kernel::Downcast) {
            const Operand& from = m_reads[m_call.op->kernel == Kernel::Upcast ? 0 : 1];
            std::memcpy(m_writes[0].data, from.data, countOf(from) * sizeof(double));
            return success();
        }
        return runOnCpu<double>(m_call, pool);
    }

    Result<double> worst()
    {
        double worst = 0;
        const auto take = [&worst](double error) { worst = std::isnan(error) || error > worst ? error : worst; };
        for (std::size_t i = 0; i < m_deviceWrites.size(); ++i) {
            take(gapOf(m_deviceWrites[i], m_writes[i]));
        }
        for (std::size_t i = 0; i < m_deviceGradients.size(); ++i) {
            take(gapOf(m_deviceGradients[i], m_gradients[i]));
        }
        for (std::size_t i = 0; i < m_slots.size(); ++i) {
            const OptimizerSlot& slot = m_device.optimizer[i];
            void* const weights = slot.master != nullptr ? slot.master : slot.parameter;
            const Operand device { weights, Shape { slot.elements }, ElementType::Fp32, "weights" };
            const Operand exact { m_slots[i].parameter, Shape { slot.elements }, ElementType::Fp32, "weights" };
            take(gapOf(device, exact));
            if (slot.master != nullptr) { // and the weights in two bytes are those, rounded
                Operand half = device;
                half.data = slot.parameter;
                half.type = ElementType::Bf16;
                const std::vector<double> wide = fetched(device);
                take(isRounded(wide, fetched(half)) ? 0 : 1);
            }
        }
        return m_error ? Result<double>(*m_error) : worst;
    }

private:
    static bool isRounded(const std::vector<double>& wide, const std::vector<double>& half)
    {
        return std::equal(wide.begin(), wide.end(), half.begin(), half.end(), [](double from, double rounded) {
            return static_cast<double>(static_cast<float>(kernels::toBf16(static_cast<float>(from)))) == rounded;
        });
    }
    double gapOf(const Operand& device, const Operand& exact)
    {
        return device.data == nullptr || !isReal(device.type)
            ? 0
            : largestGap(fetched(device), static_cast<const double*>(exact.data));
    }
    void fill(std::span<const Operand> from, std::vector<Operand>& to)
    {
        for (const Operand& operand : from) {
            Operand copy = operand;
            copy.data = copied(operand);
            copy.type = isReal(operand.type) ? ElementType::Fp32 : operand.type;
            to.push_back(copy);
        }
    }
    // AdamW's own weights are the fp32 ones.
    void addSlots(const OpCall& call)
    {
        m_deviceSlots = { call.optimizer.begin(), call.optimizer.end() };
        m_device.optimizer = m_deviceSlots;
        for (const OptimizerSlot& slot : m_deviceSlots) {
            const auto of = [&](void* data) {
                return copied({ data, Shape { slot.elements }, ElementType::Fp32, "optimizer state" });
            };
            m_slots.push_back({ of(slot.master != nullptr ? slot.master : slot.parameter), of(slot.gradient),
                of(slot.firstMoment), of(slot.secondMoment), slot.elements });
        }
    }
    // Operands that share memory share the copy, which is as large as the larger of them.
    void* copied(const Operand& operand)
    {
        if (operand.data == nullptr) {
            return nullptr;
        }
        const auto known = m_places.find(operand.data);
        if (known != m_places.end()) {
            return known->second;
        }
        if (isReal(operand.type)) {
            m_doubles.push_back(fetched(operand));
            return m_places[operand.data] = m_doubles.back().data();
        }
        m_bytes.push_back(bytesOf(operand));
        return m_places[operand.data] = m_bytes.back().data();
    }
    std::vector<std::byte> bytesOf(const Operand& operand)
    {
        std::vector<std::byte> bytes(countOf(operand) * static_cast<std::size_t>(bytesPerElement(operand.type)));
        const Status status =
            m_session.toHost(bytes.data(), operand.data, static_cast<Bytes>(bytes.size()), operand.name);
        if (!status && !m_error) {
            m_error = status.error();
        }
        return bytes;
    }
    std::vector<double> fetched(const Operand& operand)
    {
        return operand.type == ElementType::Bf16 ? widened<kernels::Bf16>(bytesOf(operand))
                                                 : widened<float>(bytesOf(operand));
    }

    const CudaSession& m_session;
    OpCall m_device;
    OpCall m_call;
    std::deque<std::vector<double>> m_doubles; // a deque: their memory stays where it is
    std::deque<std::vector<std::byte>> m_bytes;
    std::map<const void*, void*> m_places;
    std::vector<Operand> m_deviceWrites;
    std::vector<Operand> m_deviceGradients;
    std::vector<OptimizerSlot> m_deviceSlots;
    std::vector<Operand> m_reads;
    std::vector<Operand> m_writes;
    std::vector<Operand> m_parameters;
    std::vector<Operand> m_gradients;
    std::vector<OptimizerSlot> m_slots;
    StepResults m_results;
    std::optional<Error> m_error;
};

double shadowTolerance(std::string_view kernel, bool inBf16)
{
    constexpr double kSingle = 5e-5;
    constexpr double kRounded = 0.00390625; // 2^-8
    const auto is = [kernel](std::initializer_list<Kernel> list) {
        return std::any_of(list.begin(), list.end(), [kernel](Kernel each) { return toText(each) == kernel; });
    };
    if (!inBf16 || is({ Kernel::CrossEntropy, Kernel::CrossEntropyBackward, Kernel::OptimizerStep })) {
        return kSingle;
    }
    return is({ Kernel::ScoresBackward, Kernel::ValuesBackward, Kernel::ChunkedLoss, Kernel::FlashAttention,
               Kernel::FlashAttentionBackward })
        ? 4 * kRounded
        : kRounded;
}

DeviceShadow::DeviceShadow(const Program& program, OpCalls& calls, const CudaSession& session, ThreadPool& pool)
    : m_program(program)
    , m_calls(calls)
    , m_session(session)
    , m_pool(pool)
{
}

DeviceShadow::~DeviceShadow() = default;

void DeviceShadow::before(std::size_t op)
{
    if (!m_error) {
        m_call = std::make_unique<ShadowedCall>(m_calls.at(op), m_session);
    }
}

void DeviceShadow::after(std::size_t op)
{
    if (m_error || !m_call) {
        return;
    }
    const Status computed = m_call->compute(m_pool);
    const Result<double> worst = computed ? m_call->worst() : Result<double>(computed.error());
    if (!worst) {
        m_error = worst.error();
        return;
    }
    double& known = m_errors[toText(m_program.ops[op].kernel)];
    known = std::isnan(*worst) || *worst > known ? *worst : known;
    m_loss += m_call->loss();
}

} // namespace sublinear
