// SPDX-License-Identifier: MIT
#include "gpu/cpu/vectorise.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace sublinear {

namespace {

Isa supportedIsa()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vl")) {
        return Isa::Avx512;
    }
    if (__builtin_cpu_supports("avx2")) {
        return Isa::Avx2;
    }
#endif
    return Isa::Baseline;
}

Isa allowedIsa()
{
    const char* const value = std::getenv("SUBLINEAR_ISA"); // NOLINT(concurrency-mt-unsafe): nobody sets it here
    const std::string_view name = value == nullptr ? "" : value;
    if (name == "baseline") {
        return Isa::Baseline;
    }
    return name == "avx2" ? Isa::Avx2 : Isa::Avx512;
}

} // namespace

Isa hostIsa()
{
    static const Isa isa = std::min(supportedIsa(), allowedIsa());
    return isa;
}

} // namespace sublinear
