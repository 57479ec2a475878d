// SPDX-License-Identifier: MIT
#pragma once

#include "app/export/figure_content.h"
#include "core/report/plan_table.h"

#include <string>
#include <vector>

namespace sublinear {

/// A part of a report, in reading order; what it looks like is up to who writes it.
struct ReportBlock {
    enum class Kind { Title, Heading, Verdict, Paragraph, Code, Table, Figure };
    Kind kind = Kind::Paragraph;
    std::string text = {}; ///< of a figure the chart's id
    TextTable table = {};
};

/// Verdict, scenario, all charts, the table over K, the meanings of K, residuals, formulas and assumptions.
std::vector<ReportBlock> reportBlocks(const FigureContent& content);

/// Which columns of a table hold nothing but numbers.
std::vector<bool> numericColumns(const TextTable& table);

} // namespace sublinear
