// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/fields.h"

#include <nlohmann/json.hpp>

namespace sublinear {

/// A field's value as files have it; null for one that is not given.
nlohmann::ordered_json fieldValueJson(const FieldValue& value);

} // namespace sublinear
