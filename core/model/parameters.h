// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/scenario/resolve.h"

#include <string_view>
#include <vector>

namespace sublinear {

/// Where a row of parameters stands, and so how often it is there.
enum class ParameterPlace {
    Embedding, ///< before the first layer, once
    EveryLayer,
    DenseLayer, ///< layers with a plain MLP: all of them, or the leading ones of a mixture
    ExpertLayer, ///< layers with experts
    Head ///< after the last layer, once
};

struct ParameterRow {
    std::string_view id; ///< "qkv_weight"
    std::string_view name; ///< "Query, key, value weights"
    std::string_view formula; ///< of one copy: "D*(H+2*Hkv)*Dh"
    ParameterPlace place = ParameterPlace::EveryLayer;
    Count each = 0; ///< one copy
    Count copies = 0; ///< layers of its place, or 1
    Count total = 0; ///< each * copies
};

/// The exact count of a model's trained numbers. Published figures are never read:
/// everything follows from the shape.
struct ParameterCount {
    std::vector<ParameterRow> rows; ///< none of them empty; they sum to `total`
    Count denseLayers = 0;
    Count expertLayers = 0;
    Count perDenseLayer = 0; ///< one layer with a plain MLP; 0 if there is none
    Count perExpertLayer = 0; ///< one layer with experts; 0 if there is none
    Count outsideLayers = 0; ///< embeddings, norms outside the layers, head
    Count total = 0; ///< denseLayers*perDenseLayer + expertLayers*perExpertLayer + outsideLayers

    [[nodiscard]] Count of(std::string_view id) const; ///< total of a row; 0 if it is not there
};

/// Refused only if the count leaves 64 bits. The workload matters for one thing: a table of
/// learned positions without a given length has a row for each token of the sequence.
Result<ParameterCount> countParameters(const ResolvedScenario& scenario);

} // namespace sublinear
