// SPDX-License-Identifier: MIT
#include "core/program/program_writer.h"

#include "core/base/to_index.h"

#include <utility>

namespace sublinear {

TensorId ProgramWriter::addTensor(const TensorSpec& spec, Count stage, StorageId storage, TensorUse use)
{
    const auto kind = spec.role == Role::Logits ? MemoryKind::Logits : MemoryKind::Transient;
    const StorageId home = storage == -1 ? addStorage(spec.bytes, kind) : storage;
    program.tensors.push_back({ spec.name, spec.shape, spec.type, spec.bytes, stage, home });
    m_traces.push_back({ nextOp(), nextOp(), use });
    return static_cast<TensorId>(program.tensors.size() - 1);
}

StorageId ProgramWriter::addStorage(Bytes bytes, MemoryKind kind)
{
    program.storages.push_back({ bytes, kind, -1 });
    m_lives.push_back({ nextOp(), nextOp() });
    return static_cast<StorageId>(program.storages.size() - 1);
}

void ProgramWriter::touch(StorageId storage)
{
    m_lives[toIndex(storage)].lastOp = nextOp();
}

void ProgramWriter::push(ProgramOp op)
{
    for (const TensorList* list : { &op.reads, &op.writes }) {
        for (const TensorId tensor : *list) {
            if (tensor != kNoTensor) {
                touch(program.tensors[toIndex(tensor)].storage);
                m_traces[toIndex(tensor)].lastReader = nextOp();
            }
        }
    }
    program.ops.push_back(std::move(op));
}

Program ProgramWriter::finish(const Keeping& keeping) &&
{
    placeLifetimes();
    classify(keeping);
    return std::move(program);
}

void ProgramWriter::placeLifetimes()
{
    for (std::size_t i = 0; i < m_lives.size(); ++i) {
        program.ops[toIndex(m_lives[i].firstOp)].allocates.push_back(static_cast<StorageId>(i));
        program.ops[toIndex(m_lives[i].lastOp)].frees.push_back(static_cast<StorageId>(i));
    }
}

// Kept are values of a forward pass that a later backward step reads; a layer's output is
// its successor's input and counts as that does.
void ProgramWriter::classify(const Keeping& keeping)
{
    for (std::size_t i = 0; i < program.tensors.size(); ++i) {
        const ProgramTensor& tensor = program.tensors[i];
        const Trace& trace = m_traces[i];
        ProgramStorage& storage = program.storages[toIndex(tensor.storage)];
        const ProgramOp& maker = program.ops[toIndex(trace.maker)];
        const ProgramOp& last = program.ops[toIndex(trace.lastReader)];
        if (trace.use.output) {
            storage.outputOfStep = maker.step;
        }
        const Act act = program.steps[toIndex(last.step)].act;
        const bool kept = last.step != maker.step && (act == Act::Backward || act == Act::EmbedBackward);
        if (!kept || !trace.use.forward || storage.kind != MemoryKind::Transient) {
            continue;
        }
        const Count owner = trace.use.output ? tensor.stage + 1 : tensor.stage;
        if (maker.pass == Pass::Recompute) {
            storage.kind = MemoryKind::Recomputed;
        } else if (owner == 0 || (keeping.inFull[toIndex(owner)] && !keeping.isCheckpoint)) {
            storage.kind = MemoryKind::Activations;
        } else {
            storage.kind = MemoryKind::Checkpoints;
        }
    }
}

} // namespace sublinear
