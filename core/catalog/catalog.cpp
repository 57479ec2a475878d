// SPDX-License-Identifier: MIT
#include "core/catalog/catalog.h"

#include "core/catalog/embedded.h"
#include "core/catalog/preset_files.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

/// A file that cannot be read gives an empty list: tst_catalog fails on it.
template <class T> std::vector<T> listOrEmpty(Result<std::vector<T>> list)
{
    return list ? std::move(list).value() : std::vector<T>();
}

template <class T> const T* findById(std::span<const T> list, std::string_view id)
{
    const auto found = std::find_if(list.begin(), list.end(), [id](const T& entry) { return entry.id == id; });
    return found == list.end() ? nullptr : &*found;
}

} // namespace

std::span<const ModelPreset> modelPresets()
{
    static const std::vector<ModelPreset> list = listOrEmpty(readModelPresets(embedded::modelsJson));
    return list;
}

std::span<const GpuPreset> gpuPresets()
{
    static const std::vector<GpuPreset> list = listOrEmpty(readGpuPresets(embedded::gpusJson));
    return list;
}

std::span<const ScenarioPreset> scenarioPresets()
{
    static const std::vector<ScenarioPreset> list = listOrEmpty(readScenarioPresets(embedded::scenariosJson));
    return list;
}

const ModelPreset* findModelPreset(std::string_view id)
{
    return findById(modelPresets(), id);
}

const GpuPreset* findGpuPreset(std::string_view id)
{
    return findById(gpuPresets(), id);
}

const ScenarioPreset* findScenarioPreset(std::string_view id)
{
    return findById(scenarioPresets(), id);
}

std::string_view toText(CapacityBasis basis)
{
    switch (basis) {
    case CapacityBasis::CudaVisible:
        return "visible to a process";
    case CapacityBasis::Driver:
        return "driver's total";
    case CapacityBasis::Marketed:
        return "marketed size";
    case CapacityBasis::Article:
        return "article";
    }
    return {};
}

} // namespace sublinear
