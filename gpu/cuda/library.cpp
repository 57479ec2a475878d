// SPDX-License-Identifier: MIT
#include "gpu/cuda/library.h"

#include <dlfcn.h>

namespace sublinear {

Result<Library> Library::load(const std::vector<std::string>& names)
{
    std::string why = "no name given";
    for (const std::string& name : names) {
        if (void* const handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
            return Library(handle);
        }
        const char* const text = dlerror(); // NOLINT(concurrency-mt-unsafe): per thread in glibc
        why = text == nullptr ? name : text;
    }
    return Error { why };
}

void* Library::address(const char* name) const
{
    return dlsym(m_handle, name);
}

} // namespace sublinear
