// SPDX-License-Identifier: MIT
#include "gpu/shape/choose_shape.h"

#include "core/base/units.h"
#include "core/policy/law.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace sublinear {

namespace {

constexpr Count kShortestSequence = 64; // tokens; and what lengths are multiples of

// The largest value in [least, most] that `fits`, which holds for all below one that fits.
std::optional<Count> largest(Count least, Count most, const std::function<bool(Count)>& fits)
{
    if (least > most || !fits(least)) {
        return std::nullopt;
    }
    while (least < most) {
        const Count middle = least + (most - least + 1) / 2;
        if (fits(middle)) {
            least = middle;
        } else {
            most = middle - 1;
        }
    }
    return least;
}

std::string secondsText(double seconds)
{
    constexpr double kMinute = 60;
    constexpr double kHour = 3600;
    constexpr double kDay = 86400;
    constexpr double kMs = 1e3;
    constexpr double kShort = 0.1;
    if (seconds < kShort) { // 0.0 s would say nothing
        const double ms = seconds * kMs;
        return ms < kShort ? "under 0.1 ms" : formatFixed(ms, ms < 10 ? 1 : 0) + " ms";
    }
    if (seconds < 2 * kMinute) {
        return formatFixed(seconds, seconds < 10 ? 1 : 0) + " s";
    }
    if (seconds < 2 * kHour) {
        return formatFixed(seconds / kMinute, 0) + " min";
    }
    return seconds < 2 * kDay ? formatFixed(seconds / kHour, 0) + " h" : formatFixed(seconds / kDay, 0) + " days";
}

Bytes bytesNeeded(const PointCost& cost)
{
    return cost.peakBytes + bytesBesidePeak(cost.staticBytes, cost.peakBytes);
}

bool isRefused(const PointCost& cost)
{
    return cost.refused.has_value();
}

/// What one shape takes: the largest point and all of them together.
struct Total {
    Bytes bytes = 0;
    double seconds = 0;
};

Total totalOf(std::span<const PointCost> costs)
{
    Total total;
    for (const PointCost& cost : costs) {
        if (cost.refused) {
            continue; // it is not run
        }
        total.bytes = std::max(total.bytes, bytesNeeded(cost));
        total.seconds += cost.seconds();
    }
    return total;
}

class Search {
public:
    Search(const ResolvedScenario& requested, std::span<const PolicySpec> policies, const RunLimits& limits)
        : m_asked(policies)
        , m_limits(limits)
        , m_form(runForm(requested, limits.device, limits.part))
    {
    }

    Result<ShapeChoice> choose(const ResolvedScenario& requested)
    {
        const Result<Bytes> storeAll = storeAllPeak(requested, m_limits.part);
        if (!storeAll) {
            return storeAll.error();
        }
        m_budgetsOf = *storeAll;
        if (!measured() || !(fits(*m_costs) || shrink())) {
            return m_refused;
        }
        return ShapeChoice { requested, *m_resolved, m_form.substitutions(), { m_asked.begin(), m_asked.end() },
            *m_costs };
    }

private:
    [[nodiscard]] const Scenario& scenario() const { return m_form.scenario(); }

    // Costs of the form as it stands.
    bool measured() { return measure(scenario()); }

    bool measure(const Scenario& scenario)
    {
        const Result<ResolvedScenario> resolved = resolve(scenario);
        if (!resolved) {
            m_refused = resolved.error();
            return false;
        }
        std::vector<PolicySpec> policies;
        for (const PolicySpec& asked : m_asked) {
            PolicySpec policy = inScenario(asked, *resolved);
            const NumberRange range = numberRange(policy.id, resolved->model.layers);
            if (policy.number && policy.id != PolicyId::Optimal && range.last >= range.first) {
                policy.number = std::min(*policy.number, range.last);
            }
            policies.push_back(std::move(policy));
        }
        Result<std::vector<PointCost>> costs =
            pointCosts(*resolved, policies, m_limits.rates, m_budgetsOf, m_limits.dumps);
        if (!costs) {
            m_refused = costs.error();
            return false;
        }
        if (!costs->empty() && std::all_of(costs->begin(), costs->end(), isRefused)) {
            const PointCost& first = costs->front();
            m_refused = { policyText(first.policy) + ": " + first.refused->message, first.refused->field };
            return false;
        }
        m_resolved = *resolved;
        m_costs = std::move(*costs);
        return true;
    }

    [[nodiscard]] bool fits(std::span<const PointCost> costs) const
    {
        const Total total = totalOf(costs);
        return total.bytes <= m_limits.memoryBytes && total.seconds <= m_limits.seconds;
    }

