// SPDX-License-Identifier: MIT
#include "gpu/run/tensor_copy.h"

#include <utility>

namespace sublinear {

std::string weightName(const RunPlan& plan, ParameterId parameter)
{
    const ProgramParameter& spec = plan.program.parameters[static_cast<std::size_t>(parameter)];
    const bool inLayer = spec.stage >= 1 && spec.stage <= plan.program.layers;
    return (inLayer ? "layer" + std::to_string(spec.stage) + "." : std::string()) + std::string(spec.name);
}

NamedTensor emptyCopy(std::string name, const Operand& operand, const RunPlan& plan)
{
    NamedTensor copy { std::move(name), operand.shape, operand.type, plan.precision == Precision::Double, {} };
    const Count elements = operand.shape.elements().value().value_or(0);
    const Bytes each = operand.type == ElementType::Fp32 ? plan.elementBytes() : bytesPerElement(operand.type);
    copy.bytes.resize(static_cast<std::size_t>(elements * each));
    return copy;
}

} // namespace sublinear
