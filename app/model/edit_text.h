// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/fields.h"

#include <QString>

namespace sublinear {

/// A field's value as the window writes it: "4", "80 GiB", "bf16"; "derived" where it is not given.
QString valueText(const Field& field, const FieldValue& value);

/// "Batch 4 → 3"
QString editText(const Field& field, const FieldValue& from, const FieldValue& to);

/// "Batch: "1.5" is not a whole number from 1 to 65536."
QString notAcceptedText(const Field& field, const QString& typed);

} // namespace sublinear
