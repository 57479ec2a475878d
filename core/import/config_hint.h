// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace sublinear {

/// What to say behind the refusal of a text as a scenario where it is a model's config.json; each empty
/// where it is none. Why it cannot be imported: " (a model's config.json, which cannot be imported:
/// model_type: ...)"; empty too where it can.
std::string importRefusal(std::string_view json);
/// The same on the command line, which says by what a good one is taken.
std::string importHint(std::string_view json);

} // namespace sublinear
