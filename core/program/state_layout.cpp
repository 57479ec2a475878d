// SPDX-License-Identifier: MIT
#include "core/program/state_layout.h"

#include "core/program/placement.h"

namespace sublinear {

StateLayout stateLayout(const Program& program, Bytes elementBytes, bool halfWeights)
{
    StateLayout layout;
    layout.elementBytes = elementBytes;
    layout.halfWeights = halfWeights;
    for (std::size_t i = 0; i < program.parameters.size(); ++i) {
        const ProgramParameter& parameter = program.parameters[i];
        const bool own = parameter.owner == static_cast<ParameterId>(i);
        layout.owners.push_back(parameter.owner);
        layout.offsets.push_back(layout.kindBytes);
        layout.kindBytes += own ? inGranules(parameter.elements * elementBytes) : 0;
        if (halfWeights) {
            layout.halfOffsets.push_back(layout.halfKindBytes);
            layout.halfKindBytes += own ? inGranules(parameter.elements * bytesPerElement(ElementType::Bf16)) : 0;
        }
    }
    return layout;
}

} // namespace sublinear
