// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/units.h"

#include <span>
#include <string>
#include <vector>

namespace sublinear {

/// The parts of a sum as they are printed one below the other, so that they add up to the printed total: 0.0625 and
/// 0.1875 in two decimals are 0.06 and 0.19, and five of the first would miss 0.31. Two decimals where they do add up;
/// as many as all are exact with, up to four, where such are enough; else two, of which those that lose most are
/// rounded up. What two decimals would call (nearly) nothing is printed by formatGiBFigures and left out of that.
struct GiBParts {
    std::vector<std::string> parts;
    std::string total;
};
GiBParts formatGiBParts(std::span<const Bytes> parts);

/// The same of rows that have bytes.
template <class Rows> GiBParts formatGiBPartsOf(const Rows& rows)
{
    std::vector<Bytes> bytes;
    bytes.reserve(std::size(rows));
    for (const auto& row : rows) {
        bytes.push_back(row.bytes);
    }
    return formatGiBParts(bytes);
}

} // namespace sublinear
