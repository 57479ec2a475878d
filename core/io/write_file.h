// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace sublinear {

/// Writes beside the file and renames: whatever goes wrong, an old file stays as it was and
/// nothing is left beside it. What is not a file (/dev/null, a pipe) is written to directly. The
/// message does not name the file.
Status writeWholeFile(const std::string& path, std::string_view content);

/// Whether writeWholeFile could begin, found out before the work that is to be written: the folder is
/// there and takes a file. The message does not name the file.
Status canWriteFile(const std::string& path);

} // namespace sublinear
