// SPDX-License-Identifier: MIT
#include "core/plan/verdict.h"
#include "core/report/plan_table.h"
#include "core/report/summary.h"

namespace sublinear {

namespace {

std::string markdownText(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (std::string_view("\\`*_[]<>|#").find(c) != std::string_view::npos) {
            result += '\\';
        }
        result += c;
    }
    return result;
}

std::string markdownRow(const std::vector<std::string>& cells)
{
    std::string line = "|";
    for (const std::string& cell : cells) {
        line += " " + markdownText(cell) + " |";
    }
    return line + "\n";
}

// The first column is text and so is the last of the small tables; numbers stand right.
std::string markdownTable(const TextTable& table, std::size_t textColumns, bool lastIsText)
{
    std::string text = markdownRow(table.header) + "|";
    for (std::size_t column = 0; column < table.header.size(); ++column) {
        const bool left = column < textColumns || (lastIsText && column + 1 == table.header.size());
        text += left ? " :--- |" : " ---: |";
    }
    text += "\n";
    for (const std::vector<std::string>& row : table.rows) {
        text += markdownRow(row);
    }
    return text;
}

} // namespace

std::string sweepMarkdown(const Evaluation& evaluation)
{
    return markdownTable(sweepTable(evaluation), 1, false);
}

std::string planMarkdown(const Evaluation& evaluation)
{
    const Verdict answer = verdict(evaluation);
    std::string text = "**" + markdownText(answer.headline) + "**";
    if (!answer.advice.empty()) {
        text += " " + markdownText(answer.advice);
    }
    text += "\n\n";
    for (const std::string& line : scenarioSummary(evaluation)) {
        text += "- " + markdownText(line) + "\n";
    }
    return text + "\n" + markdownTable(memoryTable(evaluation), 1, true) + "\n"
        + markdownTable(layerTable(evaluation), 1, true) + "\n" + sweepMarkdown(evaluation) + "\n"
        + markdownText(throughputNote(evaluation.scenario.accounting)) + "\n";
}

} // namespace sublinear
