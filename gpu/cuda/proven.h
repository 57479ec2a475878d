// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "gpu/cuda/runtime.h"

#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// What was proven where: a line that names the device, its driver and the build of the kernels. Another driver or
/// another build has to be proven again.
std::string provenLine(const CudaDeviceInfo& device, int driver, std::string_view build);

/// A name for the kernels of a module: a number made of every byte of its file.
std::string buildOfModule(std::string_view file);
/// The same of the module that this program loads; empty where there is none.
std::string cudaModuleBuild();

/// The devices on which the self-test passed, a line each, in a file of the user's. Until a device's line is in it
/// attention in bf16 has its plain form there.
class ProvenDevices {
public:
    /// $XDG_CACHE_HOME/sublinear/cuda-self-test, or that in ~/.cache; empty where neither is known.
    static std::string usualPath();
    explicit ProvenDevices(std::string path = usualPath());

    [[nodiscard]] bool has(std::string_view line) const; ///< false, too, where there is no file
    /// Adds or takes away, and leaves the others. Error: cannot be written.
    [[nodiscard]] Status set(const std::string& line, bool proven) const;
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    [[nodiscard]] std::vector<std::string> lines() const;
    std::string m_path;
};

} // namespace sublinear
