// SPDX-License-Identifier: MIT
#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>

namespace sublinear {

namespace {

constexpr int kMaxExponent = 1000; // beyond it the result is 0, not whole or too large anyway

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// digits * 10^exponent, exactly; digits without leading or trailing zeros.
struct Decimal {
    bool negative = false;
    std::string digits = {};
    int exponent = 0;
};

/// Takes a run of digits, single underscores between them allowed, off the front of `text`.
/// False if an underscore stands elsewhere.
bool takeDigits(std::string_view& text, std::string& digits)
{
    bool afterDigit = false;
    while (!text.empty() && (isDigit(text.front()) || text.front() == '_')) {
        if (text.front() == '_') {
            if (!afterDigit || text.size() < 2 || !isDigit(text[1])) {
                return false;
            }
            afterDigit = false;
        } else {
            digits += text.front();
            afterDigit = true;
        }
        text.remove_prefix(1);
    }
    return true;
}

/// Takes "e9", "E-3" off the front; leaves `text` alone if no exponent stands there.
bool takeExponent(std::string_view& text, int& exponent)
{
    if (text.empty() || lower(text.front()) != 'e') {
        return true;
    }
    text.remove_prefix(1);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) {
        text.remove_prefix(1);
    }
    if (text.empty() || !isDigit(text.front())) {
        return false;
    }
    int written = 0;
    for (; !text.empty() && isDigit(text.front()); text.remove_prefix(1)) {
        written = std::min(kMaxExponent, written * 10 + (text.front() - '0'));
    }
    exponent += negative ? -written : written;
    return true;
}

/// Takes a decimal number off the front of `text`.
std::optional<Decimal> takeDecimal(std::string_view& text)
{
    Decimal number;
    number.negative = text.starts_with('-');
    if (number.negative || text.starts_with('+')) {
        text.remove_prefix(1);
    }
    if (!takeDigits(text, number.digits)) {
        return std::nullopt;
    }
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        std::string fraction;
        if (!takeDigits(text, fraction)) {
            return std::nullopt;
        }
        number.digits += fraction;
        number.exponent = -static_cast<int>(std::min<std::size_t>(fraction.size(), kMaxExponent));
    }
    if (number.digits.empty() || number.digits.size() > kMaxExponent || !takeExponent(text, number.exponent)) {
        return std::nullopt;
    }
    const std::size_t last = number.digits.find_last_not_of('0');
    number.exponent += static_cast<int>(number.digits.size() - 1 - (last == std::string::npos ? 0 : last));
    number.digits.erase(last == std::string::npos ? 0 : last + 1);
    number.digits.erase(0, number.digits.find_first_not_of('0'));
    return number;
}

/// The multiplier behind a number: "", "k", "Ki", and with `ofBytes` also "B", "GB", "GiB".
std::optional<std::int64_t> multiplier(std::string_view suffix, bool ofBytes)
{
    if (ofBytes && !suffix.empty() && lower(suffix.back()) == 'b') {
        suffix.remove_suffix(1);
    }
    if (suffix.empty()) {
        return 1;
    }
    const std::size_t power = std::string_view("kmgt").find(lower(suffix.front()));
    const bool binary = suffix.size() == 2 && lower(suffix[1]) == 'i';
    if (power == std::string_view::npos || (suffix.size() != 1 && !binary)) {
        return std::nullopt;
    }
    std::int64_t factor = 1;
    for (std::size_t i = 0; i <= power; ++i) {
        factor *= binary ? 1024 : 1000;
    }
    return factor;
}

/// Divides one of two factors; false if neither is divisible.
bool divideOne(std::int64_t& a, std::int64_t& b, std::int64_t divisor)
{
    std::int64_t& dividend = a % divisor == 0 ? a : b;
    if (dividend % divisor != 0) {
        return false;
    }
    dividend /= divisor;
    return true;
}

/// number * factor, if that is whole and fits 64 bits.
std::optional<std::int64_t> wholeProduct(const Decimal& number, std::int64_t factor)
{
    Checked product = 0;
    for (const char digit : number.digits) {
        product = product * 10 + (digit - '0');
    }
    if (number.digits.empty()) {
        return 0;
    }
    if (!product.ok()) {
        return std::nullopt;
    }
    std::int64_t mantissa = *product.value();
    for (int i = number.exponent; i < 0; ++i) {
        if (!divideOne(mantissa, factor, 2) || !divideOne(mantissa, factor, 5)) {
            return std::nullopt;
        }
    }
    product = Checked(number.negative ? -mantissa : mantissa) * factor;
    for (int i = 0; i < number.exponent && product.ok(); ++i) {
        product = product * 10;
    }
    return product.value();
}

std::optional<std::int64_t> parseScaled(std::string_view text, bool ofBytes)
{
    text = trimmed(text);
    const std::optional<Decimal> number = takeDecimal(text);
    const std::optional<std::int64_t> factor = multiplier(trimmed(text), ofBytes);
    return number && factor ? wholeProduct(*number, *factor) : std::nullopt;
}

} // namespace

std::optional<std::int64_t> parseWhole(std::string_view text)
{
    return parseScaled(text, false);
}

std::optional<Bytes> parseBytes(std::string_view text)
{
    return parseScaled(text, true);
}

} // namespace sublinear
