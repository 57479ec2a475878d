// SPDX-License-Identifier: MIT
#include "core/plan/verdict.h"
#include "core/report/latex_text.h"
#include "core/report/plan_table.h"
#include "core/report/summary.h"

namespace sublinear {

namespace {

// A minus sign of a negative number is set as one, not as a hyphen.
std::string latexCell(const std::string& cell)
{
    const bool negative = cell.size() > 1 && cell.front() == '-' && cell[1] >= '0' && cell[1] <= '9';
    return negative ? "$-$" + latexEscaped(std::string_view(cell).substr(1)) : latexEscaped(cell);
}

std::string latexRow(const std::vector<std::string>& cells)
{
    std::string line;
    for (std::size_t column = 0; column < cells.size(); ++column) {
        line += (column == 0 ? "" : " & ") + latexCell(cells[column]);
    }
    return line + " \\\\\n";
}

std::string latexTable(const TextTable& table, bool lastIsText)
{
    std::string columns = "l" + std::string(table.header.size() - 1, 'r');
    if (lastIsText) {
        columns.back() = 'l';
    }
    std::string text = "\\begin{tabular}{" + columns + "}\n\\hline\n" + latexRow(table.header) + "\\hline\n";
    for (const std::vector<std::string>& row : table.rows) {
        text += latexRow(row);
    }
    return text + "\\hline\n\\end{tabular}\n";
}

} // namespace

std::string sweepLatex(const Evaluation& evaluation)
{
    return latexTable(sweepTable(evaluation), false);
}

// Needs no package; a comment says which run the figures belong to.
std::string planLatex(const Evaluation& evaluation)
{
    const Verdict answer = verdict(evaluation);
    std::string text;
    for (const std::string& line : scenarioSummary(evaluation)) {
        text += "% " + line + "\n";
    }
    text += latexEscaped(answer.headline);
    if (!answer.advice.empty()) {
        text += " " + latexEscaped(answer.advice);
    }
    return text + "\n\n" + latexTable(memoryTable(evaluation), true) + "\n" + latexTable(layerTable(evaluation), true)
        + "\n" + sweepLatex(evaluation) + "\n" + latexEscaped(throughputNote(evaluation.scenario.accounting)) + "\n";
}

} // namespace sublinear
