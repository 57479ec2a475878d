// SPDX-License-Identifier: MIT
#include "core/program/prune.h"

#include <algorithm>

namespace sublinear {

std::vector<WantedOp> wantedOps(const Block& block, SlotSet available, SlotSet needed)
{
    std::vector<WantedOp> wanted;
    needed &= ~available;
    for (std::size_t i = block.forward.size(); i-- > 0;) {
        const OpSpec& op = block.forward[i];
        SlotSet results = 0;
        for (const Slot slot : op.writes) {
            results |= slotBit(slot) & needed;
        }
        if (results == 0) {
            continue;
        }
        wanted.push_back({ i, results });
        needed &= ~results;
        for (const Slot slot : op.reads) {
            needed |= slotBit(slot) & ~available;
        }
    }
    std::reverse(wanted.begin(), wanted.end());
    return wanted;
}

} // namespace sublinear
