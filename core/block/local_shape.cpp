// SPDX-License-Identifier: MIT
#include "core/block/local_shape.h"

#include <algorithm>

namespace sublinear {

namespace {

Count divided(Count whole, Count parts)
{
    return (whole + parts - 1) / parts;
}

} // namespace

LocalShape localShape(const ResolvedScenario& scenario)
{
    const auto& model = scenario.model;
    const Count t = std::max<Count>(1, scenario.parallel.tensor);
    LocalShape shape;
    shape.batch = scenario.workload.batch;
    shape.sequence = scenario.workload.sequence;
    shape.rows = shape.batch * shape.sequence;
    shape.gathers = scenario.parallel.sequenceParallel && t > 1;
    shape.shardRows = shape.gathers ? shape.batch * divided(shape.sequence, t) : shape.rows;
    shape.dModel = model.dModel;
    shape.heads = divided(model.heads, t);
    shape.kvHeads = std::max<Count>(1, divided(model.kvHeads, t));
    shape.headDim = model.headDim;
    shape.dFfn = divided(model.dFfn, t);
    shape.vocab = divided(model.vocab.value_or(0), t);
    shape.expertDFfn = divided(model.expertDFfn, t);
    shape.sharedDFfn = divided(model.sharedExperts * model.sharedDFfn, t);
    shape.type = elementType(scenario.recipe.dtype);
    return shape;
}

} // namespace sublinear
