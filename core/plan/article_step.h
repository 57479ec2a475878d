// SPDX-License-Identifier: MIT
#pragma once

#include "core/policy/law.h"

#include <string_view>
#include <utility>
#include <vector>

namespace sublinear {

/// What is alive at one operation of article accounting's schedule.
struct ArticleLive {
    Count keptActs = 0; ///< saved sets (act) of layers kept in full
    Count checkpointActs = 0; ///< of layers kept to recompute others from
    Count checkpointInputs = 0; ///< inputs (x) kept
    Count liveActs = 0; ///< in the segment that is being brought back
    Count liveInputs = 0;
};

/// Walks one training step of the stack layer by layer, as the law's policy schedules it.
/// `note(step, layer, live)` is called at each operation: "forward", "recompute", "backward",
/// "optimizer" (layer 0). Fates as layerFates() gives them.
template <class Note> class ArticleStep {
public:
    ArticleStep(PolicyId policy, const std::vector<LayerFate>& fates, Note note)
        : m_fates(fates)
        , m_twoLevel(policy == PolicyId::TwoLevel)
        , m_note(std::move(note))
    {
    }

    void run()
    {
        const auto layers = static_cast<Count>(m_fates.size());
        for (Count layer = 1; layer <= layers; ++layer) {
            keep(layer);
            note("forward", layer);
        }
        for (Count last = layers; last >= 1;) {
            last = backwardOfGroup(last) - 1;
        }
        note("optimizer", 0);
    }

private:
    [[nodiscard]] LayerFate fate(Count layer) const { return m_fates[static_cast<std::size_t>(layer - 1)]; }

    void keep(Count layer, Count by = 1)
    {
        switch (fate(layer)) {
        case LayerFate::Kept:
            m_live.keptActs += by;
            break;
        case LayerFate::Checkpoint:
            m_live.checkpointActs += by;
            break;
        case LayerFate::Boundary:
            m_live.checkpointInputs += by;
            break;
        case LayerFate::Recomputed:
        case LayerFate::KeptInPart: // no law has it
            break;
        }
    }

    // First layer of the group that is brought back together and ends at `last`: a kept
    // layer stands alone; a segment starts at its boundary; with whole saved sets kept
    // (article) it starts behind the checkpoint before it.
    [[nodiscard]] Count groupStart(Count last) const
    {
        if (fate(last) == LayerFate::Kept || fate(last) == LayerFate::Boundary) {
            return last;
        }
        Count first = last;
        while (first > 1 && fate(first - 1) == LayerFate::Recomputed) {
            --first;
        }
        return first > 1 && fate(first - 1) == LayerFate::Boundary ? first - 1 : first;
    }

    Count backwardOfGroup(Count last)
    {
        const Count first = groupStart(last);
        if (fate(last) == LayerFate::Kept) {
            note("backward", last);
            keep(last, -1);
        } else if (m_twoLevel) {
            backwardTwoLevel(first, last);
        } else {
            backwardSegment(first, last);
        }
        return first;
    }

    // The segment's saved sets are brought back one by one and freed behind the backward
    // pass. A checkpoint at its end is already there and, as the law has it, counted both
    // as checkpoint and as part of the live segment.
    void backwardSegment(Count first, Count last)
    {
        for (Count layer = first; layer <= last; ++layer) {
            ++m_live.liveActs;
            if (fate(layer) != LayerFate::Checkpoint) {
                note("recompute", layer);
            }
        }
        for (Count layer = last; layer >= first; --layer) {
            note("backward", layer);
            --m_live.liveActs;
            keep(layer, -1);
        }
    }

    // Once through the segment for the inputs of its layers, then each layer from its input.
    void backwardTwoLevel(Count first, Count last)
    {
        for (Count layer = first; layer <= last; ++layer) {
            ++m_live.liveInputs;
            note("recompute", layer);
        }
        for (Count layer = last; layer >= first; --layer) {
            ++m_live.liveActs;
            note("recompute", layer);
            note("backward", layer);
            --m_live.liveActs;
            --m_live.liveInputs;
            keep(layer, -1);
        }
    }

    void note(std::string_view step, Count layer) { m_note(step, layer, std::as_const(m_live)); }

    const std::vector<LayerFate>& m_fates;
    bool m_twoLevel;
    Note m_note;
    ArticleLive m_live;
};

} // namespace sublinear
