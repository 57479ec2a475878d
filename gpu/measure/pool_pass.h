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
        if (!m_broken && (m_broken = m_memory.brokenBand(op))) {
            m_brokenBy = op;
        }
    }
    /// When the step is over: what none of its operations had to do with.
    void end() { m_broken = m_broken ? m_broken : m_memory.brokenBand(); }

    [[nodiscard]] const std::vector<Bytes>& used() const { return m_used; } ///< by operation
    [[nodiscard]] const std::optional<std::string>& broken() const { return m_broken; } ///< the tensor written beyond
    [[nodiscard]] std::optional<std::size_t> brokenBy() const
    {
        return m_brokenBy;
    } ///< the operation; empty: not known

private:
    const PoolMemory& m_memory;
    std::vector<Bytes> m_used;
    std::optional<std::string> m_broken;
    std::optional<std::size_t> m_brokenBy;
};

} // namespace sublinear
