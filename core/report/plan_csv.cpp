// SPDX-License-Identifier: MIT
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/report/csv_text.h"
#include "core/report/listed_rows.h"
#include "core/report/plan_table.h"
#include "core/schedule/policies.h"

#include <array>

namespace sublinear {

namespace {

std::string gib(Bytes bytes)
{
    return shortestNumber(static_cast<double>(bytes) / static_cast<double>(kGiB));
}

std::string yesNo(bool value)
{
    return value ? "true" : "false";
}

} // namespace

std::string planCsv(const Evaluation& evaluation)
{
    std::string csv = "policy,k,basis,activation_bytes,activation_gib,total_bytes,total_gib,saved_fraction,"
                      "extra_forward_fraction,extra_step_fraction,saved_per_extra_forward,fits,max_batch,"
                      "throughput_samples_per_store_all_step_time,pareto,tensors,exact\n";
    for (const SweepRow& row : listedRows(evaluation)) {
        const std::optional<double> efficiency = row.efficiency();
        const std::array<std::string, 17> cells = {
            std::string(policyInfo(row.policy).text),
            row.k ? std::to_string(*row.k) : "",
            std::string(rowBasis(evaluation, row)),
            std::to_string(row.activationBytes),
            gib(row.activationBytes),
            std::to_string(row.totalBytes),
            gib(row.totalBytes),
            shortestNumber(row.savedFraction),
            shortestNumber(row.extraForwardFraction),
            shortestNumber(row.extraStepFraction),
            efficiency ? shortestNumber(*efficiency) : "",
            yesNo(row.fits),
            std::to_string(row.maxBatch),
            shortestNumber(row.throughput),
            yesNo(row.pareto),
            join(tensorNames(row.remade), "+"),
            row.policy == PolicyId::Optimal ? yesNo(row.exact) : "",
        };
        for (std::size_t column = 0; column < cells.size(); ++column) {
            csv += (column == 0 ? "" : ",") + csvCell(cells[column]);
        }
        csv += "\n";
    }
    return csv;
}

} // namespace sublinear
