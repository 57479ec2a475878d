// SPDX-License-Identifier: MIT
#pragma once

#include "app/export/figure_format.h"
#include "app/export/figure_style.h"
#include "core/figure/figure_record.h"

#include <string>
#include <vector>

namespace sublinear {

/// " --set ... --policies LIST --measured FILE": what a figure is drawn from.
std::string contentArguments(const FigureRecord& record);

/// "sublinear export --set ... --charts memory --format svg --out figures": makes the figures again, in any folder. The
/// style is left out where no picture is made of it, and each option that is what it would be anyway.
std::string figureCommand(const FigureRecord& record, const std::vector<std::string>& charts,
    const std::vector<FigureFormat>& formats, const FigureStyle& style);

} // namespace sublinear
