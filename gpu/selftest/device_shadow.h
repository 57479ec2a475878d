// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/thread_pool.h"
#include "gpu/cuda/session.h"
#include "gpu/run/op_calls.h"
#include "gpu/selftest/shadow.h"

#include <memory>
#include <optional>

namespace sublinear {

class ShadowedCall;

/// How far a kernel's results on a device may be from double precision, as a part of the largest number: fp32
/// sums of a few thousand terms; in bf16 one rounding of the result (2^-9, of a number of up to that size 2^-8), and
/// two where a kernel rounds what it adds to, or what it multiplies with.
double shadowTolerance(std::string_view kernel, bool inBf16);

/// Watches a step on a device: copies what each operation reads to the host, computes it there in
/// double precision by the CPU's kernels, and compares what the device has made of it. What was
/// rounded before the operation is no error of it. The device waits for every operation.
class DeviceShadow {
public:
    /// Keeps references; `calls` are those of the step, with the device's addresses.
    DeviceShadow(const Program& program, OpCalls& calls, const CudaSession& session, ThreadPool& pool);
    ~DeviceShadow();
    DeviceShadow(const DeviceShadow&) = delete;
    DeviceShadow& operator=(const DeviceShadow&) = delete;
    DeviceShadow(DeviceShadow&&) = delete;
    DeviceShadow& operator=(DeviceShadow&&) = delete;

    void before(std::size_t op);
    void after(std::size_t op);

    [[nodiscard]] const ShadowErrors& errors() const { return m_errors; } ///< the worst of each kernel
    [[nodiscard]] double loss() const { return m_loss; } ///< in double precision, of the operations' own inputs
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; } ///< a copy or kernel that failed

private:
    const Program& m_program;
    OpCalls& m_calls;
    const CudaSession& m_session;
    ThreadPool& m_pool;
    std::unique_ptr<ShadowedCall> m_call;
    ShadowErrors m_errors;
    double m_loss = 0.0;
    std::optional<Error> m_error;
};

} // namespace sublinear
