// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// What other calculators say of a scenario: published formulas, each as it stands in its source, with its own
/// assumptions. They are no part of any plan; they stand beside ours.

/// A figure, or why the formula cannot say anything.
struct PeerFigure {
    std::optional<Bytes> bytes;
    std::string note; ///< why there is none; or how the formula was read; may be empty
};

/// One formula and what it stands on. s, b, h, a, L, F, V as in its source: tokens, sequences, width, heads, layers,
/// inner width, vocabulary; P parameters; all in bytes, numbers of 16 bits.
struct Peer {
    std::string_view id; ///< "korthikanti"
    std::string_view name;
    std::string_view source; ///< paper, or repository and file
    std::string_view formula;
    std::string_view assumes;
    std::string_view leavesOut;
};

struct PeerRow {
    Peer peer;
    PeerFigure stored; ///< activations, nothing recomputed
    PeerFigure everyLayer; ///< with every layer recomputed from its input
    PeerFigure chosen; ///< at the scenario's policy
    PeerFigure states; ///< parameters, gradients, optimizer
};

struct PeerComparison {
    PeerRow ours; ///< activations are all that is not state: kept, made again, transient, logits
    std::vector<PeerRow> rows;
    std::vector<std::string> spread; ///< a sentence each: how far apart they are, and which term does it
};

/// Ours is worked out for the two policies, too: as long as two evaluations take.
PeerComparison askPeers(const Evaluation& evaluation);

/// The rows with all they stand on.
std::string peersMarkdown(const PeerComparison& comparison);
/// calculator, source, formula, stored_bytes, every_layer_bytes, chosen_bytes, states_bytes, assumes, leaves_out
std::string peersCsv(const PeerComparison& comparison);

} // namespace sublinear
