// SPDX-License-Identifier: MIT
#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace sublinear {

namespace {

constexpr int kMaxDecimals = 30; // 2^-30, one byte in GiB, has exactly 30 decimals

std::uint64_t magnitude(std::int64_t value)
{
    const auto bits = static_cast<std::uint64_t>(value);
    return value < 0 ? ~bits + 1 : bits;
}

/// Adds one to a number written in decimal digits (with at most one point).
void incrementDigits(std::string& digits)
{
    for (std::size_t i = digits.size(); i-- > 0;) {
        char& digit = digits[i];
        if (digit == '.') {
            continue;
        }
        if (digit != '9') {
            ++digit;
            return;
        }
        digit = '0';
    }
    digits.insert(digits.begin(), '1');
}

std::string withoutMinusZero(std::string text)
{
    if (text.find_first_of("123456789") == std::string::npos && text.starts_with('-')) {
        text.erase(text.begin());
    }
    return text;
}

std::string withoutTrailingZeros(std::string text)
{
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) {
            text.pop_back();
        }
    }
    return text;
}

} // namespace

std::string formatFixed(double value, int decimals)
{
    if (!std::isfinite(value)) {
        return "n/a";
    }
    std::array<char, 400> buffer {}; // 309 digits of the largest double, the decimals, sign and point
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed,
        std::clamp(decimals, 0, kMaxDecimals));
    return withoutMinusZero(std::string(buffer.data(), end.ptr));
}

// In integers, so that even 2^63-1 bytes come out to the last digit.
std::string formatGiB(Bytes bytes, int decimals)
{
    const auto gib = static_cast<std::uint64_t>(kGiB);
    const std::uint64_t whole = magnitude(bytes) / gib;
    std::uint64_t rest = magnitude(bytes) % gib;
    std::string digits = std::to_string(whole);
    if (decimals > 0) {
        digits += '.';
    }
    for (int i = 0; i < std::min(decimals, kMaxDecimals); ++i) {
        rest *= 10;
        digits += static_cast<char>('0' + rest / gib);
        rest %= gib;
    }
    const bool odd = (digits.back() == '.' ? whole : static_cast<std::uint64_t>(digits.back() - '0')) % 2 != 0;
    if (rest * 2 > gib || (rest * 2 == gib && odd)) {
        incrementDigits(digits);
    }
    return withoutMinusZero(bytes < 0 ? '-' + digits : digits);
}

std::string formatGiBUnit(Bytes bytes, int decimals)
{
    return formatGiB(bytes, decimals) + " GiB";
}

std::string formatGiBFigures(Bytes bytes, int decimals)
{
    const double size = std::abs(static_cast<double>(bytes) / static_cast<double>(kGiB));
    const int twoFigures = bytes == 0 ? 0 : 1 - static_cast<int>(std::floor(std::log10(size)));
    return formatGiB(bytes, size >= 0.01 ? decimals : std::max(decimals, twoFigures));
}

std::string formatSize(Bytes bytes)
{
    if (bytes >= kGiB / 100) {
        return formatGiBUnit(bytes);
    }
    if (bytes >= kMiB / 100) {
        return formatFixed(static_cast<double>(bytes) / static_cast<double>(kMiB), 2) + " MiB";
    }
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

GiBPair formatGiBDistinct(Bytes first, Bytes second)
{
    GiBPair pair { formatGiB(first), formatGiB(second) };
    for (int decimals = 3; first != second && pair.first == pair.second && decimals <= kMaxDecimals; ++decimals) {
        pair = { formatGiB(first, decimals), formatGiB(second, decimals) };
    }
    return pair;
}

std::string formatGiBShort(Bytes bytes, int decimals)
{
    return withoutTrailingZeros(formatGiB(bytes, decimals));
}

std::string formatPercent(double fraction, int decimals)
{
    return formatFixed(fraction * 100.0, decimals) + " %";
}

std::string formatGrouped(std::int64_t value)
{
    std::string digits = std::to_string(magnitude(value));
    for (std::size_t end = digits.size(); end > 3; end -= 3) {
        digits.insert(end - 3, 1, ',');
    }
    return value < 0 ? '-' + digits : digits;
}

} // namespace sublinear
