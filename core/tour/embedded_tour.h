// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

/// resources/tour as text, put into the program by the build.
namespace sublinear::embedded {

extern const std::string_view tourJson;
extern const std::string_view tourTextJson;

} // namespace sublinear::embedded
