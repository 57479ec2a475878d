// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"
#include "core/plan/timeline.h"

#include <string>
#include <vector>

namespace sublinear {

/// A table of text cells: one source for the terminal, Markdown, LaTeX and the window's copy.
struct TextTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

/// The sweep with the article's columns: policy, K, activations, total, saved, +forward,
/// +step, saved per +forward, fits, largest batch and sequence, throughput. Units stand in the header.
TextTable sweepTable(const Evaluation& evaluation);
/// The rows alive at the peak, their total and the capacity: name, GiB, formula.
TextTable memoryTable(const Evaluation& evaluation);
/// What one layer saves, its total and its input: name, GiB, formula.
TextTable layerTable(const Evaluation& evaluation);
/// One row per operation: index, name, live, and each kind that is ever alive.
TextTable timelineTable(const Timeline& timeline);

/// Columns aligned for a terminal, numbers to the right; two spaces between columns.
std::string alignedText(const TextTable& table);

/// For the terminal: verdict, memory split, one layer's tensors, sweep.
std::string planText(const Evaluation& evaluation);
std::string planMarkdown(const Evaluation& evaluation);
std::string planLatex(const Evaluation& evaluation);
/// The table over K alone.
std::string sweepMarkdown(const Evaluation& evaluation);
std::string sweepLatex(const Evaluation& evaluation);
/// RFC 4180 with '\n', raw bytes and GiB side by side, units in the header, `policy,k,basis` first.
std::string planCsv(const Evaluation& evaluation);

} // namespace sublinear
