// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/scenario/scenario.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace sublinear {

enum class ElementType : std::uint8_t { Bf16, Fp16, Fp32, Int32, Byte };
std::string_view toText(ElementType type); ///< "bf16"
Bytes bytesPerElement(ElementType type);
ElementType elementType(Dtype dtype);

/// Row-major extents, the slowest first; unused ones are 1.
struct Shape {
    std::array<Count, 4> extents { 1, 1, 1, 1 };
    std::uint8_t rank = 0;

    Shape() = default;
    Shape(std::initializer_list<Count> list)
    {
        for (const Count extent : list) {
            if (rank < extents.size()) {
                extents[rank++] = extent;
            }
        }
    }
    [[nodiscard]] Checked elements() const
    {
        Checked product = 1;
        for (const Count extent : extents) {
            product = product * extent;
        }
        return product;
    }
    bool operator==(const Shape&) const = default;
};

} // namespace sublinear
