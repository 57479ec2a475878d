// SPDX-License-Identifier: MIT
#include "core/schedule/run_list.h"

namespace sublinear {

void RunList::add(const Run& run)
{
    if (run.count > 0) {
        m_runs.push_back(run);
    }
}

} // namespace sublinear
