// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace sublinear {

/// What can be asked of a run, by options or by a command.
struct RunOptions {
    std::optional<std::string> policies; ///< LIST; empty: five that span the frontier
    std::string device = "auto"; ///< auto, cpu, cuda:N
    std::optional<Count> threads; ///< empty: all cores on the command line, all but one on a command
    std::optional<double> deadlineSeconds; ///< when the run ends, done or not; also what its shape is chosen for
    Count seed = 1;
    bool head = false; ///< run embedding and LM head too, with the scenario's loss; else the stack's own loss <x_N, R>
    bool planOnly = false; ///< say what would be run, and what it would take
    bool operator==(const RunOptions&) const = default;
};

/// Lines on stdin, each a JSON object with a `type`:
///   {"type":"run","id":"a","scenario":{...},"policies":"store_all,article:4","device":"auto",
///    "threads":2,"deadline_s":60,"seed":1,"head":false,"plan_only":false}
///   {"type":"cancel","id":"a"}   ends that run; without an id, whatever run there is
///   {"type":"quit"}              ends the program, and the run with it
struct RunCommand {
    std::string id; ///< what the run's lines carry
    Scenario scenario;
    RunOptions options;
};
struct CancelCommand {
    std::optional<std::string> id; ///< of the run; empty: whichever is going on or waits
};
struct QuitCommand { };
using Command = std::variant<RunCommand, CancelCommand, QuitCommand>;

inline constexpr std::size_t kMaxCommandBytes = std::size_t { 4 } << 20;

/// Refused: what is no such line, unknown members among them. The message names the member, the
/// value and what is accepted.
Result<Command> parseCommand(std::string_view line);

/// The id that a run command names, also one that is refused; empty: there is none to be read.
std::string runIdOf(std::string_view line);

/// Whether a device can be named so, and numbers are in range. The message names the option.
Status checkOptions(const RunOptions& options);
inline constexpr Count kMostThreads = 1024;
/// Of a number as it was typed: why it is refused if it is whole and more than 64 bits hold, quoting it;
/// else empty. A command line's parser would clamp it.
std::string refuseClamped(const std::string& typed, Count first, Count last);

inline constexpr Count kLargestSeed = 9'007'199'254'740'991; ///< 2^53 - 1: every reader of JSON keeps it
inline constexpr double kLongestRun = 604800; ///< seconds
inline constexpr double kUsualDeadline =
    300; ///< seconds, of a run that names none: ten times what a default sweep takes

/// The line of a command, '\n' at the end: what parseCommand reads.
std::string commandLine(const Command& command);

} // namespace sublinear
