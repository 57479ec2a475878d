// SPDX-License-Identifier: MIT
#include "core/measurement/measurement.h"

namespace sublinear {

std::string disproved(const PointRecord& point)
{
    std::string what;
    const auto add = [&what](bool holds, const char* text) {
        what += holds ? (what.empty() ? "" : ", ") + std::string(text) : std::string();
    };
    add(point.gradientsIdentical == false, "its gradients are not store_all's");
    add(point.tightFit == false, "it did not fit tightly into the predicted bytes");
    add(!point.valid, "it is not valid");
    return what.empty() || point.note.empty() ? what : what + " (" + point.note + ")";
}

} // namespace sublinear
