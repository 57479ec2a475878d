// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/figure/figure_record.h"

#include <QString>

#include <optional>

namespace sublinear {

/// What an exported figure or a report was drawn from. Empty where the file is none of ours, or cannot be read: whoever
/// takes other files says why not. Refused with one line that names the file: a figure with something wrong in it, and
/// pictures or pages that are no figures.
Result<std::optional<FigureRecord>> loadFigureFile(const QString& path);

} // namespace sublinear
