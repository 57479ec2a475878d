// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/scenario.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// A public model's shape. `shape` has every model field that the entry knows, except preset.
struct ModelPreset {
    std::string id;
    std::string name;
    std::string family;
    Scenario::Model shape;
    Count maxSequence = 0;
    Count publishedParameters = 0;
    bool publishedIsExact = false;
    Count computedParameters = 0; ///< from the shape; what a count of ours must equal
    std::string notModelled; ///< why it cannot be modelled ("encoder-decoder"); empty if it can
    std::string notes;
    std::vector<std::string> sources;
};

enum class CapacityBasis { CudaVisible, Driver, Marketed, Article };

/// A device. `memoryBytes` is what a process can see where that is known, else the
/// driver's total, else the marketed size in GiB.
struct GpuPreset {
    std::string id;
    std::string name;
    std::string vendor;
    std::string architecture;
    Bytes memoryBytes = 0;
    CapacityBasis capacityBasis = CapacityBasis::Marketed;
    std::optional<double> tflopsFp32; ///< dense, TFLOP/s
    std::optional<double> tflopsTf32;
    std::optional<double> tflopsFp16;
    std::optional<double> tflopsBf16;
    std::optional<double> bandwidthGBs; ///< 10^9 bytes per second
    std::string computeCapability;
    std::string notes;
    std::vector<std::string> sources;
};

/// A named starting point.
struct ScenarioPreset {
    std::string id;
    std::string name;
    std::string story; ///< one line: what it shows
    Scenario scenario;
};

/// Built into the program from resources/presets; parsed once, never changed.
std::span<const ModelPreset> modelPresets();
std::span<const GpuPreset> gpuPresets();
std::span<const ScenarioPreset> scenarioPresets();

const ModelPreset* findModelPreset(std::string_view id);
const GpuPreset* findGpuPreset(std::string_view id);
const ScenarioPreset* findScenarioPreset(std::string_view id);

inline constexpr std::string_view kDefaultGpu = "80gib-article";

std::string_view toText(CapacityBasis basis);

} // namespace sublinear
