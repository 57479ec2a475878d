// SPDX-License-Identifier: MIT
#include "core/block/element.h"

namespace sublinear {

std::string_view toText(ElementType type)
{
    switch (type) {
    case ElementType::Bf16:
        return "bf16";
    case ElementType::Fp16:
        return "fp16";
    case ElementType::Fp32:
        return "fp32";
    case ElementType::Int32:
        return "int32";
    case ElementType::Byte:
        return "byte";
    }
    return "";
}

Bytes bytesPerElement(ElementType type)
{
    switch (type) {
    case ElementType::Bf16:
    case ElementType::Fp16:
        return 2;
    case ElementType::Fp32:
    case ElementType::Int32:
        return 4;
    case ElementType::Byte:
        return 1;
    }
    return 0;
}

ElementType elementType(Dtype dtype)
{
    switch (dtype) {
    case Dtype::Bf16:
        return ElementType::Bf16;
    case Dtype::Fp16:
        return ElementType::Fp16;
    case Dtype::Fp32:
        break;
    }
    return ElementType::Fp32;
}

} // namespace sublinear
