// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace sublinear {

/// A measurement with every operation of every point is long; a scenario is not.
inline constexpr std::size_t kMaxDocumentBytes = std::size_t { 64 } << 20;

/// What a file turned out to be, in words: "scenario, article accounting",
/// "measurement, 3 points", "measurement stream, 12 lines, 3 points, ended early".
struct CheckedDocument {
    std::string description;
};

/// Whether a text is a document of ours and, if so, a sound one. A scenario is read and
/// resolved, and evaluated where its accounting can be; of a measurement, as one document or
/// as a stream of lines, the structure is checked. The message names the field (of a stream
/// also the line), the value and what is accepted, not the file.
Result<CheckedDocument> checkDocument(std::string_view text);

} // namespace sublinear
