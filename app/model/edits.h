// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/hf_config.h"
#include "core/scenario/fields.h"

#include <QString>

namespace sublinear {

/// What edits by hand make of a scenario: pure, so that they can be looked at without a window.

/// `scenario` with another value of one field, and what depends on it brought along: ranges
/// clamped, the fields that a newly chosen recipe stands for taken from it, a policy without a
/// law given up where article accounting is switched to. `before`: what the field was worth.
Scenario edited(const Scenario& scenario, const Field& field, const FieldValue& value, const FieldValue& before);

/// Why a value, good in itself, cannot be taken beside the others; empty if it can.
QString refusedBeside(const Scenario& completed, const Field& field, const FieldValue& value);

/// What an edit of `field` changed elsewhere and nobody would expect, in a sentence; else empty.
QString takenAlong(const Scenario& before, const Scenario& after, const Field& field);

/// The model's fields of an imported config, in training accounting.
Scenario withImported(const Scenario& scenario, const ImportedModel& imported);

} // namespace sublinear
