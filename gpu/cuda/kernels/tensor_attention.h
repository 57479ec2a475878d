// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/tensor_tiles.h"

#include <cmath>

namespace sublinear::cuda {

/// Fused attention on tensor cores, forward: a team for 64 queries of a head, a warp for 16 of them. Keys and values
/// come through shared memory, 32 at a time; scores stay in registers, and are rounded to bf16 as the factor of the
/// values. Heads of up to kDim elements. item = (b*H + h)*teams + team.
template <int kDim> struct TensorForwardBody {
    static constexpr int kSteps = kDim / 16;
    static constexpr int kOutTiles = kDim / 8;
    static constexpr int kKeys = 32;
    static constexpr int kKeyTiles = kKeys / 8;

    HeadsLayout<Bf16> layout;
    Bf16* out; ///< may be null, as logSums
    float* logSums;

    struct Shared {
        SharedTile<kKeys, kDim> keys;
        SharedTile<kKeys, kDim> values;
    };
    /// Of one lane; a number for each of its two rows.
    struct State {
        FragmentA queries[kSteps];
        FragmentC out[kOutTiles];
        float largest[2];
        float total[2];
    };
    struct Scores {
        FragmentC tiles[kKeyTiles];
    };

    template <class Team> SUBLINEAR_ARITHMETIC void run(std::int64_t item, Shared& shared) const
    {
        using Lanes = typename Team::Lanes;
        const std::int64_t teams = teamsOf(layout.sequence);
        const std::int64_t first = item % teams * kTeamRows;
        const std::int64_t head = item / teams % layout.heads;
        const HeadBlocks blocks { layout, item / teams / layout.heads, head, layout.kvHeadOf(head) };
        typename Team::template Warps<typename Lanes::template Each<State>> states;
        Team::each([&](int warp) { begin<Lanes>(states[warp], blocks.queries(first + warp * kWarpRows)); });

        const std::int64_t end = first + kTeamRows < layout.sequence ? first + kTeamRows : layout.sequence;
        const std::int64_t begin = kernels::visibleKeys(first, layout.window).first / kKeys * kKeys;
        for (std::int64_t key = begin; key < end; key += kKeys) {
            Team::each([&](int warp) {
                Lanes::each([&](int lane) {
                    shared.keys.load(blocks.keys(key), warp * kernels::kLanes + lane);
                    shared.values.load(blocks.values(key), warp * kernels::kLanes + lane);
                });
            });
            Team::each([&](int warp) { take<Lanes>(states[warp], shared, blocks, first + warp * kWarpRows, key); });
        }
        Team::each([&](int warp) { finish<Lanes>(states[warp], blocks, first + warp * kWarpRows); });
    }

private:
    template <class Lanes>
    SUBLINEAR_ARITHMETIC static void begin(typename Lanes::template Each<State>& state, const HeadBlock& queries)
    {
        Lanes::each([&](int lane) {
            State& own = state[lane];
            SUBLINEAR_UNROLLED
            for (int step = 0; step < kSteps; ++step) {
                SUBLINEAR_UNROLLED
                for (int word = 0; word < 4; ++word) {
                    own.queries[step].words[word] =
                        queries.pair(kernels::rowOfA(lane, word), step * 16 + kernels::columnOfA(lane, word));
                }
            }
            SUBLINEAR_UNROLLED
            for (int tile = 0; tile < kOutTiles; ++tile) {
                own.out[tile] = {};
            }
            own.largest[0] = own.largest[1] = -static_cast<float>(INFINITY);
            own.total[0] = own.total[1] = 0.0F;
        });
    }

    template <class Lanes>
    SUBLINEAR_ARITHMETIC void take(typename Lanes::template Each<State>& state, const Shared& shared,
        const HeadBlocks& blocks, std::int64_t firstQuery, std::int64_t firstKey) const
    {
        typename Lanes::template Each<Scores> scores;
        Lanes::each([&](int lane) { scores[lane] = {}; });
        SUBLINEAR_UNROLLED
        for (int step = 0; step < kSteps; ++step) {
            SUBLINEAR_UNROLLED
            for (int tile = 0; tile < kKeyTiles; ++tile) {
                kernels::multiplyAdd<Lanes>([&](int lane) { return state[lane].queries[step]; },
                    [&](int lane) { return shared.keys.turnedAt(lane, tile * 8, step * 16); },
                    [&](int lane) -> FragmentC& { return scores[lane].tiles[tile]; });
            }
        }
        const TileMask mask = blocks.mask(firstQuery, firstKey);
        Lanes::each([&](int lane) {
            forEach(lane, [&](int tile, int i, int row, int column) {
                float& score = scores[lane].tiles[tile].values[i];
                score = mask.sees(row, column) ? score * layout.scale : -static_cast<float>(INFINITY);
            });
        });
        SUBLINEAR_UNROLLED
        for (int half = 0; half < 2; ++half) {
            soften<Lanes>(state, scores, half);
        }
        SUBLINEAR_UNROLLED
        for (int step = 0; step < kKeys / 16; ++step) {
            SUBLINEAR_UNROLLED
            for (int tile = 0; tile < kOutTiles; ++tile) {
                kernels::multiplyAdd<Lanes>(
                    [&](int lane) {
                        return kernels::factorFrom(scores[lane].tiles[2 * step], scores[lane].tiles[2 * step + 1]);
                    },
                    [&](int lane) { return shared.values.at(lane, step * 16, tile * 8); },
                    [&](int lane) -> FragmentC& { return state[lane].out[tile]; });
            }
        }
    }

    template <class Visit> SUBLINEAR_ARITHMETIC static void forEach(int lane, const Visit& visit)
    {
        SUBLINEAR_UNROLLED
        for (int tile = 0; tile < kKeyTiles; ++tile) {
            SUBLINEAR_UNROLLED
            for (int i = 0; i < 4; ++i) {
                visit(tile, i, kernels::rowOfC(lane, i), tile * 8 + kernels::columnOfC(lane, i));
            }
        }
    }

    // Scores of one of the lanes' two rows to e^(score - largest), and what was made of earlier keys scaled to it.
    template <class Lanes>
    SUBLINEAR_ARITHMETIC static void soften(
        typename Lanes::template Each<State>& state, typename Lanes::template Each<Scores>& scores, int half)
    {
        constexpr float kNone = -static_cast<float>(INFINITY);
        typename Lanes::template Each<float> most;
        Lanes::each([&](int lane) {
            float largest = state[lane].largest[half];
            SUBLINEAR_UNROLLED
            for (int tile = 0; tile < kKeyTiles; ++tile) {
                const float first = scores[lane].tiles[tile].values[2 * half];
                const float second = scores[lane].tiles[tile].values[2 * half + 1];
                largest = largest < first ? first : largest;
                largest = largest < second ? second : largest;
            }
            most[lane] = largest;
        });
        Lanes::template overFours<float>(most, [](float a, float b) { return a < b ? b : a; });
        Lanes::each([&](int lane) {
            State& own = state[lane];
            const float largest = most[lane];
            const bool isNone = largest == kNone; // a row that has seen no key yet
            const float factor = isNone ? 1.0F : kernels::exponential(own.largest[half] - largest);
            own.largest[half] = largest;
            float sum = 0.0F;
            SUBLINEAR_UNROLLED
            for (int tile = 0; tile < kKeyTiles; ++tile) {
                SUBLINEAR_UNROLLED
                for (int i = 2 * half; i < 2 * half + 2; ++i) {
                    float& score = scores[lane].tiles[tile].values[i];
                    score = isNone ? 0.0F : kernels::exponential(score - largest);
                    sum += score;
                }
            }
            own.total[half] = own.total[half] * factor + sum;
            SUBLINEAR_UNROLLED
            for (int tile = 0; tile < kOutTiles; ++tile) {
                own.out[tile].values[2 * half] *= factor;
                own.out[tile].values[2 * half + 1] *= factor;
            }
        });
    }

    template <class Lanes>
    SUBLINEAR_ARITHMETIC void finish(
        typename Lanes::template Each<State>& state, const HeadBlocks& blocks, std::int64_t first) const
    {
        SUBLINEAR_UNROLLED
        for (int half = 0; half < 2; ++half) {
            typename Lanes::template Each<float> total;
            Lanes::each([&](int lane) { total[lane] = state[lane].total[half]; });
            Lanes::template overFours<float>(total, [](float a, float b) { return a + b; });
            Lanes::each([&](int lane) {
                state[lane].total[half] = total[lane];
                const std::int64_t row = first + lane / 4 + half * 8;
                if (logSums != nullptr && lane % 4 == 0 && row < layout.sequence) {
                    logSums[blocks.statisticAt(row)] = state[lane].largest[half] + kernels::logarithm(total[lane]);
                }
            });
        }
        if (out == nullptr) {
            return;
        }
        Lanes::each([&](int lane) {
            const State& own = state[lane];
            storeRows(own.out, lane, out + layout.outAt(blocks.b, blocks.head, first), layout.heads * layout.headDim,
                layout.sequence - first, layout.headDim, [&own](int half) { return 1.0F / own.total[half]; });
        });
    }
};

} // namespace sublinear::cuda
