// SPDX-License-Identifier: MIT
#include "core/training/states.h"

#include "core/base/wide.h"
#include "core/scenario/fields.h"

#include <algorithm>

namespace sublinear {

namespace {

// 8-bit Adam (bitsandbytes): states of small tensors stay fp32, others have an fp32 scale per block.
constexpr Count kSmallTensor = 4096;
constexpr Count kQuantisedBlock = 256;

constexpr Count parts(Count whole, Count by)
{
    return whole / by + (whole % by != 0 ? 1 : 0);
}

template <class Visit> void eachParameter(const Chain& chain, Visit visit)
{
    const auto ofBlock = [&visit](const Block& block, Count times) {
        for (const ParameterSpec& parameter : block.parameters) {
            if (parameter.counted) {
                visit(parameter, times);
            }
        }
    };
    ofBlock(chain.embedding, 1);
    for (std::size_t kind = 0; kind < chain.kinds.size(); ++kind) {
        const auto layers = std::count(chain.layerKinds.begin(), chain.layerKinds.end(), kind);
        ofBlock(chain.kinds[kind], layers);
    }
    ofBlock(chain.head, 1);
}

// Row and column sums of a matrix in fp32 (stacked matrices each have their own), or the
// whole second moment of a vector.
Count adafactorNumbers(const ParameterSpec& parameter)
{
    const auto& extents = parameter.shape.extents;
    const std::size_t rank = parameter.shape.rank;
    if (rank < 2 || extents[rank - 1] == 1 || extents[rank - 2] == 1) {
        return parameter.elements;
    }
    const Count matrix = extents[rank - 1] * extents[rank - 2];
    return parameter.elements / matrix * (extents[rank - 1] + extents[rank - 2]);
}

// Optimizer state of one parameter in bytes.
Checked stateBytes(Optimizer optimizer, const ParameterSpec& parameter)
{
    const Checked n = parameter.elements;
    switch (optimizer) {
    case Optimizer::Adam:
    case Optimizer::AdamW:
        return 8 * n; // two fp32 moments
    case Optimizer::Sgd:
        return 0;
    case Optimizer::SgdMomentum:
        return 4 * n;
    case Optimizer::Adafactor:
        return Checked(4) * adafactorNumbers(parameter);
    case Optimizer::Adam8bit:
        return parameter.elements < kSmallTensor ? 8 * n
                                                 : 2 * n + 8 * Checked(parts(parameter.elements, kQuantisedBlock));
    }
    return 0;
}

std::string_view optimizerFormula(Optimizer optimizer, bool divided)
{
    switch (optimizer) {
    case Optimizer::Adam:
    case Optimizer::AdamW:
        return divided ? "8*P/data" : "8*P";
    case Optimizer::Sgd:
        return "0";
    case Optimizer::SgdMomentum:
        return divided ? "4*P/data" : "4*P";
    case Optimizer::Adafactor:
        return divided ? "4*(rows + columns)/data" : "4*(rows + columns)";
    case Optimizer::Adam8bit:
        return divided ? "(2*P + 8*P/256)/data" : "2*P + 8*P/256";
    }
    return "";
}

struct Sums {
    Checked parameters;
    Checked optimizer;
    Count largest = 0; ///< elements of the largest parameter
};

Sums sumsOf(const Chain& chain, Optimizer optimizer)
{
    Sums sums;
    eachParameter(chain, [&](const ParameterSpec& parameter, Count times) {
        sums.parameters += Checked(parameter.elements) * times;
        sums.optimizer += stateBytes(optimizer, parameter) * times;
        sums.largest = std::max(sums.largest, parameter.elements);
    });
    return sums;
}

// fp32 numbers that the optimizer holds beside its states while it runs. Sharded optimizers
// with master weights (ZeRO) make an fp32 copy of the whole share of low-precision gradients;
// others go tensor by tensor, the largest setting the mark. Fused ones need less, and
// PyTorch's `foreach` ones up to 4*P: that belongs in the reserve.
Count temporaryNumbers(const ResolvedScenario::Recipe& recipe, bool sharded, Count updated, Count largest)
{
    switch (recipe.optimizer) {
    case Optimizer::Adam:
    case Optimizer::AdamW:
    case Optimizer::Adafactor:
    case Optimizer::SgdMomentum:
        if (sharded && recipe.masterWeights && recipe.gradientDtype != Dtype::Fp32) {
            return updated;
        }
        return std::min(updated, largest);
    case Optimizer::Sgd:
    case Optimizer::Adam8bit: // both work in place, block by block
        break;
    }
    return 0;
}

} // namespace

Bytes TrainingStates::of(MemoryKind kind) const
{
    const auto row =
        std::find_if(rows.begin(), rows.end(), [kind](const MemoryRow& each) { return each.kind == kind; });
    return row == rows.end() ? 0 : row->bytes;
}

Result<TrainingStates> trainingStates(const ResolvedScenario& scenario, const Chain& chain, Count parameterCount)
{
    const auto& recipe = scenario.recipe;
    const Count data = std::max<Count>(1, scenario.parallel.data);
    const Count zero = data > 1 ? scenario.parallel.zero : 0;
    const Sums sums = sumsOf(chain, recipe.optimizer);
    if (!sums.parameters.ok() || !sums.optimizer.ok()) {
        return Error { "memory: optimizer states over 9223372036854775807 bytes (2^63-1)", "memory" };
    }
    const Count shaped = *sums.parameters.value();
    // by tensor parallelism a device has this part of the whole
    const Count P = scenario.model.parameters ? parts(parameterCount, scenario.parallel.tensor) : shaped;
    // A given parameter count stands for the shape's: everything in proportion.
    const Bytes optimizer =
        P == shaped || shaped == 0 ? *sums.optimizer.value() : inProportion(*sums.optimizer.value(), P, shaped);

    TrainingStates states;
    states.parameters = P;
    states.shapedParameters = shaped;
    Checked total;
    bool fits = true;
    const auto add = [&](MemoryKind kind, std::string_view formula, const Checked& bytes, Basis basis) {
        total += bytes;
        fits = fits && total.ok();
        if (bytes.value().value_or(0) > 0) {
            states.rows.push_back({ kind, formula, *bytes.value(), basis });
        }
    };
    const Basis counted = scenario.model.parameters ? Basis::Assumed : Basis::Formula;
    const auto share = [&](Count stage) { return Checked(zero >= stage ? parts(P, data) : P); };
    add(MemoryKind::Parameters, zero >= 3 ? "P/data*dtype" : "P*dtype", share(3) * bytesPerElement(recipe.dtype),
        counted);
    if (recipe.gradients == Gradients::Preallocated) {
        add(MemoryKind::Gradients, zero >= 2 ? "P/data*gradient_dtype" : "P*gradient_dtype",
            share(2) * bytesPerElement(recipe.gradientDtype), counted);
    }
    if (recipe.masterWeights) {
        add(MemoryKind::MasterWeights, zero >= 1 ? "4*P/data" : "4*P", share(1) * 4, counted);
    }
    add(MemoryKind::Optimizer, optimizerFormula(recipe.optimizer, zero >= 1),
        zero >= 1 ? parts(optimizer, data) : optimizer, counted);
    add(MemoryKind::Reserve, "device.reserve_bytes", scenario.device.reserveBytes, Basis::Assumed);
    const Checked temporary =
        Checked(temporaryNumbers(recipe, zero >= 1, share(1).value().value_or(0), sums.largest)) * 4;
    if (!fits || !temporary.ok()) {
        return Error { "memory: parameters and states are over 9223372036854775807 bytes (2^63-1)", "memory" };
    }
    states.totalBytes = *total.value();
    states.optimizerTemporaryBytes = *temporary.value();
    return states;
}

} // namespace sublinear
