// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/article_model.h"
#include "core/schedule/schedule.h"
#include "core/simulate/run_steps.h"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace sublinear {

/// What is alive at one operation of a schedule in article accounting, in bytes.
struct ArticleBytes {
    Wide kept = 0; ///< saved sets of layers kept since the forward pass
    Wide checkpoints = 0; ///< inputs of layers kept since then
    Wide recomputed = 0; ///< saved sets and inputs made again
    std::int32_t step = 0; ///< index into stepsOf(schedule)
    [[nodiscard]] Wide total() const { return kept + checkpoints + recomputed; }
};

/// Walks the steps of a schedule as simulateRuns() counts them, and says of what the bytes are.
/// `note(step, layer, live)` is called at each operation: "forward", "recompute", "backward",
/// "optimizer" (layer 0); it returns false to end the walk.
template <class Note> class ArticleWalk {
public:
    ArticleWalk(const ArticleModel& model, Note note)
        : m_model(model)
        , m_note(std::move(note))
        , m_inputKept(static_cast<std::size_t>(model.model.layers) + 1, 0)
        , m_kept(m_inputKept)
    {
    }

    void run(std::span<const Run> runs)
    {
        for (const Run& run : runs) {
            const Count direction = run.act == Act::Backward ? -1 : 1;
            for (Count i = 0; i < run.count; ++i) {
                if (!step(run, run.first + direction * i)) {
                    return;
                }
            }
        }
    }

private:
    [[nodiscard]] const StepTable::Entry& entry(const Run& run, Form form) const
    {
        return m_model.table.forms[run.dropped].front()[static_cast<std::size_t>(form)];
    }

    bool step(const Run& run, Count layer)
    {
        bool on = true;
        switch (run.act) {
        case Act::Forward:
            on = forward(run, layer);
            break;
        case Act::Recompute:
            on = recompute(run, layer, formOf(run));
            break;
        case Act::Backward:
            if (run.recomputes) {
                on = recompute(run, layer, Form::RecomputeLast);
                ++m_live.step;
            }
            on = on && backward(run, layer);
            break;
        case Act::OptimizerStep:
            on = m_note("optimizer", 0, m_live);
            break;
        case Act::Embed:
        case Act::Head:
        case Act::EmbedBackward:
            break;
        }
        ++m_live.step;
        return on;
    }

    bool forward(const Run& run, Count layer)
    {
        const auto index = static_cast<std::size_t>(layer);
        const Wide bytes = entry(run, formOf(run)).after;
        m_kept[index] = run.keeps ? 1 : 0;
        m_inputKept[index] = !run.keeps && run.inputStays ? 1 : 0;
        (run.keeps ? m_live.kept : m_live.checkpoints) += bytes;
        return m_note("forward", layer, m_live);
    }

    bool recompute(const Run& run, Count layer, Form form)
    {
        const StepTable::Entry& found = entry(run, form);
        m_live.recomputed += found.peak;
        const bool on = m_note("recompute", layer, m_live);
        m_live.recomputed += found.after - found.peak;
        return on;
    }

    bool backward(const Run& run, Count layer)
    {
        const auto index = static_cast<std::size_t>(layer);
        const StepTable::Entry& found = entry(run, Form::Backward);
        m_live.recomputed += found.peak; // what the saved set lacks
        const bool on = m_note("backward", layer, m_live);
        m_live.recomputed -= found.peak;
        const Wide x = m_inputKept[index] != 0 ? inputBytes() : 0;
        m_live.checkpoints -= x;
        (m_kept[index] != 0 ? m_live.kept : m_live.recomputed) += found.after + x;
        return on;
    }

    [[nodiscard]] Wide inputBytes() const
    {
        return m_model.table.forms[kNoGroup].front()[static_cast<std::size_t>(Form::ForwardDrop)].after;
    }

    const ArticleModel& m_model;
    Note m_note;
    ArticleBytes m_live;
    std::vector<char> m_inputKept; ///< by layer: its input alone has stayed since the forward pass
    std::vector<char> m_kept; ///< by layer: its saved set has
};

} // namespace sublinear
