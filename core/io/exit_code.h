// SPDX-License-Identifier: MIT
#pragma once

namespace sublinear {

/// What the shell sees; the numbers are a promise to scripts.
enum class ExitCode : int {
    Ok = 0,
    Failure = 1,
    Usage = 2, ///< arguments, a bad --set included
    BadFile = 3, ///< unreadable, invalid, or not to be modelled
    CannotWrite = 4,
    DeviceFailed = 5,
    DoesNotFit = 10, ///< asked for with --fail-if-over
};

} // namespace sublinear
