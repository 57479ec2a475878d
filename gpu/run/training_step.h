// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/interpret.h"
#include "gpu/run/memory.h"
#include "gpu/run/run_plan.h"
#include "gpu/run/stop.h"
#include "gpu/run/tensor_copy.h"
#include "gpu/run/training_results.h"

#include <string>
#include <utility>

/// What a training step is on every device.
namespace sublinear {

/// Whether an operation makes what the stack is fed with: its input, or the tokens.
inline bool makesInput(const ProgramOp& op)
{
    return (op.kernel == Kernel::Input || op.kernel == Kernel::Tokens) && op.pass == Pass::Forward;
}

template <class O, class Note> struct StepWatch {
    O& inner;
    const Note& note;
    Stop& stop;

    void before(std::size_t op) { inner.before(op); }
    void after(std::size_t op)
    {
        inner.after(op);
        note(op);
        stop.poll();
    }
};

/// Step `number` (the first is 1) of a plan, over when this returns. `note` is called behind each
/// operation. A step that ends early leaves its memory free. Error: Cancelled, Timeout, or what
/// failed.
template <class B, Observer O, class Note>
Status trainingStep(
    const RunPlan& plan, B& backend, Memory& memory, std::int64_t number, O& observer, const Note& note, Stop& stop)
{
    stop.poll();
    if (Status status = backend.beginStep(number); !status) {
        return status;
    }
    StepWatch<O, Note> watch { observer, note, stop };
    const Result<RunEnd> end = interpret(plan.program, backend, watch, stop.flag());
    // what a device was given runs to its end, whatever happened
    const Status finished = backend.endStep();
    if (!end || *end == RunEnd::Cancelled || !finished) {
        memory.reset();
        return !end ? end.error() : !finished ? finished.error() : stop.error();
    }
    return success();
}

/// Adds gradient and weight of every parameter to `results`. `copy(name, kind, parameter)` gives a
/// Result<NamedTensor>.
template <class Copy> Status addWeights(const RunPlan& plan, TrainingResults& results, const Copy& copy)
{
    for (std::size_t i = 0; i < plan.program.parameters.size(); ++i) {
        const auto id = static_cast<ParameterId>(i);
        if (!plan.states.owned(id)) {
            continue;
        }
        const std::string name = weightName(plan, id);
        Result<NamedTensor> gradient = copy("d_" + name, StateKind::Gradient, id);
        Result<NamedTensor> weight = gradient ? copy(name, StateKind::Parameter, id) : gradient;
        if (!weight) {
            return weight.error();
        }
        results.gradients.push_back(std::move(*gradient));
        results.parameters.push_back(std::move(*weight));
    }
    return success();
}

} // namespace sublinear
