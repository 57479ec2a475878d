// SPDX-License-Identifier: MIT
#include "core/report/presets_report.h"

#include "core/base/units.h"
#include "core/catalog/catalog.h"
#include "core/scenario/scenario_json.h"

#include <nlohmann/json.hpp>

namespace sublinear {

namespace {

using Json = nlohmann::ordered_json;

std::string countCell(std::optional<Count> count)
{
    return count ? std::to_string(*count) : "-";
}

std::string rateCell(const std::optional<double>& value)
{
    return value ? formatFixed(*value, 0) : "-";
}

Json rateJson(const std::optional<double>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json scenarioObject(const Scenario& scenario)
{
    return Json::parse(writeScenario(scenario), nullptr, false);
}

// The fields as --set and files name them.
Json shapeObject(const Scenario::Model& shape)
{
    Scenario scenario;
    scenario.model = shape;
    Json document = scenarioObject(scenario);
    return document.contains("model") ? document["model"] : Json::object();
}

std::string document(std::string_view kind, Json entries)
{
    const Json json = { { "format", "sublinear-presets" }, { "version", 1 }, { kind, std::move(entries) } };
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

TextTable modelPresetTable()
{
    TextTable table;
    table.header = { "Id", "Name", "Layers", "d_model", "Heads", "Parameters", "Note" };
    for (const ModelPreset& preset : modelPresets()) {
        table.rows.push_back({ preset.id, preset.name, countCell(preset.shape.layers), countCell(preset.shape.dModel),
            countCell(preset.shape.heads),
            preset.computedParameters > 0 ? formatGrouped(preset.computedParameters) : "-",
            preset.notModelled.empty() ? "" : "not modelled: " + preset.notModelled });
    }
    return table;
}

TextTable gpuPresetTable()
{
    TextTable table;
    table.header = { "Id", "Name", "Memory, GiB", "Capacity is", "bf16, TFLOP/s", "Bandwidth, 10^9 B/s" };
    for (const GpuPreset& preset : gpuPresets()) {
        table.rows.push_back({ preset.id, preset.name, formatGiB(preset.memoryBytes),
            std::string(toText(preset.capacityBasis)), rateCell(preset.tflopsBf16), rateCell(preset.bandwidthGBs) });
    }
    return table;
}

TextTable scenarioPresetTable()
{
    TextTable table;
    table.header = { "Id", "Name", "Story" };
    for (const ScenarioPreset& preset : scenarioPresets()) {
        table.rows.push_back({ preset.id, preset.name, preset.story });
    }
    return table;
}

std::string modelPresetsJson()
{
    Json entries = Json::array();
    for (const ModelPreset& preset : modelPresets()) {
        entries.push_back({
            { "id", preset.id },
            { "name", preset.name },
            { "family", preset.family },
            { "modelled", preset.notModelled.empty() },
            { "not_modelled", preset.notModelled.empty() ? Json(nullptr) : Json(preset.notModelled) },
            { "model", shapeObject(preset.shape) },
            { "max_sequence", preset.maxSequence },
            { "published_parameters", preset.publishedParameters },
            { "published_is_exact", preset.publishedIsExact },
            { "computed_parameters", preset.computedParameters },
            { "notes", preset.notes },
            { "sources", preset.sources },
        });
    }
    return document("models", std::move(entries));
}

std::string gpuPresetsJson()
{
    Json entries = Json::array();
    for (const GpuPreset& preset : gpuPresets()) {
        entries.push_back({
            { "id", preset.id },
            { "name", preset.name },
            { "vendor", preset.vendor },
            { "architecture", preset.architecture },
            { "memory_bytes", preset.memoryBytes },
            { "capacity_basis", toText(preset.capacityBasis) },
            { "tflops_fp32", rateJson(preset.tflopsFp32) },
            { "tflops_tf32", rateJson(preset.tflopsTf32) },
            { "tflops_fp16", rateJson(preset.tflopsFp16) },
            { "tflops_bf16", rateJson(preset.tflopsBf16) },
            { "bandwidth_1e9_bytes_per_second", rateJson(preset.bandwidthGBs) },
            { "compute_capability", preset.computeCapability },
            { "notes", preset.notes },
            { "sources", preset.sources },
        });
    }
    return document("gpus", std::move(entries));
}

std::string scenarioPresetsJson()
{
    Json entries = Json::array();
    for (const ScenarioPreset& preset : scenarioPresets()) {
        entries.push_back({
            { "id", preset.id },
            { "name", preset.name },
            { "story", preset.story },
            { "scenario", scenarioObject(preset.scenario) },
        });
    }
    return document("scenarios", std::move(entries));
}

} // namespace sublinear
