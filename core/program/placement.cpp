// SPDX-License-Identifier: MIT
#include "core/program/placement.h"

#include "core/base/to_index.h"
#include "core/program/lifetime.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

namespace sublinear {

namespace {

struct Item {
    Lifetime life;
    Bytes bytes = 0; ///< whole granules
    bool atPeak = false;
};

using Order = std::vector<std::int32_t>; ///< items, the first placed first

std::vector<Item> itemsOf(const Program& program)
{
    std::vector<Item> items(program.storages.size());
    const std::vector<Lifetime> lives = lifetimes(program);
    for (std::size_t i = 0; i < items.size(); ++i) {
        items[i] = { lives[i], inGranules(program.storages[i].bytes), false };
    }
    return items;
}

// The largest live total, and marks what is alive there.
Bytes markPeak(const Program& program, std::vector<Item>& items)
{
    Bytes live = 0;
    Bytes peak = 0;
    std::int32_t peakOp = 0;
    for (std::size_t op = 0; op < program.ops.size(); ++op) {
        for (const StorageId storage : program.ops[op].allocates) {
            live += items[toIndex(storage)].bytes;
        }
        if (live > peak) {
            peak = live;
            peakOp = static_cast<std::int32_t>(op);
        }
        for (const StorageId storage : program.ops[op].frees) {
            live -= items[toIndex(storage)].bytes;
        }
    }
    for (Item& item : items) {
        item.atPeak = item.life.first <= peakOp && peakOp <= item.life.last;
    }
    return peak;
}

/// Puts items one after the other at the lowest place that is free for their whole life.
class LowestFit {
public:
    explicit LowestFit(const std::vector<Item>& items)
        : m_items(items)
    {
    }

    /// Short-lived ones at the highest free place below `top` instead, where there is one.
    Placement run(const Order& order, Bytes top, std::int32_t shortLife)
    {
        Placement result;
        result.offsets.assign(m_items.size(), 0);
        m_placed.clear();
        for (const std::int32_t each : order) {
            const Item& item = m_items[toIndex(each)];
            const Bytes high = item.life.length() < shortLife ? highestFree(item, top) : -1;
            const Bytes offset = high >= 0 ? high : lowestFree(item);
            result.offsets[toIndex(each)] = offset;
            result.placedBytes = std::max(result.placedBytes, offset + item.bytes);
            insert({ offset, offset + item.bytes, item.life });
        }
        return result;
    }

private:
    struct Place {
        Bytes begin;
        Bytes end;
        Lifetime life;
    };

    [[nodiscard]] Bytes lowestFree(const Item& item) const
    {
        Bytes offset = 0;
        for (const Place& place : m_placed) { // by their begin
            if (place.begin >= offset + item.bytes) {
                break;
            }
            if (place.end > offset && place.life.meets(item.life)) {
                offset = place.end;
            }
        }
        return offset;
    }

    [[nodiscard]] Bytes highestFree(const Item& item, Bytes top) const
    {
        Bytes free = -1;
        Bytes from = 0;
        for (const Place& place : m_placed) {
            if (!place.life.meets(item.life)) {
                continue;
            }
            if (place.begin >= from + item.bytes) {
                free = place.begin - item.bytes;
            }
            from = std::max(from, place.end);
        }
        return from + item.bytes <= top ? top - item.bytes : free;
    }

    void insert(const Place& place)
    {
        const auto behind = std::upper_bound(
            m_placed.begin(), m_placed.end(), place, [](const Place& a, const Place& b) { return a.begin < b.begin; });
        m_placed.insert(behind, place);
    }

    const std::vector<Item>& m_items;
    std::vector<Place> m_placed;
};

template <class Key> Order orderedBy(const std::vector<Item>& items, Key key)
{
    Order order;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].life.last >= items[i].life.first) {
            order.push_back(static_cast<std::int32_t>(i));
        }
    }
    std::stable_sort(order.begin(), order.end(),
        [&](std::int32_t a, std::int32_t b) { return key(items[toIndex(a)]) < key(items[toIndex(b)]); });
    return order;
}

