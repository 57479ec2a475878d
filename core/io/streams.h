// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/io/exit_code.h"

#include <string>
#include <string_view>

namespace sublinear {

/// One line on stderr: "sublinear: ...", with the program's own name. Control characters in it are replaced.
void complain(std::string_view message);

/// Data on stdout. CannotWrite, with the reason on stderr, if not all of it went out.
ExitCode print(std::string_view data);

/// A whole file, or standard input for "-". Refused: what cannot be read, and more than
/// `maxBytes`. The message does not name the file.
Result<std::string> readInput(const std::string& path, std::size_t maxBytes);

/// For options that name a file: an empty name is refused, not taken for none.
std::string refuseEmptyName(const std::string& name);

/// How a file is called in messages: its path, or "standard input" for "-".
std::string inputName(const std::string& path);

} // namespace sublinear
