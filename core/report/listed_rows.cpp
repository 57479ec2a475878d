// SPDX-License-Identifier: MIT
#include "core/report/listed_rows.h"

#include <set>
#include <tuple>

namespace sublinear {

std::vector<SweepRow> listedRows(const Evaluation& evaluation)
{
    // The same policy and number may stand twice with another start: those differ in bytes.
    using Key = std::tuple<PolicyId, std::optional<Count>, Bytes, double>;
    std::set<Key> seen;
    std::vector<SweepRow> rows;
    rows.reserve(evaluation.sweep.size() + evaluation.compared.size());
    for (const std::vector<SweepRow>* list : { &evaluation.sweep, &evaluation.compared }) {
        for (const SweepRow& row : *list) {
            if (seen.emplace(row.policy, row.k, row.totalBytes, row.extraForwardFraction).second) {
                rows.push_back(row);
            }
        }
    }
    return rows;
}

std::string_view rowBasis(const Evaluation& evaluation, const SweepRow& row)
{
    return evaluation.scenario.accounting == Accounting::Article && hasLaw(row.policy) ? "law" : "executed";
}

} // namespace sublinear
