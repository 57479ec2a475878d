// SPDX-License-Identifier: MIT
#pragma once

#include "core/program/program.h"

#include <vector>

namespace sublinear {

/// Collects the operations of a program in order. At the end each storage is allocated by
/// the first operation that touches it and freed by the last, and gets its kind.
class ProgramWriter {
public:
    Program program;

    struct TensorUse {
        bool forward = false; ///< a tensor of the forward pass
        bool output = false; ///< a layer's output: the next layer's input
    };
    /// In the memory of its own if `storage` is -1.
    TensorId addTensor(const TensorSpec& spec, Count stage, StorageId storage, TensorUse use);
    StorageId addStorage(Bytes bytes, MemoryKind kind);
    /// The next operation needs the storage.
    void touch(StorageId storage);
    void push(ProgramOp op);

    /// Which stages keep their saved set from the first forward on, and whether that serves
    /// the recomputation of others.
    struct Keeping {
        std::vector<bool> inFull; ///< by stage
        bool isCheckpoint = false;
    };
    Program finish(const Keeping& keeping) &&;

private:
    struct Life {
        std::int32_t firstOp;
        std::int32_t lastOp;
    };
    struct Trace {
        std::int32_t maker = 0; ///< the operation that writes it
        std::int32_t lastReader = 0;
        TensorUse use;
    };

    void placeLifetimes();
    void classify(const Keeping& keeping);
    [[nodiscard]] std::int32_t nextOp() const { return static_cast<std::int32_t>(program.ops.size()); }

    std::vector<Life> m_lives; ///< by storage
    std::vector<Trace> m_traces; ///< by tensor
};

} // namespace sublinear
