// SPDX-License-Identifier: MIT
#pragma once

#include "core/simulate/layer_model.h"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

/// Short chains of made-up layers, their layer model, and every persistent schedule over them
/// tried one by one: shares no code with the planner.
namespace sublinear::test {

// Numbers of one layer for the oracle: what is there, not how it came about.
struct Numbers {
    struct Option {
        Bytes saved, keepPeak, throughPeak, lastPeak, backwardPeak;
        double throughFlops, lastFlops, rebuildFlops;
    };
    Bytes gradient; // left behind by the backward pass
    Bytes dropPeak, passPeak, advancePeak, advancePassPeak;
    double forwardFlops;
    std::array<Option, 2> options;
};

struct Chain6 {
    Bytes x;
    Bytes embedPeak, headPeak, endPeak, optimizerPeak;
    std::vector<Numbers> layers;
};

inline constexpr std::array<TensorGroups, 2> kOptions { kNoGroup, kUpGroup };

inline Chain6 randomChain(std::mt19937& random, Count N, bool alike)
{
    const auto draw = [&random](Bytes low, Bytes high) { return low + Bytes(random() % unsigned(high - low + 1)); };
    Chain6 chain { draw(1, 6), draw(6, 12), draw(1, 40), draw(0, 30), draw(0, 20), {} };
    for (Count i = 0; i < N; ++i) {
        if (alike && i > 0) {
            chain.layers.push_back(chain.layers.front());
            continue;
        }
        Numbers layer {};
        layer.gradient = draw(0, 3);
        layer.dropPeak = chain.x + draw(0, 10);
        layer.passPeak = draw(chain.x, 10);
        layer.advancePeak = chain.x + draw(0, 10);
        layer.advancePassPeak = draw(chain.x, 10);
        layer.forwardFlops = double(draw(3, 9));
        for (auto& option : layer.options) {
            option.saved = draw(2, 25);
            option.keepPeak = option.saved + chain.x + draw(0, 8);
            option.throughPeak = option.saved + chain.x + draw(0, 8);
            option.lastPeak = option.saved + draw(0, 8);
            option.backwardPeak = draw(0, 20);
            option.throughFlops = layer.forwardFlops;
            option.lastFlops = layer.forwardFlops - 1;
            option.rebuildFlops = double(draw(0, 3));
        }
        chain.layers.push_back(layer);
    }
    return chain;
}

// The same numbers as a layer model's table.
struct Modelled {
    LayerModel model;
    StepTable table;
};

inline Modelled modelOf(const Chain6& chain)
{
    Modelled made;
    const std::size_t N = chain.layers.size();
    made.model.layers = Count(N);
    made.model.sameUp.assign(N, 1);
    made.model.sameDown.assign(N, 1);
    for (std::size_t i = 0; i < N; ++i) {
        made.model.layerKinds.push_back(std::uint8_t(i));
        const Numbers& layer = chain.layers[i];
        for (std::size_t o = 0; o < kOptions.size(); ++o) {
            const Numbers::Option& option = layer.options[o];
            StepTable::Forms forms;
            const auto set = [&forms](Form form, Wide peak, Wide after, double flops) {
                forms[std::size_t(form)] = { peak, after, 0, flops };
            };
            const Wide x = chain.x;
            set(Form::ForwardKeep, option.keepPeak, option.saved + x, 0);
            set(Form::ForwardDrop, layer.dropPeak, x, 0);
            set(Form::ForwardPass, layer.passPeak, 0, 0);
            set(Form::RecomputeThrough, option.throughPeak, option.saved + x, option.throughFlops);
            set(Form::RecomputeLast, option.lastPeak, option.saved, option.lastFlops);
            set(Form::Advance, layer.advancePeak, x, layer.forwardFlops);
            set(Form::AdvancePass, layer.advancePassPeak, 0, layer.forwardFlops);
            for (const Form form : { Form::Backward, Form::BackwardRecomputed, Form::BackwardInner }) {
                set(form, option.backwardPeak, layer.gradient - option.saved - x, option.rebuildFlops);
            }
            for (const Form form : { Form::Alone, Form::AloneInner }) { // recomputed and taken backward at once
                set(form, std::max(option.lastPeak, option.saved + option.backwardPeak), layer.gradient - x,
                    option.lastFlops + option.rebuildFlops);
            }
            made.table.forms[kOptions[o]].push_back(forms);
        }
    }
    made.table.embed = { chain.embedPeak, chain.x, 0, 0 };
    made.table.head = { chain.headPeak, 0, 0, 0 };
    made.table.embedBackward = { chain.endPeak, -chain.x, 0, 0 };
    made.table.optimizer = { chain.optimizerPeak, 0, 0, 0 };
    return made;
}

struct Outcome {
    Bytes peak;
    double flops;
};

// All ways through a stretch, each run at once against live bytes: no memo, no pruning.
class Oracle {
public:
    explicit Oracle(const Chain6& chain)
        : m_chain(chain)
    {
    }

