// SPDX-License-Identifier: MIT
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/report/listed_rows.h"
#include "core/report/plan_table.h"
#include "core/schedule/policies.h"

#include <array>
#include <charconv>

namespace sublinear {

namespace {

// RFC 4180: quoted where a separator, a quote or a line end stands inside.
std::string csvCell(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(text);
    }
    std::string cell = "\"";
    for (const char c : text) {
        cell += c == '"' ? "\"\"" : std::string(1, c);
    }
    return cell + "\"";
}

// Shortest text that reads back as the same number.
std::string shortest(double value)
{
    std::array<char, 32> buffer {};
    const std::to_chars_result end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return { buffer.data(), end.ptr };
}

std::string gib(Bytes bytes)
{
    return shortest(static_cast<double>(bytes) / static_cast<double>(kGiB));
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
                      "throughput_samples_per_store_all_step_time,pareto,tensors\n";
    for (const SweepRow& row : listedRows(evaluation)) {
        const std::optional<double> efficiency = row.efficiency();
        const std::array<std::string, 16> cells = {
            std::string(policyInfo(row.policy).text),
            row.k ? std::to_string(*row.k) : "",
            std::string(rowBasis(evaluation, row)),
            std::to_string(row.activationBytes),
            gib(row.activationBytes),
            std::to_string(row.totalBytes),
            gib(row.totalBytes),
            shortest(row.savedFraction),
            shortest(row.extraForwardFraction),
            shortest(row.extraStepFraction),
            efficiency ? shortest(*efficiency) : "",
            yesNo(row.fits),
            std::to_string(row.maxBatch),
            shortest(row.throughput),
            yesNo(row.pareto),
            join(tensorNames(row.remade), "+"),
        };
        for (std::size_t column = 0; column < cells.size(); ++column) {
            csv += (column == 0 ? "" : ",") + csvCell(cells[column]);
        }
        csv += "\n";
    }
    return csv;
}

} // namespace sublinear
