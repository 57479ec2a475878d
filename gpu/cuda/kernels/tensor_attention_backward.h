// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/tensor_tiles.h"

namespace sublinear::cuda {

/// The backward pass of fused attention on tensor cores: scores are computed again, and again for dQ and for dK and
/// dV, so that every gradient has one owner and its sum one order. Probabilities and the scores' gradients are
/// rounded to bf16 as factors. What both kernels read, and the gradient that is like qkv.
template <int kDim> struct TensorBackward {
    static constexpr int kSteps = kDim / 16;
    static constexpr int kTiles = kDim / 8;
    static constexpr int kOthers = 16; ///< keys or queries that come through shared memory at a time

    FusedBackward<Bf16> parts;

    struct Scores {
        FragmentC scores[2];
        FragmentC directions[2]; ///< <dO, V>
    };

    /// Of one score: probability, and the gradient of the score before it was scaled, times the scale.
    struct Weigher {
        TileMask mask;
        float scale;
        const float* logSums; ///< of the tile's first query, as rowSums
        const float* rowSums;

        SUBLINEAR_ARITHMETIC void operator()(int query, int key, float& score, float& direction) const
        {
            const bool sees = mask.sees(query, key);
            const int at = sees ? query : 0;
            const float probability = sees ? kernels::exponential(score * scale - logSums[at]) : 0.0F;
            score = probability;
            direction = sees ? probability * (direction - rowSums[at]) * scale : 0.0F;
        }
    };
    [[nodiscard]] SUBLINEAR_ARITHMETIC Weigher weigher(
        const HeadBlocks& blocks, std::int64_t firstQuery, std::int64_t firstKey) const
    {
        // a warp behind the last query has none, and looks at the last
        const std::int64_t query = firstQuery < parts.layout.sequence ? firstQuery : parts.layout.sequence - 1;
        const std::int64_t at = blocks.statisticAt(query);
        return { blocks.mask(firstQuery, firstKey), parts.layout.scale, parts.logSums + at, parts.rowSums + at };
    }
};

/// dQ: a team for 64 queries of a head. item = (b*H + h)*teams + team.
template <int kDim> struct TensorQueryGradientBody {
    using Backward = TensorBackward<kDim>;
    using Scores = typename Backward::Scores;
    Backward backward;

    struct Shared {
        SharedTile<Backward::kOthers, kDim> keys;
        SharedTile<Backward::kOthers, kDim> values;
    };
    struct State {
        FragmentA queries[Backward::kSteps];
        FragmentA incoming[Backward::kSteps];
        FragmentC sums[Backward::kTiles];
    };

    template <class Team> SUBLINEAR_ARITHMETIC void run(std::int64_t item, Shared& shared) const
    {
        using Lanes = typename Team::Lanes;
        const HeadsLayout<Bf16>& layout = backward.parts.layout;
        const std::int64_t teams = teamsOf(layout.sequence);
        const std::int64_t first = item % teams * kTeamRows;
        const std::int64_t head = item / teams % layout.heads;
        const HeadBlocks blocks { layout, item / teams / layout.heads, head, layout.kvHeadOf(head) };
        typename Team::template Warps<typename Lanes::template Each<State>> states;
        Team::each([&](int warp) {
            const std::int64_t row = first + warp * kWarpRows;
            const HeadBlock queries = blocks.queries(row);
            const HeadBlock incoming = blocks.outputs(backward.parts.incoming, row);
            Lanes::each([&](int lane) { begin(states[warp][lane], lane, queries, incoming); });
        });

        const std::int64_t end = first + kTeamRows < layout.sequence ? first + kTeamRows : layout.sequence;
        const std::int64_t begin =
            kernels::visibleKeys(first, layout.window).first / Backward::kOthers * Backward::kOthers;
        for (std::int64_t key = begin; key < end; key += Backward::kOthers) {
            Team::each([&](int warp) {
                Lanes::each([&](int lane) {
                    shared.keys.load(blocks.keys(key), warp * kernels::kLanes + lane);
                    shared.values.load(blocks.values(key), warp * kernels::kLanes + lane);
                });
            });
            Team::each([&](int warp) { take<Lanes>(states[warp], shared, blocks, first + warp * kWarpRows, key); });
        }
        Team::each([&](int warp) {
            const std::int64_t row = first + warp * kWarpRows;
            Lanes::each([&](int lane) {
                storeRows(states[warp][lane].sums, lane, backward.parts.gradientOf(blocks.b, head, row),
                    backward.parts.gradientStride, layout.sequence - row, layout.headDim, [](int) { return 1.0F; });
            });
        });
    }

private:
    SUBLINEAR_ARITHMETIC static void begin(State& own, int lane, const HeadBlock& queries, const HeadBlock& incoming)
    {
        SUBLINEAR_UNROLLED
        for (int step = 0; step < Backward::kSteps; ++step) {
            SUBLINEAR_UNROLLED
            for (int word = 0; word < 4; ++word) {
                const int row = kernels::rowOfA(lane, word);
                const int column = step * 16 + kernels::columnOfA(lane, word);
                own.queries[step].words[word] = queries.pair(row, column);
                own.incoming[step].words[word] = incoming.pair(row, column);
            }
        }
        SUBLINEAR_UNROLLED
        for (int tile = 0; tile < Backward::kTiles; ++tile) {
            own.sums[tile] = {};
        }
    }

    template <class Lanes>
    SUBLINEAR_ARITHMETIC void take(typename Lanes::template Each<State>& state, const Shared& shared,
        const HeadBlocks& blocks, std::int64_t firstQuery, std::int64_t firstKey) const
    {
        typename Lanes::template Each<Scores> all;
        Lanes::each([&](int lane) { all[lane] = {}; });
        SUBLINEAR_UNROLLED
        for (int step = 0; step < Backward::kSteps; ++step) {
            SUBLINEAR_UNROLLED
            for (int tile = 0; tile < 2; ++tile) {
                kernels::multiplyAdd<Lanes>([&](int lane) { return state[lane].queries[step]; },
                    [&](int lane) { return shared.keys.turnedAt(lane, tile * 8, step * 16); },
                    [&](int lane) -> FragmentC& { return all[lane].scores[tile]; });
                kernels::multiplyAdd<Lanes>([&](int lane) { return state[lane].incoming[step]; },
                    [&](int lane) { return shared.values.turnedAt(lane, tile * 8, step * 16); },
                    [&](int lane) -> FragmentC& { return all[lane].directions[tile]; });
            }
        }
        const auto weigh = backward.weigher(blocks, firstQuery, firstKey);
        Lanes::each([&](int lane) {
            SUBLINEAR_UNROLLED
            for (int tile = 0; tile < 2; ++tile) {
                SUBLINEAR_UNROLLED
                for (int i = 0; i < 4; ++i) {
                    weigh(kernels::rowOfC(lane, i), tile * 8 + kernels::columnOfC(lane, i),
                        all[lane].scores[tile].values[i], all[lane].directions[tile].values[i]);
                }
            }
        });
        SUBLINEAR_UNROLLED
        for (int tile = 0; tile < Backward::kTiles; ++tile) {
            kernels::multiplyAdd<Lanes>(
                [&](int lane) { return kernels::factorFrom(all[lane].directions[0], all[lane].directions[1]); },
                [&](int lane) { return shared.keys.at(lane, 0, tile * 8); },
                [&](int lane) -> FragmentC& { return state[lane].sums[tile]; });
        }
    }
};

/// dK and dV: a team for 64 keys of a key head, over all query heads that share it, one after the other.
/// item = (b*Hkv + h)*teams + team.
template <int kDim> struct TensorKeyGradientBody {
    using Backward = TensorBackward<kDim>;
    using Scores = typename Backward::Scores;
    Backward backward;

    struct Shared {
        SharedTile<kTeamRows, kDim> keys;
        SharedTile<kTeamRows, kDim> values;
        SharedTile<Backward::kOthers, kDim> queries;
        SharedTile<Backward::kOthers, kDim> incoming;
    };
    struct State {
        FragmentC keySums[Backward::kTiles];
        FragmentC valueSums[Backward::kTiles];
    };

    template <class Team> SUBLINEAR_ARITHMETIC void run(std::int64_t item, Shared& shared) const
    {
        using Lanes = typename Team::Lanes;
        const HeadsLayout<Bf16>& layout = backward.parts.layout;
        const std::int64_t teams = teamsOf(layout.sequence);
        const std::int64_t first = item % teams * kTeamRows;
        const std::int64_t kvHead = item / teams % layout.kvHeads;
        const std::int64_t group = layout.heads / layout.kvHeads;
        HeadBlocks blocks { layout, item / teams / layout.kvHeads, kvHead * group, kvHead };
        typename Team::template Warps<typename Lanes::template Each<State>> states;
        Team::each([&](int warp) {
            Lanes::each([&](int lane) {
                shared.keys.load(blocks.keys(first), warp * kernels::kLanes + lane);
                shared.values.load(blocks.values(first), warp * kernels::kLanes + lane);
                SUBLINEAR_UNROLLED
                for (int tile = 0; tile < Backward::kTiles; ++tile) {
                    states[warp][lane].keySums[tile] = {};
                    states[warp][lane].valueSums[tile] = {};
                }
            });
        });

        const std::int64_t last = first + kTeamRows - 1 + layout.window; // of a window: the query behind
        const std::int64_t end = layout.window > 0 && last < layout.sequence ? last : layout.sequence;
        for (; blocks.head < (kvHead + 1) * group; ++blocks.head) {
            for (std::int64_t query = first; query < end; query += Backward::kOthers) {
                Team::each([&](int warp) {
                    Lanes::each([&](int lane) {
                        const int thread = warp * kernels::kLanes + lane;
                        shared.queries.load(blocks.queries(query), thread);
                        shared.incoming.load(blocks.outputs(backward.parts.incoming, query), thread);
                    });
                });
                Team::each([&](int warp) { take<Lanes>(states[warp], shared, blocks, first, warp, query); });
            }
        }
        Team::each([&](int warp) {
            const std::int64_t row = first + warp * kWarpRows;
            const auto store = [&](const FragmentC(&sums)[Backward::kTiles], int lane, std::int64_t column) {
                storeRows(sums, lane, backward.parts.gradientOf(blocks.b, column, row), backward.parts.gradientStride,
                    layout.sequence - row, layout.headDim, [](int) { return 1.0F; });
            };
            Lanes::each([&](int lane) {
                store(states[warp][lane].keySums, lane, layout.heads + kvHead);
                store(states[warp][lane].valueSums, lane, layout.heads + layout.kvHeads + kvHead);
            });
        });
    }

private:
    template <class Lanes>
    SUBLINEAR_ARITHMETIC void take(typename Lanes::template Each<State>& state, const Shared& shared,
        const HeadBlocks& blocks, std::int64_t first, int warp, std::int64_t firstQuery) const
    {
        const int rows = warp * kWarpRows;
        typename Lanes::template Each<Scores> all; // turned: a row for each key
        Lanes::each([&](int lane) { all[lane] = {}; });
        SUBLINEAR_ROLLED
        for (int step = 0; step < Backward::kSteps; ++step) {
            SUBLINEAR_UNROLLED
            for (int tile = 0; tile < 2; ++tile) {
                kernels::multiplyAdd<Lanes>([&](int lane) { return shared.keys.rowsAt(lane, rows, step * 16); },
                    [&](int lane) { return shared.queries.turnedAt(lane, tile * 8, step * 16); },
                    [&](int lane) -> FragmentC& { return all[lane].scores[tile]; });
                kernels::multiplyAdd<Lanes>([&](int lane) { return shared.values.rowsAt(lane, rows, step * 16); },
                    [&](int lane) { return shared.incoming.turnedAt(lane, tile * 8, step * 16); },
                    [&](int lane) -> FragmentC& { return all[lane].directions[tile]; });
            }
        }
        const auto weigh = backward.weigher(blocks, firstQuery, first + rows);
        Lanes::each([&](int lane) {
            SUBLINEAR_UNROLLED
            for (int tile = 0; tile < 2; ++tile) {
                SUBLINEAR_UNROLLED
                for (int i = 0; i < 4; ++i) {
                    weigh(tile * 8 + kernels::columnOfC(lane, i), kernels::rowOfC(lane, i),
                        all[lane].scores[tile].values[i], all[lane].directions[tile].values[i]);
                }
            }
        });
        SUBLINEAR_UNROLLED
        for (int tile = 0; tile < Backward::kTiles; ++tile) {
            kernels::multiplyAdd<Lanes>(
                [&](int lane) { return kernels::factorFrom(all[lane].scores[0], all[lane].scores[1]); },
                [&](int lane) { return shared.incoming.at(lane, 0, tile * 8); },
                [&](int lane) -> FragmentC& { return state[lane].valueSums[tile]; });
            kernels::multiplyAdd<Lanes>(
                [&](int lane) { return kernels::factorFrom(all[lane].directions[0], all[lane].directions[1]); },
                [&](int lane) { return shared.queries.at(lane, 0, tile * 8); },
                [&](int lane) -> FragmentC& { return state[lane].keySums[tile]; });
        }
    }
};

} // namespace sublinear::cuda
