// SPDX-License-Identifier: MIT
#include "core/tour/tour.h"

#include "core/scenario/resolve.h"
#include "core/tour/embedded_tour.h"

#include <algorithm>

namespace sublinear {
namespace {

Result<Scenario> completedOf(const Scenario& scenario)
{
    const Result<ResolvedScenario> resolved = resolve(scenario);
    if (!resolved) {
        return resolved.error();
    }
    return complete(*resolved);
}

} // namespace

const std::vector<std::string_view>& tourEvents()
{
    static const std::vector<std::string_view> events { "scrubbed", "measured" };
    return events;
}

bool holds(const TourCondition& condition, const Scenario& completed)
{
    const Field* field = findField(condition.field);
    if (field == nullptr) {
        return false;
    }
    const FieldValue value = field->get(completed);
    if (condition.op == TourCondition::Op::Equal) {
        return value == condition.value;
    }
    const auto* is = std::get_if<std::int64_t>(&value);
    const auto* wanted = std::get_if<std::int64_t>(&condition.value);
    if (is == nullptr || wanted == nullptr) {
        return false;
    }
    return condition.op == TourCondition::Op::AtLeast ? *is >= *wanted : *is <= *wanted;
}

Result<Scenario> reached(const TourStep& step)
{
    Scenario scenario = step.scenario;
    for (const TourCondition& condition : step.doneWhen) {
        const Result<Scenario> completed = completedOf(scenario);
        if (!completed) {
            return completed.error();
        }
        if (const Field* field = findField(condition.field); field != nullptr && !holds(condition, *completed)) {
            field->set(scenario, condition.value);
            scenario = clamped(std::move(scenario));
        }
    }
    const Result<Scenario> completed = completedOf(scenario);
    if (!completed) {
        return completed.error();
    }
    for (const TourCondition& condition : step.doneWhen) {
        if (condition.event.empty() && !holds(condition, *completed)) {
            return Error { "its conditions cannot hold together", condition.field };
        }
    }
    return scenario;
}

Tour builtInTour(const TourTranslator& translated)
{
    Result<Tour> tour = readTour(embedded::tourJson, embedded::tourTextJson, translated);
    if (!tour) {
        tour = readTour(embedded::tourJson, embedded::tourTextJson);
    }
    return tour ? std::move(tour).value() : Tour {}; // tst_tour fails on it
}

} // namespace sublinear