std::vector<Order> startingOrders(const std::vector<Item>& items)
{
    return {
        // nested lives: what lives longest lies lowest, and nothing has a gap
        orderedBy(items, [](const Item& item) { return -item.life.length(); }),
        orderedBy(items, [](const Item& item) { return std::pair(!item.atPeak, -item.life.length()); }),
        orderedBy(items, [](const Item& item) { return std::pair(-item.bytes, -item.life.length()); }),
        orderedBy(items, [](const Item& item) { return std::pair(!item.atPeak, item.life.first); }),
        orderedBy(items, [](const Item& item) { return item.life.first; }),
        orderedBy(items, [](const Item& item) { return -item.life.last; }),
    };
}

// What stood above the ideal is placed first next time.
void promote(Order& order, const std::vector<Item>& items, const Placement& placement)
{
    std::stable_partition(order.begin(), order.end(), [&](std::int32_t each) {
        return placement.offsets[toIndex(each)] + items[toIndex(each)].bytes > placement.idealBytes;
    });
}

class Search {
public:
    explicit Search(const Program& program)
        : m_items(itemsOf(program))
        , m_ideal(markPeak(program, m_items))
        , m_fit(m_items)
    {
    }

    Placement run()
    {
        const std::vector<Order> orders = startingOrders(m_items);
        for (const int mends : { 0, kMends }) {
            for (const std::int32_t shortLife : kShortLives) {
                m_shortLife = shortLife;
                for (const Order& order : orders) {
                    if (mended(order, mends)) {
                        return m_best;
                    }
                }
            }
        }
        return m_best;
    }

private:
    static constexpr int kMends = 40;
    static constexpr std::array<std::int32_t, 4> kShortLives { 0, 4, 8, 16 }; // operations
    static constexpr std::size_t kWork = 2'000'000'000; // pairs that may be looked at: a few seconds

    bool mended(Order order, int mends)
    {
        for (int i = 0; i <= mends; ++i) {
            if (attempt(order)) {
                return true;
            }
            promote(order, m_items, m_last);
        }
        return false;
    }

    // True when there is nothing left to gain, or no time.
    bool attempt(const Order& order)
    {
        m_last = m_fit.run(order, m_ideal, m_shortLife);
        m_last.idealBytes = m_ideal;
        if (m_work == 0 || m_last.placedBytes < m_best.placedBytes) {
            m_best = m_last;
        }
        m_work += m_items.size() * m_items.size() + 1;
        return m_best.placedBytes <= m_ideal || m_work > kWork;
    }

    std::vector<Item> m_items;
    Bytes m_ideal;
    std::int32_t m_shortLife = 0;
    LowestFit m_fit;
    Placement m_last;
    Placement m_best;
    std::size_t m_work = 0;
};

} // namespace

Placement place(const Program& program)
{
    return program.storages.empty() ? Placement {} : Search(program).run();
}

Status checkPlacement(const Program& program, const Placement& placement)
{
    const std::vector<Item> items = itemsOf(program);
    if (placement.offsets.size() != items.size()) {
        return Error { "placement: has " + std::to_string(placement.offsets.size()) + " places for "
            + std::to_string(items.size()) + " storages" };
    }
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    std::sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return placement.offsets[a] < placement.offsets[b]; });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::size_t a = order[i];
        const Bytes end = placement.offsets[a] + items[a].bytes;
        if (placement.offsets[a] < 0 || placement.offsets[a] % kGranuleBytes != 0 || end > placement.placedBytes) {
            return Error { "placement: storage " + std::to_string(a) + " lies outside of the block or off a granule" };
        }
        for (std::size_t j = i + 1; j < order.size() && placement.offsets[order[j]] < end; ++j) {
            if (items[a].life.meets(items[order[j]].life)) {
                return Error { "placement: storages " + std::to_string(a) + " and " + std::to_string(order[j])
                    + " share memory while both are alive" };
            }
        }
    }
    return success();
}

} // namespace sublinear
