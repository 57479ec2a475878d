// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/block/tensor_groups.h"
#include "core/policy/law.h"
#include "core/policy/policy.h"
#include "core/scenario/resolve.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// How a number was obtained; what follows from a given parameter count, which is not the shape's, is assumed.
enum class Basis { Formula, Assumed, Measured };
std::string_view toText(Basis basis);

/// One tensor of a layer's saved set.
struct LayerComponent {
    std::string_view id; ///< "attention_weights"
    std::string_view name; ///< "Attention weights"
    std::string_view formula; ///< "B*H*S*S*dtype"
    Bytes bytes = 0;
    Basis basis = Basis::Formula;
};

struct LayerTensors {
    std::vector<LayerComponent> components;
    Bytes totalBytes = 0; ///< act
    Bytes boundaryBytes = 0; ///< x = B*S*D*dtype
};

/// What stays of one layer from its forward pass until its backward pass.
struct LayerStore {
    LayerFate fate = LayerFate::Kept;
    Bytes keptBytes = 0; ///< of its saved set, or its input
    Bytes wholeBytes = 0; ///< its whole saved set
};

/// The disjoint kinds of memory. Rows alive at the peak sum to the total.
enum class MemoryKind {
    Parameters,
    Gradients,
    MasterWeights,
    Optimizer,
    Activations,
    Checkpoints,
    Recomputed,
    Transient,
    Logits,
    Reserve
};
inline constexpr std::size_t kMemoryKinds = 10;
std::string_view memoryKindId(MemoryKind kind); ///< "parameters"
std::string_view memoryKindName(MemoryKind kind); ///< "Parameters"
std::optional<MemoryKind> findMemoryKind(std::string_view id); ///< empty: none is called so

struct MemoryRow {
    MemoryKind kind;
    std::string_view formula;
    Bytes bytes = 0;
    Basis basis = Basis::Formula;
};

struct MemorySplit {
    std::vector<MemoryRow> rows; ///< in the order of MemoryKind; rows of zero bytes left out
    Bytes totalBytes = 0;
    Bytes capacityBytes = 0;
    Bytes marginBytes = 0; ///< capacity - total; negative when it does not fit
    bool fits = false;
    std::string_view peakAt; ///< where in the step the peak stands
    /// The highest that the policy's schedule comes to, step by step, in the same units: less than the
    /// total where a law rounds up; the total where it is simulated.
    Bytes scheduledBytes = 0;

    [[nodiscard]] Bytes bytesOf(MemoryKind kind) const;
};

/// One policy at one number.
struct SweepRow {
    PolicyId policy = PolicyId::Article;
    std::optional<Count> k; ///< the policy's number: K, m, slots or budget
    Bytes activationBytes = 0; ///< kept + checkpoints + live segment
    Bytes totalBytes = 0;
    std::array<Bytes, kMemoryKinds> byKind = {}; ///< by MemoryKind; sums to totalBytes
    double savedFraction = 0; ///< of store-all's total; negative if it costs more
    double extraForwardFraction = 0; ///< of one forward pass
    double extraStepFraction = 0; ///< of one step = 3 forwards
    bool fits = false;
    Count maxBatch = 0; ///< largest batch that fits; 0 if none does
    double throughput = 0; ///< at maxBatch, in the accounting's throughputUnit() (assumed)
    TensorGroups remade = kNoGroup; ///< left out of saved sets and made again, some of it without FLOPs
    std::optional<double> stepSeconds = {}; ///< at the scenario's batch; where a device was timed (useClock)
    bool exact = true; ///< false: a bound for `optimal`, whose layers were grouped or points left out
    bool pareto = false; ///< no listed row is better in bytes or forward without being worse in the other

    /// Percent saved per percent of extra forward; empty where that is no finite ratio: nothing is
    /// recomputed, or nothing that costs FLOPs.
    [[nodiscard]] std::optional<double> efficiency() const;
};

struct Alternative {
    std::string change; ///< "article:5" for --policies; "workload.batch=3" for --set, several with a space between
    Bytes totalBytes = 0;
    bool fits = false;
    std::optional<double> extraForwardFraction = {}; ///< of a policy
};

struct Recommendation {
    bool fits = false;
    PolicyId policy = PolicyId::Article;
    std::optional<Count> k;
    Count batch = 0;
    Bytes totalBytes = 0;
    double extraForwardFraction = 0;
    TensorGroups remade = kNoGroup; ///< as in SweepRow
    Bytes marginBytes = 0;
    MemoryKind dominant = MemoryKind::Activations; ///< largest row of the recommended plan
    std::string reason; ///< one sentence
    std::vector<Alternative> alternatives;
};

/// All that any view shows of one scenario.
struct Evaluation {
    ResolvedScenario scenario;
    Count parameterCount = 0;
    LayerTensors layer;
    MemorySplit memory; ///< the chosen policy and number
    Bytes storeAllBytes = 0; ///< total if everything is kept
    std::vector<SweepRow> sweep; ///< the scenario's policy over all its numbers, ascending
    std::vector<SweepRow> compared; ///< rows asked for beside it, in the order asked
    SweepRow chosen; ///< the scenario's own row
    std::vector<LayerStore> depth; ///< under the chosen policy, first layer first
    std::vector<SweepRow> meanings; ///< what each policy makes of the scenario's K; pareto is not set
    Count rowsLeftOut = 0; ///< sweep rows over 2^63-1 bytes
    std::vector<std::string> refusedRows; ///< why policies beside it have no row at their number, a line each
    struct TimedOn {
        std::string device;
        bool carried = false; ///< on another shape
    };
    std::optional<TimedOn> timedOn; ///< throughput is then in samples per second
    Recommendation recommendation;
};

/// For Evaluation::refusedRows: "optimal:1MiB is left out: no schedule fits in 1 MiB; ..."
std::string leftOut(const PolicySpec& spec, const Error& why);

} // namespace sublinear
