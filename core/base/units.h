// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"

#include <optional>
#include <string>
#include <string_view>

namespace sublinear {

inline constexpr Bytes kKiB = Bytes { 1 } << 10;
inline constexpr Bytes kMiB = Bytes { 1 } << 20;
inline constexpr Bytes kGiB = Bytes { 1 } << 30;
inline constexpr Bytes kTiB = Bytes { 1 } << 40;

/// Fixed decimals, point as separator whatever the locale, ties to even on the
/// exact binary value (as printf does it). Never "-0.0".
std::string formatFixed(double value, int decimals);

/// "80.25": bytes in GiB without the unit.
std::string formatGiB(Bytes bytes, int decimals = 2);
/// "80.25 GiB"
std::string formatGiBUnit(Bytes bytes, int decimals = 2);

/// formatGiB(), and "0.00049" where two decimals would say that there is nothing: two figures at least.
std::string formatGiBFigures(Bytes bytes, int decimals = 2);

/// A size that is never shown as nothing: "0.25 GiB", "12.50 MiB", "96 bytes".
std::string formatSize(Bytes bytes);

/// Two figures in GiB with as many decimals as it takes (2 at least) for unequal
/// bytes to look unequal, so that "does not fit" never reads "80.00 of 80.00".
struct GiBPair {
    std::string first;
    std::string second;
};
GiBPair formatGiBDistinct(Bytes first, Bytes second);

/// "80": trailing zeros dropped, for round sizes such as a device's. Up to `decimals` places.
std::string formatGiBShort(Bytes bytes, int decimals = 2);

/// "29.6 %" from 0.296; the article's tables write "29.6%", so the sign is apart.
std::string formatPercent(double fraction, int decimals = 1);

/// "6,442,450,944" with thousands grouped by a comma.
std::string formatGrouped(std::int64_t value);

/// A whole number as people type it: "2048", "2k", "2Ki", "1Mi", "6.4e9", "1_000".
/// k, M, G, T are powers of 1000; Ki, Mi, Gi, Ti powers of 1024; empty if it is
/// not whole, not a number, or outside 64 bits.
std::optional<std::int64_t> parseWhole(std::string_view text);

/// Bytes as people type them: "80GiB", "80 GiB", "85899345920", "24576MiB", "80GB" (10^9).
std::optional<Bytes> parseBytes(std::string_view text);

} // namespace sublinear
