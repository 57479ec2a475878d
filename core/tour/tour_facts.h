// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/plan/evaluation.h"

#include <string>
#include <string_view>

namespace sublinear {

/// `text` with each figure in braces filled in from the evaluation, so that no text can name a number that is not
/// the plan's: {total} {limit} {short} {parameters} {optimizer} {activations} {layer} {input} {saved} {forward}
/// {step} {batch} {throughput} of the chosen row, {total@5} of the row at another K, {tensor:attention_weights}
/// of one layer. Refused: a figure that is not known, braces without a partner.
Result<std::string> withFacts(std::string_view text, const Evaluation& evaluation);

} // namespace sublinear