    std::vector<Outcome> all() const
    {
        std::vector<Outcome> outcomes;
        const Bytes start = m_chain.x;
        for (const State& state : first({ start, std::max(m_chain.embedPeak, start), 0 }, 0)) {
            const Bytes peak =
                std::max({ state.peak, state.live + m_chain.endPeak, state.live - m_chain.x + m_chain.optimizerPeak });
            outcomes.push_back({ peak, state.flops });
        }
        return outcomes;
    }

private:
    struct State {
        Bytes live, peak;
        double flops;
    };

    static State step(State state, Bytes peak, Bytes after, double flops)
    {
        return { state.live + after, std::max(state.peak, state.live + peak), state.flops + flops };
    }

    [[nodiscard]] State backward(const State& state, std::size_t l, const Numbers::Option& option) const
    {
        return step(
            state, option.backwardPeak, m_chain.layers[l].gradient - option.saved - m_chain.x, option.rebuildFlops);
    }

    [[nodiscard]] std::vector<State> first(const State& state, std::size_t l) const
    {
        if (l == m_chain.layers.size()) {
            return { step(state, m_chain.headPeak, 0, 0) };
        }
        const Numbers& layer = m_chain.layers[l];
        std::vector<State> ends;
        for (const auto& option : layer.options) {
            const State kept = step(state, option.keepPeak, option.saved + m_chain.x, 0);
            for (const State& end : first(kept, l + 1)) {
                ends.push_back(backward(end, l, option));
            }
        }
        State ahead = step(state, layer.dropPeak, m_chain.x, 0);
        for (std::size_t cut = l + 1; cut <= m_chain.layers.size(); ++cut) {
            for (const State& behind : first(ahead, cut)) {
                for (const State& end : again(behind, l, cut)) {
                    ends.push_back(end);
                }
            }
            if (cut < m_chain.layers.size()) {
                ahead = step(ahead, m_chain.layers[cut].passPeak, 0, 0);
            }
        }
        return ends;
    }

    // Layers l to end - 1.
    [[nodiscard]] std::vector<State> again(const State& state, std::size_t l, std::size_t end) const
    {
        const Numbers& layer = m_chain.layers[l];
        std::vector<State> ends;
        for (const auto& option : layer.options) {
            if (l + 1 == end) {
                ends.push_back(backward(step(state, option.lastPeak, option.saved, option.lastFlops), l, option));
                continue;
            }
            const State kept = step(state, option.throughPeak, option.saved + m_chain.x, option.throughFlops);
            for (const State& rest : again(kept, l + 1, end)) {
                ends.push_back(backward(rest, l, option));
            }
        }
        State ahead = step(state, layer.advancePeak, m_chain.x, layer.forwardFlops);
        for (std::size_t cut = l + 1; cut < end; ++cut) {
            for (const State& behind : again(ahead, cut, end)) {
                for (const State& done : again(behind, l, cut)) {
                    ends.push_back(done);
                }
            }
            ahead = step(ahead, m_chain.layers[cut].advancePassPeak, 0, m_chain.layers[cut].forwardFlops);
        }
        return ends;
    }

    const Chain6& m_chain;
};

} // namespace sublinear::test
