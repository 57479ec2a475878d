// SPDX-License-Identifier: MIT
#include "core/plan/verdict.h"
#include "core/report/listed_rows.h"
#include "core/report/plan_table.h"
#include "core/report/summary.h"

#include <algorithm>

namespace sublinear {

namespace {

// Characters, not bytes, of UTF-8: what a terminal's columns count (near enough for names).
std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool looksNumeric(std::string_view cell)
{
    return cell.empty() || cell == "-" || cell == "infinite"
        || cell.find_first_not_of("-+.,0123456789") == std::string_view::npos;
}

std::string padded(std::string_view cell, std::size_t to, bool right)
{
    const std::string spaces(to - std::min(to, width(cell)), ' ');
    return right ? spaces + std::string(cell) : std::string(cell) + spaces;
}

void appendLine(std::string& text, std::string line)
{
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
}

// The rows that matter are named behind the table's own columns.
std::vector<std::string> rowNotes(const Evaluation& evaluation)
{
    std::vector<std::string> notes;
    const Recommendation& best = evaluation.recommendation;
    for (const SweepRow& row : listedRows(evaluation)) {
        const bool chosen = row.policy == evaluation.chosen.policy && row.k == evaluation.chosen.k;
        const bool recommended = row.policy == best.policy && row.k == best.k;
        std::string note = chosen ? "chosen" : "";
        if (recommended && best.fits) {
            note += chosen ? ", recommended" : "recommended";
        }
        notes.push_back(note.empty() ? "" : "<- " + note);
    }
    return notes;
}

} // namespace

std::string alignedText(const TextTable& table)
{
    const std::size_t columns = table.header.size();
    std::vector<std::size_t> widths(columns);
    std::vector<bool> right(columns, !table.rows.empty());
    for (std::size_t column = 0; column < columns; ++column) {
        widths[column] = width(table.header[column]);
        for (const std::vector<std::string>& row : table.rows) {
            widths[column] = std::max(widths[column], width(row[column]));
            right[column] = right[column] && looksNumeric(row[column]);
        }
    }
    std::string text;
    const auto append = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (std::size_t column = 0; column < columns; ++column) {
            line += (column == 0 ? "" : "  ") + padded(cells[column], widths[column], right[column]);
        }
        appendLine(text, std::move(line));
    };
    append(table.header);
    for (const std::vector<std::string>& row : table.rows) {
        append(row);
    }
    return text;
}

std::string planText(const Evaluation& evaluation)
{
    const Verdict answer = verdict(evaluation);
    std::string text = answer.headline + "\n";
    if (!answer.advice.empty()) {
        text += answer.advice + "\n";
    }
    text += "\n";
    for (const std::string& line : scenarioSummary(evaluation)) {
        text += line + "\n";
    }
    text += "\n" + alignedText(memoryTable(evaluation)) + "\n" + alignedText(layerTable(evaluation)) + "\n";
    TextTable sweep = sweepTable(evaluation);
    const std::vector<std::string> notes = rowNotes(evaluation);
    sweep.header.emplace_back();
    for (std::size_t row = 0; row < sweep.rows.size(); ++row) {
        sweep.rows[row].push_back(notes[row]);
    }
    return text + alignedText(sweep) + "\n" + std::string(throughputNote(evaluation.scenario.accounting)) + "\n";
}

} // namespace sublinear
