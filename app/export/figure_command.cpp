// SPDX-License-Identifier: MIT
#include "app/export/figure_command.h"

#include "app/export/figure_content.h"
#include "core/base/text.h"
#include "core/report/csv_text.h"
#include "core/scenario/set_arguments.h"

#include <algorithm>

namespace sublinear {

namespace {

std::string sizeText(const FigureSize& size)
{
    return size.millimetres
        ? shortestNumber(size.millimetres->width()) + "x" + shortestNumber(size.millimetres->height()) + "mm"
        : std::to_string(size.pixels.width()) + "x" + std::to_string(size.pixels.height());
}

std::string styleArguments(const FigureStyle& style)
{
    const FigureStyle usual;
    std::string line;
    if (const std::string size = sizeText(style.size); size != sizeText(usual.size)) {
        line += " --size " + size;
    }
    if (style.scale != usual.scale) {
        line += " --scale " + shortestNumber(style.scale);
    }
    if (style.fontPoints != usual.fontPoints) {
        line += " --font-size " + shortestNumber(style.fontPoints);
    }
    if (!style.title) {
        line += " --no-title";
    }
    if (style.ground != usual.ground) {
        line += " --theme " + std::string(groundName(style.ground));
    }
    return line;
}

} // namespace

std::string contentArguments(const FigureRecord& record)
{
    std::string line = setArguments(record.scenario);
    std::vector<std::string> policies;
    for (const PolicySpec& spec : record.compared) {
        policies.push_back(policyText(spec));
    }
    if (!policies.empty()) {
        line += " --policies " + shellQuoted(join(policies, ","));
    }
    for (const FigureRecord::Measured& set : record.measured) {
        line += " --measured " + shellQuoted(set.file.empty() ? set.name : set.file);
    }
    if (!record.secondStep.empty()) {
        line += " --second-step " + shellQuoted(record.secondStep);
    }
    return line;
}

std::string figureCommand(const FigureRecord& record, const std::vector<std::string>& charts,
    const std::vector<FigureFormat>& formats, const FigureStyle& style)
{
    FigureRecord shown = record;
    if (std::find(charts.begin(), charts.end(), kStepChart) == charts.end()) {
        shown.secondStep.clear();
    }
    std::string line = "sublinear export" + contentArguments(shown) + " --charts " + join(charts, ",");
    std::vector<std::string> names;
    for (const FigureFormat format : formats) {
        names.emplace_back(formatName(format));
    }
    line += " --format " + join(names, ",");
    if (std::any_of(formats.begin(), formats.end(), isPicture)) {
        line += styleArguments(style);
    }
    return line + " --out figures";
}

} // namespace sublinear
