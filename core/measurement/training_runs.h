// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/measurement/measurement.h"

#include <string_view>

namespace sublinear {

/// People's own training runs as points of a measurement: a CSV table with a header, or JSON, a list
/// of objects or {"runs": [...]} with what all have in common beside it. Columns or members: `policy`
/// (every one may carry its number, `article:4`) and `k`; `peak_bytes`, empty where not known;
/// `step_ms`, `step_ms_p25`, `step_ms_p75`; `device`, `date`, `note`, `origin`; and the shape by the
/// scenario's paths or their last part (`layers`, `d_model`, `batch`, `dtype`, ...), the same in all.
/// Points carry an origin: their own, or `origin`. Where the shape is said (layers, d_model and heads or
/// a preset; batch, sequence, dtype; d_ffn is 4 d_model where it is not) they have what is predicted of
/// it beside them, else the run is unknown. The message names the row, the column, the value and what
/// is accepted, not the file.
Result<Measurement> readTrainingRuns(std::string_view text, std::string_view origin);

/// Whether a text is meant to be that: a table or JSON that speaks of `policy` and `peak_bytes`.
bool looksLikeTrainingRuns(std::string_view text);

} // namespace sublinear
