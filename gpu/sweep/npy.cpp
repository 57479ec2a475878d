// SPDX-License-Identifier: MIT
#include "gpu/sweep/npy.h"

#include <bit>
#include <cstring>
#include <string_view>

namespace sublinear {

namespace {

static_assert(std::endian::native == std::endian::little, "the files say that they are little endian");

std::string_view typeText(const NamedTensor& tensor)
{
    switch (tensor.type) {
    case ElementType::Fp32:
        return tensor.isDouble ? "<f8" : "<f4";
    case ElementType::Int32:
        return "<i4";
    case ElementType::Fp16:
        return "<f2";
    case ElementType::Bf16: // numpy has no such type: the bits
        return "<u2";
    case ElementType::Byte:
        break;
    }
    return "|u1";
}

// "(2, 3)", "(3,)", "()"
std::string shapeText(const Shape& shape)
{
    std::string text = "(";
    for (std::size_t axis = 0; axis < shape.rank; ++axis) {
        text += (axis > 0 ? " " : "") + std::to_string(shape.extents[axis])
            + (axis + 1 < shape.rank || axis == 0 ? "," : "");
    }
    return text + ")";
}

// Magic, version, length of the rest; the whole a multiple of 64 and ended by a newline.
std::string header(std::string_view type, const Shape& shape)
{
    constexpr std::size_t kAlign = 64;
    constexpr std::size_t kFixed = 10;
    std::string text =
        "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': " + shapeText(shape) + ", }";
    const std::size_t padded = (kFixed + text.size() + 1 + kAlign - 1) / kAlign * kAlign;
    text.append(padded - kFixed - text.size() - 1, ' ');
    text += '\n';
    const std::size_t length = text.size();
    std::string start("\x93NUMPY\x01\x00", 8);
    start += static_cast<char>(length & 0xFFU);
    start += static_cast<char>(length >> 8U);
    return start + text;
}

} // namespace

std::string npyContent(const NamedTensor& tensor)
{
    std::string content = header(typeText(tensor), tensor.shape);
    const std::size_t at = content.size();
    content.resize(at + tensor.bytes.size());
    if (!tensor.bytes.empty()) {
        std::memcpy(content.data() + at, tensor.bytes.data(), tensor.bytes.size());
    }
    return content;
}

std::string npyScalar(double value)
{
    std::string content = header("<f8", Shape());
    const std::size_t at = content.size();
    content.resize(at + sizeof value);
    std::memcpy(content.data() + at, &value, sizeof value);
    return content;
}

} // namespace sublinear
