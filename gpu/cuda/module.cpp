// SPDX-License-Identifier: MIT
#include "gpu/cuda/module.h"

#include "gpu/cuda/library.h"
#include "gpu/cuda/module_interface.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace sublinear {

namespace {

constexpr const char* kFileName = "libsublinear-cuda.so";

bool isFile(const std::string& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

} // namespace

std::vector<std::string> cudaModulePaths()
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody sets it here
    if (const char* const given = std::getenv("SUBLINEAR_CUDA_MODULE")) {
        return { given };
    }
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) {
        return {};
    }
    const std::filesystem::path folder = program.parent_path();
    return { (folder / kFileName).string(), (folder / ".." / "lib" / "sublinear" / kFileName).string() };
}

Result<CudaRuntime*> loadCudaModule(const std::vector<std::string>& paths)
{
    const auto path = std::find_if(paths.begin(), paths.end(), isFile);
    if (path == paths.end()) {
        return Error { "no CUDA module (" + std::string(kFileName) + ") beside the program: built without CUDA" };
    }
    Result<Library> library = Library::load({ *path });
    if (!library) {
        return Error { "the CUDA module could not be loaded: " + library.error().message };
    }
    auto* const entry = library->symbol<CudaModuleEntry>(kCudaModuleEntry);
    CudaRuntime* const runtime = entry == nullptr ? nullptr : entry(kCudaModuleVersion);
    if (runtime == nullptr) {
        return Error { "the CUDA module " + *path + " is of another build than this program" };
    }
    return runtime;
}

} // namespace sublinear
