// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/pool_memory.h"

#include <optional>
#include <string>
#include <vector>

namespace sublinear {

/// Watches a step in a pool: what is in use while each operation runs, and whether one wrote beyond
/// its tensors.
class PoolWatch {
public:
    explicit PoolWatch(const PoolMemory& memory)
        : m_memory(memory)
    {
    }

    void before(std::size_t /*op*/) { m_used.push_back(m_memory.usedBytes()); }
    void after(std::size_t op)
    {
        if (!m_broken && (m_broken = m_memory.brokenBand())) {
            m_brokenBy = op;
        }
    }

    [[nodiscard]] const std::vector<Bytes>& used() const { return m_used; } ///< by operation
    [[nodiscard]] const std::optional<std::string>& broken() const { return m_broken; } ///< the tensor written beyond
    [[nodiscard]] std::size_t brokenBy() const { return m_brokenBy; } ///< the operation

private:
    const PoolMemory& m_memory;
    std::vector<Bytes> m_used;
    std::optional<std::string> m_broken;
    std::size_t m_brokenBy = 0;
};

} // namespace sublinear
