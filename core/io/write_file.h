// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace sublinear {

struct WriteOptions {
    /// The content is in a file that has no name until all of it is written, so that nothing is left of it
    /// whatever ends the program. With a name, beside the target, where the system has no such files.
    bool unnamed = true;
    bool synced = true; ///< on the disk when the call returns, so that a power failure loses nothing
};

/// Puts the file into its place when it is whole: whatever goes wrong, an old file stays as it was
/// and nothing is left beside it. What is not a file (/dev/null, a pipe) is written to directly. The
/// message does not name the file.
Status writeWholeFile(const std::string& path, std::string_view content, WriteOptions options = {});

/// Whether writeWholeFile could begin, found out before the work that is to be written: the folder is
/// there and takes a file. The message does not name the file.
Status canWriteFile(const std::string& path);

} // namespace sublinear
