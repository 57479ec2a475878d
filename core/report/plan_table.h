// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <string>
#include <vector>

namespace sublinear {

/// A table of text cells: one source for the terminal, Markdown, LaTeX and the window's copy.
struct TextTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

/// The sweep with the article's columns: policy, K, activations, total, saved, +forward,
/// +step, saved per +forward, fits, largest batch, throughput.
TextTable sweepTable(const Evaluation& evaluation);

/// For the terminal: verdict, memory split, one layer's tensors, sweep.
std::string planText(const Evaluation& evaluation);
std::string planMarkdown(const Evaluation& evaluation);
std::string planLatex(const Evaluation& evaluation);
/// RFC 4180 with '\n', raw bytes and GiB side by side, units in the header, `policy,k,basis` first.
std::string planCsv(const Evaluation& evaluation);

} // namespace sublinear
