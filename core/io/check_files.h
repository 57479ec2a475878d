// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/exit_code.h"

#include <span>
#include <string>

namespace sublinear {

/// The verb `check` of both programs: a line on stdout for each file that is a sound document,
/// a complaint for each that is not. All files are looked at, so that one call names everything
/// that is wrong.
ExitCode checkFiles(std::span<const std::string> files);

} // namespace sublinear