    // Why the form as it stands will not do.
    [[nodiscard]] std::string reason() const
    {
        const Total total = totalOf(*m_costs);
        if (total.bytes > m_limits.memoryBytes) {
            const GiBPair shown = formatGiBDistinct(total.bytes, m_limits.memoryBytes);
            return "it takes " + shown.first + " GiB where " + shown.second + " GiB are free";
        }
        return "measuring it takes about " + secondsText(total.seconds) + " where " + secondsText(m_limits.seconds)
            + " are given" + m_limits.givenBy;
    }

    bool shrink() { return shrinkBatch() || shrinkWidth() || shrinkSequence() || shrinkLayers() || refuse(); }

    // Tries values of one field; where none fits, the least is taken and the search goes on.
    using Apply = std::function<void(RunForm&, Count, const std::string& why)>;
    bool shrinkField(Count least, Count most, const Apply& apply)
    {
        if (most < least) {
            return false;
        }
        const std::string why = reason();
        const auto fitsWith = [&](Count value) {
            RunForm form = m_form;
            apply(form, value, why);
            return measure(form.scenario()) && fits(*m_costs);
        };
        const std::optional<Count> best = largest(least, most, fitsWith);
        apply(m_form, best.value_or(least), why);
        return measured() && best.has_value();
    }

    bool shrinkBatch()
    {
        return shrinkField(1, *scenario().workload.batch - 1, [](RunForm& form, Count batch, const std::string& why) {
            form.set("workload.batch", std::int64_t { batch }, why);
        });
    }

    // The heads that are left keep their width and how many share a key and value; the model's
    // width and the MLP's follow.
    bool shrinkWidth()
    {
        const Scenario::Model model = scenario().model;
        const Count group = *model.heads / *model.kvHeads;
        // Only widths that come out whole: every `step`-th number of key and value heads.
        Count step = 1;
        while (step < *model.kvHeads && (*model.dModel * step) % *model.kvHeads != 0) {
            ++step;
        }
        const auto apply = [&](RunForm& form, Count steps, const std::string& why) {
            const Count kvHeads = steps * step;
            const double part = static_cast<double>(kvHeads) / static_cast<double>(*model.kvHeads);
            const auto ffn = static_cast<Count>(std::llround(part * static_cast<double>(*model.dFfn)));
            form.set("model.d_model", std::int64_t { *model.dModel * kvHeads / *model.kvHeads }, why);
            form.set("model.heads", std::int64_t { kvHeads * group }, why);
            form.set("model.kv_heads", std::int64_t { kvHeads }, why);
            form.set("model.d_ffn", std::int64_t { std::max<Count>(1, ffn) }, why);
        };
        return shrinkField(1, *model.kvHeads / step - 1, apply);
    }

    bool shrinkSequence()
    {
        const Count sequence = *scenario().workload.sequence;
        const auto apply = [](RunForm& form, Count steps, const std::string& why) {
            form.set("workload.sequence", std::int64_t { steps * kShortestSequence }, why);
        };
        return shrinkField(1, (sequence - 1) / kShortestSequence, apply);
    }

    bool shrinkLayers()
    {
        const auto apply = [](RunForm& form, Count layers, const std::string& why) {
            const Scenario::Checkpointing chosen = form.scenario().checkpointing;
            form.set("model.layers", std::int64_t { layers }, why);
            const std::string follows = "it goes with the layers";
            const Count k = std::min(*chosen.k, layers);
            if (chosen.start == chosen.k && k != *chosen.k) { // written out unless it reads as "from layer 1"
                form.set("checkpointing.start", k > 1 ? FieldValue(std::int64_t { k }) : FieldValue(), follows);
            }
            form.set("checkpointing.k", std::int64_t { k }, follows);
            form.set("checkpointing.m", std::int64_t { std::min(*chosen.m, layers) }, follows);
            form.set("checkpointing.slots", std::int64_t { std::min(*chosen.slots, layers) }, follows);
            if (chosen.candidates) {
                form.set("checkpointing.candidates", {}, follows);
            }
        };
        return shrinkField(1, *scenario().model.layers - 1, apply);
    }

    bool refuse()
    {
        if (m_costs) {
            m_refused = Error { "even at its smallest " + reason(), "would_not_fit" };
        }
        return false;
    }

    std::span<const PolicySpec> m_asked;
    RunLimits m_limits;
    RunForm m_form;
    std::optional<ResolvedScenario> m_resolved;
    Bytes m_budgetsOf = 0;
    std::optional<std::vector<PointCost>> m_costs;
    Error m_refused;
};

} // namespace

Bytes bytesBesidePeak(Bytes staticBytes, Bytes peakBytes)
{
    return staticBytes + peakBytes / 16 + 64 * kMiB;
}

Result<ShapeChoice> chooseShape(
    const ResolvedScenario& requested, std::span<const PolicySpec> policies, const RunLimits& limits)
{
    if (const Status has = hasPart(requested, limits.part); !has) {
        return has.error();
    }
    return Search(requested, policies, limits).choose(requested);
}

} // namespace sublinear
