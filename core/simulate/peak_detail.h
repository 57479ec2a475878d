// SPDX-License-Identifier: MIT
#pragma once

#include "core/simulate/layer_model.h"

namespace sublinear {

/// What is alive at the peak of a schedule.
struct PeakDetail {
    BytesByKind kinds = {};
    std::string_view op; ///< the operation that runs there
    Act act = Act::Forward;
    Count layer = 0; ///< 0 where no layer is meant
};

/// Splits peaks by kind, for one model at one batch and any number of schedules. The model
/// and the table must outlive it. Only for peaks within 64 bits.
class PeakDetails {
public:
    PeakDetails(const LayerModel& model, const StepTable& table);

    /// `keptIsCheckpoint` as in Schedule.
    PeakDetail of(std::span<const Run> runs, bool keptIsCheckpoint, const LayerPeak& peak);

private:
    // Unsigned: parts may wrap, the sums up to a peak do not.
    using Kinds = std::array<std::uint64_t, kMemoryKinds>;
    struct Entry {
        Kinds after {};
        Kinds peak {};
        std::string_view op;
    };
    using Forms = std::array<Entry, kForms>;

    [[nodiscard]] Entry entryOf(const StepProfile& profile, std::size_t peakMoment) const;
    [[nodiscard]] const Entry& entry(const Run& run, Count layer) const;
    void begin(Count layers);
    void enter(const Run& run, Count layer);
    void pass(const Run& run, Count steps);
    void passLayers(const Run& run, Count steps);
    void claimInput(const Run& run, Count layer, bool again, Count times);
    void add(const Kinds& kinds, std::uint64_t times, bool ofLayer);

    const LayerModel& m_model;
    Count m_batch;
    std::array<std::vector<Forms>, kGroupSets> m_forms;
    Entry m_embed;
    Entry m_head;
    Entry m_embedBackward;
    Entry m_optimizer;
    std::uint64_t m_x;
    // while a schedule is walked
    bool m_keptIsCheckpoint = false;
    std::vector<char> m_kept; ///< by layer: its saved set has stayed since the forward pass
    std::vector<char> m_inner; ///< by layer: its input was made again
    Kinds m_live = {};
    Count m_pending = 0; ///< the layer whose input the last step has made; 0 for none
    bool m_pendingAgain = false; ///< by a recomputation
};

} // namespace sublinear
