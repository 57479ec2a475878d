// SPDX-License-Identifier: MIT
#include "gpu/device/device_list.h"

#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace sublinear {

std::string deviceTable(const CpuDevice& cpu)
{
    using Row = std::array<std::string, 4>;
    const Row head { "device", "threads", "memory", "name" };
    const Row row { "cpu", std::to_string(cpu.threads), cpu.memory ? formatGiBUnit(*cpu.memory) : "unknown", cpu.name };

    std::string text;
    for (const Row& cells : { head, row }) {
        for (std::size_t column = 0; column < cells.size(); ++column) {
            text += cells[column];
            if (column + 1 < cells.size()) {
                const std::size_t width = std::max(head[column].size(), row[column].size()) + 2;
                text.append(width - cells[column].size(), ' ');
            }
        }
        text += '\n';
    }
    return text;
}

std::string deviceJson(const CpuDevice& cpu)
{
    nlohmann::ordered_json device { { "id", "cpu" }, { "kind", "cpu" }, { "name", cpu.name },
        { "threads", cpu.threads } };
    device["memory_bytes"] = cpu.memory ? nlohmann::ordered_json(*cpu.memory) : nlohmann::ordered_json();
    const nlohmann::ordered_json document { { "devices", nlohmann::ordered_json::array({ device }) } };
    // A name that is not UTF-8 is repaired rather than thrown at.
    return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

} // namespace sublinear
