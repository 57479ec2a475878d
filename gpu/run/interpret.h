// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/program/program.h"

#include <atomic>
#include <concepts>
#include <cstddef>

namespace sublinear {

/// What executes a program: memory for one storage at a time, and operations on it. The
/// simulated one only counts; the CPU's and CUDA's compute.
template <class T>
concept Backend = requires(T backend, StorageId storage, std::size_t op)
{
    {
        backend.allocate(storage)
        } -> std::same_as<Status>;
    {
        backend.run(op)
        } -> std::same_as<Status>;
    { backend.free(storage) };
};

/// Watches a program run. Both are called with the op's index; `before` when all of its memory is
/// there, `after` when none of it is freed yet.
template <class T>
concept Observer = requires(T observer, std::size_t op)
{
    { observer.before(op) };
    { observer.after(op) };
};

struct NoObserver {
    void before(std::size_t /*op*/) { }
    void after(std::size_t /*op*/) { }
};

enum class RunEnd { Complete, Cancelled };

/// Runs every operation in order: allocates what it needs first, runs it, frees what it ends.
/// Stops between operations when `cancel` is set, and at the first that fails.
template <Backend B, Observer O>
Result<RunEnd> interpret(const Program& program, B& backend, O& observer, const std::atomic<bool>& cancel)
{
    for (std::size_t index = 0; index < program.ops.size(); ++index) {
        if (cancel.load(std::memory_order_relaxed)) {
            return RunEnd::Cancelled;
        }
        const ProgramOp& op = program.ops[index];
        for (const StorageId storage : op.allocates) {
            if (Status status = backend.allocate(storage); !status) {
                return status.error();
            }
        }
        observer.before(index);
        if (Status status = backend.run(index); !status) {
            return status.error();
        }
        observer.after(index);
        for (const StorageId storage : op.frees) {
            backend.free(storage);
        }
    }
    return RunEnd::Complete;
}

} // namespace sublinear
