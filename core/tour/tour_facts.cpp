// SPDX-License-Identifier: MIT
#include "core/tour/tour_facts.h"

#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace sublinear {
namespace {

std::optional<std::string> factOfRow(std::string_view name, const SweepRow& row)
{
    if (name == "total") {
        return formatGiBUnit(row.totalBytes);
    }
    if (name == "activations") {
        return formatGiBUnit(row.activationBytes);
    }
    if (name == "saved") {
        return formatPercent(row.savedFraction);
    }
    if (name == "forward") {
        return formatPercent(row.extraForwardFraction);
    }
    if (name == "step") {
        return formatPercent(row.extraStepFraction);
    }
    if (name == "batch") {
        return std::to_string(row.maxBatch);
    }
    if (name == "throughput") {
        return formatFixed(row.throughput, 2);
    }
    return std::nullopt;
}

std::optional<std::string> factOfPlan(std::string_view name, const Evaluation& evaluation)
{
    if (name == "limit") {
        return formatGiBShort(evaluation.memory.capacityBytes) + " GiB";
    }
    if (name == "short") {
        return formatSize(std::abs(evaluation.memory.marginBytes));
    }
    if (name == "parameters") {
        return formatGiBUnit(evaluation.memory.bytesOf(MemoryKind::Parameters));
    }
    if (name == "optimizer") {
        return formatGiBUnit(evaluation.memory.bytesOf(MemoryKind::Optimizer));
    }
    if (name == "layer") {
        return formatGiBUnit(evaluation.layer.totalBytes);
    }
    if (name == "input") {
        return formatSize(evaluation.layer.boundaryBytes);
    }
    return std::nullopt;
}

std::optional<std::string> factOfTensor(std::string_view id, const Evaluation& evaluation)
{
    const auto& all = evaluation.layer.components;
    const auto found =
        std::find_if(all.begin(), all.end(), [id](const LayerComponent& component) { return component.id == id; });
    return found == all.end() ? std::nullopt : std::optional(formatGiBUnit(found->bytes));
}

std::optional<std::string> fact(std::string_view name, const Evaluation& evaluation)
{
    constexpr std::string_view kTensor = "tensor:";
    if (name.starts_with(kTensor)) {
        return factOfTensor(name.substr(kTensor.size()), evaluation);
    }
    const std::size_t at = name.find('@');
    if (at == std::string_view::npos) {
        const std::optional<std::string> ofRow = factOfRow(name, evaluation.chosen);
        return ofRow ? ofRow : factOfPlan(name, evaluation);
    }
    const std::optional<std::int64_t> number = parseWhole(name.substr(at + 1));
    const auto row = std::find_if(evaluation.sweep.begin(), evaluation.sweep.end(),
        [&](const SweepRow& each) { return number && each.k == number; });
    return row == evaluation.sweep.end() ? std::nullopt : factOfRow(name.substr(0, at), *row);
}

} // namespace

Result<std::string> withFacts(std::string_view text, const Evaluation& evaluation)
{
    std::string filled;
    while (!text.empty()) {
        const std::size_t open = text.find_first_of("{}");
        filled.append(text.substr(0, open));
        if (open == std::string_view::npos) {
            break;
        }
        const std::size_t close = text.find_first_of("{}", open + 1);
        if (text[open] == '}' || close == std::string_view::npos || text[close] == '{') {
            return Error { "has a brace without a partner near " + quoted(text.substr(open)) };
        }
        const std::string_view name = text.substr(open + 1, close - open - 1);
        const std::optional<std::string> value = fact(name, evaluation);
        if (!value) {
            return Error { "names a figure that is not known: " + quoted(name) };
        }
        filled += *value;
        text.remove_prefix(close + 1);
    }
    return filled;
}

} // namespace sublinear
