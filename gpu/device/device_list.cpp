// SPDX-License-Identifier: MIT
#include "gpu/device/device_list.h"

#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace sublinear {

namespace {

using Json = nlohmann::ordered_json;
using Row = std::array<std::string, 6>;

std::string amount(std::optional<Bytes> bytes)
{
    return bytes ? formatGiBUnit(*bytes) : "unknown";
}

std::string idOf(const CudaDevice& device)
{
    return "cuda:" + std::to_string(device.index);
}

std::string capability(const CudaDeviceInfo& info)
{
    return std::to_string(info.major) + "." + std::to_string(info.minor);
}

Row rowOf(const CudaDevice& device)
{
    return { idOf(device), "-", amount(device.info.memoryBytes), amount(device.freeBytes), capability(device.info),
        device.info.name };
}

Json jsonOf(const CpuDevice& cpu)
{
    Json device { { "id", "cpu" }, { "kind", "cpu" }, { "name", cpu.name }, { "threads", cpu.threads } };
    device["memory_bytes"] = cpu.memory ? Json(*cpu.memory) : Json();
    return device;
}

Json jsonOf(const CudaDevice& cuda)
{
    Json device { { "id", idOf(cuda) }, { "kind", "cuda" }, { "name", cuda.info.name },
        { "capability", capability(cuda.info) }, { "multiprocessors", cuda.info.multiprocessors },
        { "memory_bytes", cuda.info.memoryBytes } };
    device["free_bytes"] = cuda.freeBytes ? Json(*cuda.freeBytes) : Json();
    return device;
}

Json textOrNull(const std::string& text)
{
    return text.empty() ? Json() : Json(text);
}

} // namespace

std::string deviceTable(const CpuDevice& cpu, const CudaDevices& cuda)
{
    std::vector<Row> rows { { "device", "threads", "memory", "free", "capability", "name" },
        { "cpu", std::to_string(cpu.threads), amount(cpu.memory), "-", "-", cpu.name } };
    for (const CudaDevice& device : cuda.list) {
        rows.push_back(rowOf(device));
    }
    if (!cuda.reason.empty()) {
        rows.push_back({ "cuda", "-", "-", "-", "-", (cuda.list.empty() ? "none: " : "not all: ") + cuda.reason });
    }

    std::string text;
    for (const Row& row : rows) {
        for (std::size_t column = 0; column + 1 < row.size(); ++column) {
            std::size_t width = 0;
            for (const Row& other : rows) {
                width = std::max(width, other[column].size());
            }
            text += row[column] + std::string(width + 2 - row[column].size(), ' ');
        }
        text += row.back() + '\n';
    }
    return text;
}

std::string deviceJson(const CpuDevice& cpu, const CudaDevices& cuda)
{
    Json devices = Json::array({ jsonOf(cpu) });
    for (const CudaDevice& device : cuda.list) {
        devices.push_back(jsonOf(device));
    }
    const Json document { { "devices", devices },
        { "cuda", Json { { "driver", textOrNull(cuda.driver) }, { "reason", textOrNull(cuda.reason) } } } };
    // A name that is not UTF-8 is repaired rather than thrown at.
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace sublinear
