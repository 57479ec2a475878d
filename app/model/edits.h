// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/hf_config.h"
#include "core/scenario/fields.h"

#include <QString>

namespace sublinear {

/// What edits by hand make of a scenario: pure, so that they can be looked at without a window.

/// `scenario` with another value of one field, and what depends on it brought along: ranges
/// clamped, the fields that a newly chosen recipe stands for taken from it. `before`: what the field
/// was worth.
Scenario edited(const Scenario& scenario, const Field& field, const FieldValue& value, const FieldValue& before);

/// The model's fields of an imported config, in training accounting.
Scenario withImported(const Scenario& scenario, const ImportedModel& imported);

} // namespace sublinear
