// SPDX-License-Identifier: MIT
#include "app/controls/picker_entries.h"

#include "app/language/core_text.h"
#include "app/model/text.h"
#include "core/base/units.h"
#include "core/catalog/catalog.h"

namespace sublinear {
namespace {

/// "1.24 B", "124 M": three figures are enough to tell models apart.
QString parametersText(Count parameters)
{
    const double millions = double(parameters) / 1e6;
    return millions < 1000 ? toQString(formatFixed(millions, 0) + " M")
                           : toQString(formatFixed(millions / 1000, 2) + " B");
}

} // namespace

std::vector<PickerEntry> scenarioEntries()
{
    std::vector<PickerEntry> entries;
    for (const ScenarioPreset& preset : scenarioPresets()) {
        entries.push_back({ preset.id, toQString(preset.name), {}, {}, fromCore(preset.story), {} });
    }
    return entries;
}

std::vector<PickerEntry> modelEntries()
{
    std::vector<PickerEntry> entries;
    for (const ModelPreset& preset : modelPresets()) {
        const Count parameters = preset.computedParameters > 0 ? preset.computedParameters : preset.publishedParameters;
        QString detail = parameters > 0 ? parametersText(parameters) : QString();
        if (preset.shape.layers && preset.shape.dModel) {
            detail += QStringLiteral("  %1 \u00d7 %2").arg(*preset.shape.layers).arg(*preset.shape.dModel);
        }
        entries.push_back({ preset.id, toQString(preset.name), toQString(preset.family), detail.trimmed(),
            fromCore(preset.notes), fromCore(preset.notModelled) });
    }
    return entries;
}

std::vector<PickerEntry> gpuEntries()
{
    std::vector<PickerEntry> entries;
    for (const GpuPreset& preset : gpuPresets()) {
        entries.push_back({ preset.id, toQString(preset.name), toQString(preset.vendor),
            toQString(formatGiBShort(preset.memoryBytes) + " GiB"), toQString(preset.notes), {} });
    }
    return entries;
}

} // namespace sublinear
