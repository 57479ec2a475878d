// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>
#include <vector>

namespace sublinear {

/// A shared library that is loaded while the program runs. Stays loaded.
class Library {
public:
    /// The first of the names that the system finds. Error: why the last was not loaded.
    static Result<Library> load(const std::vector<std::string>& names);

    template <class Function> [[nodiscard]] Function* symbol(const char* name) const
    {
        return reinterpret_cast<Function*>(address(name)); // NOLINT(*-reinterpret-cast): dlsym's way
    }

private:
    explicit Library(void* handle)
        : m_handle(handle)
    {
    }
    [[nodiscard]] void* address(const char* name) const;

    void* m_handle;
};

} // namespace sublinear
