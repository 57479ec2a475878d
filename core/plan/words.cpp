// SPDX-License-Identifier: MIT
#include "core/plan/words.h"

#include "core/base/units.h"

namespace sublinear {

namespace {

std::string withoutTrailingZeros(std::string number)
{
    if (number.find('.') != std::string::npos) {
        number.erase(number.find_last_not_of('0') + 1);
        if (number.back() == '.') {
            number.pop_back();
        }
    }
    return number;
}

} // namespace

std::string numberWords(PolicyId policy, std::optional<Count> number)
{
    const PolicyInfo& info = policyInfo(policy);
    if (!number) {
        return policy == PolicyId::StoreAll ? "storing everything" : std::string(info.text);
    }
    switch (info.number) {
    case PolicyNumber::M:
        return "m=" + std::to_string(*number);
    case PolicyNumber::Slots:
        return std::to_string(*number) + " slots";
    case PolicyNumber::Budget:
        return "a budget of " + formatGiBUnit(*number);
    case PolicyNumber::K:
    case PolicyNumber::None:
        break;
    }
    return "K=" + std::to_string(*number);
}

std::string ofCapacity(Bytes bytes, Bytes capacity)
{
    GiBPair pair = formatGiBDistinct(bytes, capacity);
    return pair.first + " of " + withoutTrailingZeros(std::move(pair.second)) + " GiB";
}

std::string gapWords(Bytes bytes)
{
    if (bytes >= kGiB / 100) {
        return formatGiBUnit(bytes);
    }
    if (bytes >= kMiB / 100) {
        return formatFixed(static_cast<double>(bytes) / static_cast<double>(kMiB), 2) + " MiB";
    }
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string forwardWords(double extraForwardFraction)
{
    return "+" + formatPercent(extraForwardFraction) + " forward";
}

ThroughputUnit throughputUnit(Accounting accounting)
{
    switch (accounting) {
    case Accounting::Article:
        return { "samples per normalised step", "per normalised step" };
    case Accounting::Training:
        break;
    }
    return { "samples per time of a store-all step", "per time of a store-all step" };
}

} // namespace sublinear
