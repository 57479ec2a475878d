// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/program/placement.h"

namespace sublinear {

/// Runs nothing and counts what is alive: the interpreter without a device.
class SimulatedBackend {
public:
    explicit SimulatedBackend(const Program& program)
        : m_program(program)
    {
    }

    Status allocate(StorageId storage)
    {
        m_live += bytesOf(storage);
        m_liveGranules += inGranules(bytesOf(storage));
        return success();
    }
    Status run(std::size_t /*op*/) { return success(); }
    void free(StorageId storage)
    {
        m_live -= bytesOf(storage);
        m_liveGranules -= inGranules(bytesOf(storage));
    }

    [[nodiscard]] Bytes live() const { return m_live; }
    [[nodiscard]] Bytes liveGranuleBytes() const { return m_liveGranules; }

private:
    [[nodiscard]] Bytes bytesOf(StorageId storage) const
    {
        return m_program.storages[static_cast<std::size_t>(storage)].bytes;
    }

    const Program& m_program;
    Bytes m_live = 0;
    Bytes m_liveGranules = 0;
};

} // namespace sublinear
