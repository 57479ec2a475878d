// SPDX-License-Identifier: MIT
#include "core/base/gib_parts.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace sublinear {

namespace {

constexpr int kUsual = 2;
constexpr int kMost = 4; ///< decimals
constexpr Bytes kFewest = kGiB / 100; ///< below it two decimals say too little

struct Units {
    std::int64_t whole = 0; ///< of 10^-decimals GiB, rounded down
    Bytes lost = 0; ///< what that leaves of one, in 10^-decimals bytes
};

Units unitsOf(Bytes bytes, int decimals)
{
    std::int64_t scale = 1;
    for (int i = 0; i < decimals; ++i) {
        scale *= 10;
    }
    const Bytes scaled = bytes % kGiB * scale;
    return { bytes / kGiB * scale + scaled / kGiB, scaled % kGiB };
}

/// As formatGiB rounds: to the nearest, ties to even.
std::int64_t nearest(Bytes bytes)
{
    const Units units = unitsOf(bytes, kUsual);
    const bool up = units.lost * 2 > kGiB || (units.lost * 2 == kGiB && units.whole % 2 != 0);
    return units.whole + (up ? 1 : 0);
}

std::string unitsText(std::int64_t units)
{
    const std::string rest = std::to_string(units % 100);
    return std::to_string(units / 100) + (rest.size() < 2 ? ".0" : ".") + rest;
}

bool isExact(std::span<const Bytes> parts, int decimals)
{
    return std::all_of(parts.begin(), parts.end(), [&](Bytes part) { return unitsOf(part, decimals).lost == 0; });
}

} // namespace

GiBParts formatGiBParts(std::span<const Bytes> parts)
{
    const Bytes total = std::accumulate(parts.begin(), parts.end(), Bytes { 0 });
    const auto printed = [&](int decimals) {
        GiBParts texts;
        for (const Bytes part : parts) {
            texts.parts.push_back(formatGiBFigures(part, decimals));
        }
        texts.total = formatGiBFigures(total, decimals);
        return texts;
    };
    std::vector<std::size_t> shared; // parts that have a share in the units of the total
    Bytes shares = 0;
    std::int64_t rounded = 0;
    std::int64_t roundedDown = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i] >= kFewest) {
            shared.push_back(i);
            shares += parts[i];
            rounded += nearest(parts[i]);
            roundedDown += unitsOf(parts[i], kUsual).whole;
        }
    }
    GiBParts texts = printed(kUsual);
    const std::int64_t wanted = nearest(total) - nearest(total - shares);
    if (rounded == wanted || shared.empty()) {
        return texts;
    }
    for (int decimals = kUsual + 1; decimals <= kMost; ++decimals) {
        if (isExact(parts, decimals)) {
            return printed(decimals);
        }
    }
    std::stable_sort(shared.begin(), shared.end(), [&](std::size_t one, std::size_t other) {
        return unitsOf(parts[one], kUsual).lost > unitsOf(parts[other], kUsual).lost;
    });
    std::int64_t up = wanted - roundedDown;
    for (const std::size_t i : shared) {
        texts.parts[i] = unitsText(unitsOf(parts[i], kUsual).whole + (up-- > 0 ? 1 : 0));
    }
    return texts;
}

} // namespace sublinear
