// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sublinear {

/// What `hello` names as `protocol`; a worker of another version is refused.
inline constexpr int kProtocolVersion = 1;

struct StreamSummary {
    std::size_t lines = 0;
    std::size_t points = 0;
    std::size_t errors = 0; ///< lines of type error: a run that failed and says why
    bool complete = false; ///< the last line is `bye`
    bool halfLine = false; ///< of a saved stream: what ends it is half a line, which is left out
};

/// Takes the worker's lines one after the other. Each has a known `type`, a `seq` that grows and
/// the run's `id`; the first is `hello`, nothing follows `bye`; hello, plan and result hold what a
/// measurement document holds of them, a plan all of it; samples and results belong to the run that
/// was planned last. Empty lines are passed over.
class StreamCheck {
public:
    /// The line as an object; null for an empty one. The message names the line, the field, the
    /// value and what is accepted. Nothing may be taken after a refusal.
    Result<nlohmann::json> take(std::string_view line);

    [[nodiscard]] const StreamSummary& summary() const { return m_summary; }

private:
    [[nodiscard]] Status checkPlace(const std::string& type, const nlohmann::json& line) const;

    StreamSummary m_summary;
    std::size_t m_number = 0;
    std::optional<std::uint64_t> m_lastSeq;
    std::optional<std::string> m_planned; // the run whose plan came last
};

/// Whether a text looks like a saved stream: its first line is an object with a `type`.
bool looksLikeStream(std::string_view text);

/// A saved stream without the half line that a writer leaves which was stopped: the last one, which
/// nothing ends, if it begins an object and does not finish it.
std::string_view withoutHalfLine(std::string_view text);

/// A whole saved stream; it may end early, in the middle of a line too.
Result<StreamSummary> checkStream(std::string_view text);

} // namespace sublinear
