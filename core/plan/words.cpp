// SPDX-License-Identifier: MIT
#include "core/plan/words.h"

#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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

std::string lowerFirst(std::string_view text)
{
    std::string words(text);
    if (!words.empty() && words.front() >= 'A' && words.front() <= 'Z') {
        words.front() = static_cast<char>(words.front() - 'A' + 'a');
    }
    return words;
}

std::string withoutNumber(PolicyId policy)
{
    switch (policy) {
    case PolicyId::StoreAll:
        return "storing everything";
    case PolicyId::Selective:
        return "selective recomputation";
    case PolicyId::Recursive:
        return "recursive checkpoints";
    default:
        return lowerFirst(policyInfo(policy).name);
    }
}

// One assignment as what it does; the path itself where nobody has put it into words.
std::string assignmentWords(std::string_view path, std::string_view value)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kBefore { {
        { "checkpointing.k", "K=" },
        { "checkpointing.m", "m=" },
        { "workload.batch", "batch " },
        { "workload.sequence", "sequence " },
        { "parallel.data", "data parallel over " },
        { "parallel.zero", "ZeRO-" },
    } };
    constexpr std::array<std::array<std::string_view, 3>, 3> kWhole { {
        { "recipe.attention", "fused", "fused attention" },
        { "recipe.loss", "chunked", "chunked loss" },
        { "recipe.optimizer", "adam8bit", "8-bit Adam" },
    } };
    for (const auto& [field, set, words] : kWhole) {
        if (path == field && value == set) {
            return std::string(words);
        }
    }
    for (const auto& [field, words] : kBefore) {
        if (path == field) {
            return std::string(words) + std::string(value) + (path == "parallel.data" ? " devices" : "");
        }
    }
    if (path == "checkpointing.slots") {
        return std::string(value) + " slots";
    }
    if (path == "checkpointing.budget_bytes") {
        const std::optional<Bytes> bytes = parseBytes(value);
        return bytes ? "a budget of " + formatSize(*bytes) : std::string(value);
    }
    if (path == "device.memory_bytes" || path == "device.reserve_bytes") {
        const std::optional<Bytes> bytes = parseBytes(value);
        return bytes ? (path == "device.memory_bytes" ? "a device of " : "a reserve of ") + formatSize(*bytes)
                     : std::string(value);
    }
    return std::string(path) + "=" + std::string(value);
}

} // namespace

std::string numberWords(PolicyId policy, std::optional<Count> number)
{
    if (!number) {
        return withoutNumber(policy);
    }
    switch (policyInfo(policy).number) {
    case PolicyNumber::M:
        return "m=" + std::to_string(*number);
    case PolicyNumber::Slots:
        return std::to_string(*number) + (*number == 1 ? " slot" : " slots");
    case PolicyNumber::Budget:
        return "a budget of " + formatSize(*number);
    case PolicyNumber::K:
    case PolicyNumber::None:
        break;
    }
    return "K=" + std::to_string(*number);
}

std::string underWords(PolicyId policy, std::optional<Count> number)
{
    const bool held = policyInfo(policy).number == PolicyNumber::Slots || (!number && policy != PolicyId::StoreAll);
    const std::string words = numberWords(policy, number);
    return number || held ? (held ? "with " : "at ") + words : words;
}

std::string policyWords(const PolicySpec& spec)
{
    if (spec.id == PolicyId::Selective && !spec.tensors.empty()) {
        return withoutNumber(spec.id) + " of " + join(spec.tensors, " and ");
    }
    if (!spec.number) {
        return withoutNumber(spec.id);
    }
    if (policyInfo(spec.id).number == PolicyNumber::Budget) { // "optimal under a budget"
        return lowerFirst(policyInfo(spec.id).name) + " of " + formatSize(*spec.number);
    }
    return lowerFirst(policyInfo(spec.id).name) + " " + underWords(spec.id, spec.number);
}

std::string changeWords(std::string_view change)
{
    if (change.find('=') == std::string_view::npos) {
        const Result<std::vector<PolicySpec>> specs = parsePolicies(change);
        return specs && specs->size() == 1 ? policyWords(specs->front()) : std::string(change);
    }
    std::string words;
    for (const std::string_view assignment : split(change, ' ')) {
        const std::size_t sign = assignment.find('=');
        const std::string_view path = assignment.substr(0, sign);
        const std::string_view value = sign == std::string_view::npos ? "" : assignment.substr(sign + 1);
        words += (words.empty() ? "" : path == "parallel.zero" ? ", " : " with ") + assignmentWords(path, value);
    }
    return words;
}

std::string freeWords(TensorGroups remade)
{
    const bool activations = (remade & kGeluGroup) != 0;
    const bool norms = (remade & kNormsGroup) != 0;
    if (!activations && !norms) {
        return "nothing recomputed";
    }
    return std::string(activations ? "activation functions" : "") + (activations && norms ? " and " : "")
        + (norms ? "norms" : "") + " made again, no extra matrix FLOPs";
}

