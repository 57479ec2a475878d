// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluate.h"
#include "core/scenario/fields.h"

#include <QTest>

#include <initializer_list>

/// Scenarios in training accounting and what is evaluated of them.
namespace sublinear::test {

inline Scenario with(std::initializer_list<const char*> settings)
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    for (const char* setting : settings) {
        const Status status = applySet(scenario, setting);
        if (!status) {
            qFatal("%s", status.error().message.c_str());
        }
    }
    return scenario;
}

inline Scenario with(Scenario scenario, std::initializer_list<const char*> settings)
{
    for (const char* setting : settings) {
        const Status status = applySet(scenario, setting);
        if (!status) {
            qFatal("%s", status.error().message.c_str());
        }
    }
    return scenario;
}

inline Evaluation evaluated(const Scenario& scenario, const char* policies = nullptr)
{
    std::vector<PolicySpec> compared;
    if (policies != nullptr) {
        compared = parsePolicies(policies).value();
    }
    const Result<Evaluation> made = evaluate(scenario, compared);
    if (!made) {
        qFatal("%s", made.error().message.c_str());
    }
    return *made;
}

inline Bytes kindOf(const SweepRow& row, MemoryKind kind)
{
    return row.byKind[std::size_t(kind)];
}

} // namespace sublinear::test
