// SPDX-License-Identifier: MIT
#include "core/plan/verdict.h"
#include "core/report/plan_table.h"
#include "core/report/summary.h"

namespace sublinear {

namespace {

std::string latexText(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '\\':
            result += "\\textbackslash{}";
            break;
        case '~':
            result += "\\textasciitilde{}";
            break;
        case '^':
            result += "\\textasciicircum{}";
            break;
        case '<':
            result += "\\textless{}";
            break;
        case '>':
            result += "\\textgreater{}";
            break;
        case '&':
        case '%':
        case '$':
        case '#':
        case '_':
        case '{':
        case '}':
            result += '\\';
            result += c;
            break;
        default:
            result += c;
        }
    }
    return result;
}

// A minus sign of a negative number is set as one, not as a hyphen.
std::string latexCell(const std::string& cell)
{
    const bool negative = cell.size() > 1 && cell.front() == '-' && cell[1] >= '0' && cell[1] <= '9';
    return negative ? "$-$" + latexText(std::string_view(cell).substr(1)) : latexText(cell);
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

// Needs no package; a comment says which run the figures belong to.
std::string planLatex(const Evaluation& evaluation)
{
    const Verdict answer = verdict(evaluation);
    std::string text;
    for (const std::string& line : scenarioSummary(evaluation)) {
        text += "% " + line + "\n";
    }
    text += latexText(answer.headline);
    if (!answer.advice.empty()) {
        text += " " + latexText(answer.advice);
    }
    return text + "\n\n" + latexTable(memoryTable(evaluation), true) + "\n" + latexTable(layerTable(evaluation), true)
        + "\n" + latexTable(sweepTable(evaluation), false) + "\n"
        + latexText(throughputNote(evaluation.scenario.accounting)) + "\n";
}

} // namespace sublinear