std::string upperFirst(std::string words)
{
    const bool lower = !words.empty() && words.front() >= 'a' && words.front() <= 'z';
    if (lower && words.substr(1, 1) != "=") {
        words.front() = static_cast<char>(words.front() - 'a' + 'A');
    }
    return words;
}

std::string ofCapacity(Bytes bytes, Bytes capacity)
{
    if (capacity < kGiB / 100) { // "of 0 GiB" would be no device at all
        const bool alike = bytes != capacity && formatSize(bytes) == formatSize(capacity);
        return alike ? std::to_string(bytes) + " of " + std::to_string(capacity) + " bytes"
                     : formatSize(bytes) + " of " + formatSize(capacity);
    }
    GiBPair pair = formatGiBDistinct(bytes, capacity);
    return pair.first + " of " + withoutTrailingZeros(std::move(pair.second)) + " GiB";
}

std::string forwardWords(double extraForwardFraction)
{
    const bool tiny = extraForwardFraction > 0 && extraForwardFraction < 0.0005; // which would read as none
    return tiny ? "+<0.1 % forward" : "+" + formatPercent(extraForwardFraction) + " forward";
}

std::string boundNote(const Evaluation& evaluation)
{
    const auto isBound = [](const SweepRow& row) { return !row.exact; };
    const bool any = isBound(evaluation.chosen)
        || std::any_of(evaluation.sweep.begin(), evaluation.sweep.end(), isBound)
        || std::any_of(evaluation.compared.begin(), evaluation.compared.end(), isBound);
    return any ? "optimal is a bound here, not exact: it was searched over groups of layers or with points left out, "
                 "so a better schedule may exist."
               : "";
}

std::string positionsNote(const Evaluation& evaluation)
{
    const ResolvedScenario& scenario = evaluation.scenario;
    const std::optional<Count> rows = scenario.model.positionRows;
    const bool table = scenario.accounting == Accounting::Training && scenario.model.positions == Positions::Learned;
    if (!table || !rows || scenario.workload.sequence <= *rows) {
        return "";
    }
    return "Sequence " + std::to_string(scenario.workload.sequence) + " is longer than the model's "
        + std::to_string(*rows) + " learned positions: no run of it exists beyond those.";
}

std::string slotsNote(const Evaluation& evaluation)
{
    const auto slots = [](const std::vector<SweepRow>& rows) {
        return std::count_if(
            rows.begin(), rows.end(), [](const SweepRow& row) { return row.policy == PolicyId::Revolve; });
    };
    const Count layers = evaluation.scenario.model.layers;
    const Count listed = std::max<Count>(slots(evaluation.sweep), slots(evaluation.compared));
    return listed > kMostSlotsSwept / 2 && listed < layers ? "revolve is listed with " + std::to_string(listed)
            + " of its " + std::to_string(layers) + " numbers of slots (c thinned); revolve:SLOTS is any other one."
                                                           : "";
}

std::string tensorsNote(const Evaluation& evaluation)
{
    if (evaluation.scenario.accounting != Accounting::Article) {
        return "";
    }
    TensorGroups asked = kNoGroup;
    for (const std::vector<SweepRow>* rows : { &evaluation.sweep, &evaluation.compared }) {
        for (const SweepRow& row : *rows) {
            asked |= row.policy == PolicyId::Selective ? row.remade : kNoGroup;
        }
    }
    const bool norms = (asked & kNormsGroup) != 0;
    const bool up = (asked & kUpGroup) != 0;
    if (!norms && !up) {
        return "";
    }
    return "The article's layer holds no results of " + std::string(norms ? "norms" : "") + (norms && up ? " and " : "")
        + (up ? "the up-projection" : "") + ": leaving them out changes nothing in article accounting.";
}

std::string scheduleNote(const MemorySplit& memory)
{
    if (memory.scheduledBytes == memory.totalBytes) {
        return "";
    }
    const GiBPair pair = formatGiBDistinct(memory.totalBytes, memory.scheduledBytes);
    return "The law counts " + pair.first + " GiB, the schedule's own peak is " + pair.second + " GiB.";
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

ThroughputUnit throughputUnit(const Evaluation& evaluation)
{
    return evaluation.timedOn ? ThroughputUnit { "samples per second", "per second" }
                              : throughputUnit(evaluation.scenario.accounting);
}

std::string throughputText(double throughput, bool timed)
{
    constexpr int kFigures = 3;
    constexpr int kMostDecimals = 12;
    if (!timed || throughput <= 0) {
        return formatFixed(throughput, 2);
    }
    const auto before = static_cast<int>(std::floor(std::log10(throughput))) + 1;
    return formatFixed(throughput, std::clamp(kFigures - before, 0, kMostDecimals));
}

std::string secondsText(double seconds)
{
    constexpr double kMsPerSecond = 1000;
    constexpr double kMany = 100; // from here whole seconds will do
    if (seconds < 1) {
        return formatFixed(seconds * kMsPerSecond, 1) + " ms";
    }
    return (seconds < kMany ? formatFixed(seconds, 2) : formatGrouped(std::llround(seconds))) + " s";
}

} // namespace sublinear
