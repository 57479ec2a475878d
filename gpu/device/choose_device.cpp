// SPDX-License-Identifier: MIT
#include "gpu/device/choose_device.h"

#include <algorithm>
#include <charconv>

namespace sublinear {

namespace {

// N of "cuda:N", digits only.
std::optional<int> cudaIndex(std::string_view text)
{
    constexpr std::string_view kPrefix = "cuda:";
    if (text.substr(0, kPrefix.size()) != kPrefix) {
        return std::nullopt;
    }
    text.remove_prefix(kPrefix.size());
    int index = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    return error == std::errc {} && end == text.data() + text.size() && index >= 0 ? std::optional(index)
                                                                                   : std::nullopt;
}

std::string namesOf(const CudaDevices& devices)
{
    std::string names;
    for (const CudaDevice& device : devices.list) {
        names += (names.empty() ? "cuda:" : ", cuda:") + std::to_string(device.index);
    }
    return names;
}

} // namespace

Result<DeviceChoice> chooseDevice(std::string_view text, const std::function<CudaDevices()>& devices)
{
    if (text == "cpu") {
        return DeviceChoice {};
    }
    const std::optional<int> index = cudaIndex(text);
    if (!index && text != "auto") {
        return Error { "--device: \"" + std::string(text) + "\"; accepted: auto, cpu, cuda:0, cuda:1, ...", "device" };
    }
    const CudaDevices found = devices();
    if (!index) {
        return found.list.empty() ? DeviceChoice { std::nullopt, "the CPU is used; no CUDA device: " + found.reason }
                                  : DeviceChoice { found.list.front(), {} };
    }
    const auto device = std::find_if(
        found.list.begin(), found.list.end(), [index](const CudaDevice& each) { return each.index == *index; });
    if (device == found.list.end()) {
        return Error { "--device: there is no " + std::string(text)
                + (found.reason.empty() ? "; there is " + namesOf(found) : ": " + found.reason),
            "no_device" };
    }
    return DeviceChoice { *device, {} };
}

} // namespace sublinear
