// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace sublinear {

/// One thing to pick: a scenario, a model, a device.
struct PickerEntry {
    std::string id;
    QString name;
    QString group; ///< family or vendor; entries of one group stand together
    QString detail; ///< short facts beside the name
    QString notes; ///< tooltip
    QString refused; ///< why it cannot be picked; empty when it can
};

std::vector<PickerEntry> scenarioEntries();
std::vector<PickerEntry> modelEntries();
std::vector<PickerEntry> gpuEntries();

} // namespace sublinear
