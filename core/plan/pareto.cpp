// SPDX-License-Identifier: MIT
#include "core/plan/pareto.h"

#include <algorithm>

namespace sublinear {

void markPareto(std::span<SweepRow> sweep, std::span<SweepRow> compared)
{
    std::vector<SweepRow*> rows;
    rows.reserve(sweep.size() + compared.size());
    for (SweepRow& row : sweep) {
        rows.push_back(&row);
    }
    for (SweepRow& row : compared) {
        rows.push_back(&row);
    }
    std::sort(rows.begin(), rows.end(), [](const SweepRow* a, const SweepRow* b) {
        if (a->extraForwardFraction != b->extraForwardFraction) {
            return a->extraForwardFraction < b->extraForwardFraction;
        }
        return a->totalBytes < b->totalBytes;
    });
    // Behind the sort a row can only be beaten by those before it: by one with less extra
    // forward and no more bytes, or by one with the same extra forward and fewer bytes.
    const SweepRow* best = nullptr;
    for (SweepRow* row : rows) {
        row->pareto = best == nullptr || row->totalBytes < best->totalBytes
            || (row->totalBytes == best->totalBytes && row->extraForwardFraction == best->extraForwardFraction);
        if (row->pareto) {
            best = row;
        }
    }
}

} // namespace sublinear
