// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

/// resources/presets as text, put into the program by embed.cmake.
namespace sublinear::embedded {

extern const std::string_view modelsJson;
extern const std::string_view gpusJson;
extern const std::string_view scenariosJson;

} // namespace sublinear::embedded
