// SPDX-License-Identifier: MIT
#include "core/simulate/simulate.h"

#include <algorithm>

namespace sublinear {

namespace {

const ProgramStorage& at(const Program& program, StorageId storage)
{
    return program.storages[static_cast<std::size_t>(storage)];
}

std::size_t kindIndex(const ProgramStorage& storage, std::int32_t step)
{
    const MemoryKind kind = storage.outputOfStep >= step ? MemoryKind::Transient : storage.kind;
    return static_cast<std::size_t>(kind);
}

// Calls visit(op, bytes alive while it runs by kind) for each operation up to `last`.
template <class Visit> void walkKinds(const Program& program, std::size_t last, Visit visit)
{
    BytesByKind live = {};
    std::vector<StorageId> outputs; // counted as transient until their step is over
    std::int32_t step = -1;
    for (std::size_t i = 0; i <= last && i < program.ops.size(); ++i) {
        const ProgramOp& op = program.ops[i];
        if (op.step != step) {
            step = op.step;
            for (const StorageId output : outputs) {
                live[static_cast<std::size_t>(MemoryKind::Transient)] -= at(program, output).bytes;
                live[static_cast<std::size_t>(at(program, output).kind)] += at(program, output).bytes;
            }
            outputs.clear();
        }
        for (const StorageId storage : op.allocates) {
            live[kindIndex(at(program, storage), step)] += at(program, storage).bytes;
            if (at(program, storage).outputOfStep == step) {
                outputs.push_back(storage);
            }
        }
        visit(i, live);
        for (const StorageId storage : op.frees) {
            live[kindIndex(at(program, storage), step)] -= at(program, storage).bytes;
            outputs.erase(std::remove(outputs.begin(), outputs.end(), storage), outputs.end());
        }
    }
}

} // namespace

Simulation simulate(const Program& program)
{
    Simulation result;
    result.live.reserve(program.ops.size());
    Bytes live = 0;
    for (const ProgramOp& op : program.ops) {
        for (const StorageId storage : op.allocates) {
            live += at(program, storage).bytes;
        }
        if (live > result.peakBytes || result.live.empty()) {
            result.peakBytes = live;
            result.peakOp = result.live.size();
        }
        result.live.push_back(live);
        for (const StorageId storage : op.frees) {
            live -= at(program, storage).bytes;
        }
        if (op.pass == Pass::Recompute) {
            result.recomputeFlops += op.flops;
        } else {
            result.forwardFlops += op.forwardFlops;
            result.backwardFlops += op.flops - op.forwardFlops;
        }
    }
    walkKinds(program, result.peakOp, [&result](std::size_t op, const BytesByKind& kinds) {
        if (op == result.peakOp) {
            result.peakByKind = kinds;
        }
    });
    return result;
}

std::vector<BytesByKind> liveByKind(const Program& program)
{
    std::vector<BytesByKind> kinds;
    kinds.reserve(program.ops.size());
    walkKinds(program, program.ops.size(), [&kinds](std::size_t, const BytesByKind& live) { kinds.push_back(live); });
    return kinds;
}

std::vector<StepBytes> stepBytes(const Program& program)
{
    std::vector<StepBytes> steps(program.steps.size());
    Bytes live = 0;
    std::int32_t step = -1;
    for (const ProgramOp& op : program.ops) {
        StepBytes& bytes = steps[static_cast<std::size_t>(op.step)];
        if (op.step != step) {
            step = op.step;
            bytes.before = bytes.peak = live;
        }
        for (const StorageId storage : op.allocates) {
            live += at(program, storage).bytes;
        }
        bytes.peak = std::max(bytes.peak, live);
        for (const StorageId storage : op.frees) {
            live -= at(program, storage).bytes;
        }
        bytes.after = live;
    }
    return steps;
}

} // namespace sublinear
