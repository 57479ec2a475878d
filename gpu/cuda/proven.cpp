// SPDX-License-Identifier: MIT
#include "gpu/cuda/proven.h"

#include "core/io/write_file.h"
#include "gpu/cuda/module.h"
#include "gpu/device/file_text.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

namespace sublinear {

std::string provenLine(const CudaDeviceInfo& device, int driver, std::string_view build)
{
    return device.name + ", compute capability " + std::to_string(device.major) + "." + std::to_string(device.minor)
        + ", driver's CUDA " + std::to_string(driver) + ", kernels " + std::string(build);
}

std::string buildOfModule(std::string_view file)
{
    std::uint64_t sum = 14695981039346656037ULL; // FNV-1a
    for (const char byte : file) {
        sum = (sum ^ static_cast<unsigned char>(byte)) * 1099511628211ULL;
    }
    std::ostringstream text;
    text << std::hex << sum;
    return text.str();
}

std::string cudaModuleBuild()
{
    for (const std::string& path : cudaModulePaths()) {
        if (const std::string file = fileText(path.c_str()); !file.empty()) {
            return buildOfModule(file);
        }
    }
    return {};
}

std::string ProvenDevices::usualPath()
{
    // NOLINTBEGIN(concurrency-mt-unsafe): nobody sets them here
    const char* const cache = std::getenv("XDG_CACHE_HOME");
    const char* const home = std::getenv("HOME");
    // NOLINTEND(concurrency-mt-unsafe)
    const std::string name = "/sublinear/cuda-self-test";
    if (cache != nullptr && *cache == '/') {
        return cache + name;
    }
    return home != nullptr && *home == '/' ? home + ("/.cache" + name) : std::string();
}

ProvenDevices::ProvenDevices(std::string path)
    : m_path(std::move(path))
{
}

std::vector<std::string> ProvenDevices::lines() const
{
    std::istringstream file(m_path.empty() ? std::string() : fileText(m_path.c_str()));
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(line);
    }
    return lines;
}

bool ProvenDevices::has(std::string_view line) const
{
    const std::vector<std::string> all = lines();
    return std::find(all.begin(), all.end(), line) != all.end();
}

Status ProvenDevices::set(const std::string& line, bool proven) const
{
    if (m_path.empty()) {
        return Error { "neither XDG_CACHE_HOME nor HOME names a folder to remember it in", "" };
    }
    std::vector<std::string> all = lines();
    all.erase(std::remove(all.begin(), all.end(), line), all.end());
    if (proven) {
        all.push_back(line);
    }
    std::error_code ignored; // writing says what is wrong
    std::filesystem::create_directories(std::filesystem::path(m_path).parent_path(), ignored);
    std::string text;
    for (const std::string& each : all) {
        text += each + "\n";
    }
    const Status written = writeWholeFile(m_path, text);
    return written ? written : Error { m_path + ": " + written.error().message, "" };
}

} // namespace sublinear
