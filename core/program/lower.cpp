// SPDX-License-Identifier: MIT
#include "core/program/lower.h"

#include "core/base/to_index.h"
#include "core/base/wide.h"
#include "core/program/program_writer.h"
#include "core/program/prune.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

class Lowering {
public:
    Lowering(const Chain& chain, const Schedule& schedule, const LowerOptions& options)
        : m_chain(chain)
        , m_options(options)
        , m_current(toIndex(chain.layers() + 2))
        , m_firstParameter(toIndex(chain.layers() + 2))
    {
        m_keeping.inFull.assign(toIndex(chain.layers() + 2), false);
        m_keeping.isCheckpoint = schedule.keptIsCheckpoint;
        m_program.layers = chain.layers();
        m_program.steps = stepsOf(schedule);
        for (Count stage = 0; stage <= chain.layers() + 1; ++stage) {
            const Block& block = blockOf(stage);
            m_current[toIndex(stage)].assign(block.tensors.size(), kNoTensor);
            m_firstParameter[toIndex(stage)] = static_cast<ParameterId>(m_program.parameters.size());
            for (const ParameterSpec& spec : block.parameters) {
                const auto id = static_cast<ParameterId>(m_program.parameters.size());
                const ParameterId owner = spec.counted ? id : m_firstParameter[0];
                m_program.parameters.push_back({ spec.name, spec.shape, spec.elements, stage, owner, -1 });
            }
        }
    }

    Result<Program> run()
    {
        for (m_step = 0; m_step < static_cast<std::int32_t>(m_program.steps.size()); ++m_step) {
            lowerStep(m_program.steps[toIndex(m_step)]);
            if (!m_missing.empty()) {
                return Error { m_missing, "" };
            }
        }
        return std::move(m_writer).finish(m_keeping);
    }

private:
    [[nodiscard]] const Block& blockOf(Count stage) const
    {
        if (stage == 0) {
            return m_chain.embedding;
        }
        return stage > m_chain.layers() ? m_chain.head : m_chain.layer(stage);
    }

    void lowerStep(const Step& step)
    {
        m_gathered = kNoTensor;
        m_layerGradients = kNoTensor;
        switch (step.act) {
        case Act::Embed:
            forward(0, savedSet(m_chain.embedding));
            break;
        case Act::Forward:
            m_keeping.inFull[toIndex(step.layer)] = step.keeps;
            forward(step.layer, step.keeps ? savedSet(blockOf(step.layer), step.dropped) : 0);
            break;
        case Act::Head:
            head();
            break;
        case Act::Recompute:
            recompute(step);
            break;
        case Act::Backward:
            backward(step.layer);
            break;
        case Act::EmbedBackward:
            backward(0);
            break;
        case Act::OptimizerStep:
            optimizerStep();
            break;
        }
    }

    void forward(Count stage, SlotSet kept)
    {
        const Block& block = blockOf(stage);
        const SlotSet output = slotBit(block.output);
        runForward(stage, kept | output, Pass::Forward);
        forget(stage, kept | slotBit(block.input));
    }

    void recompute(const Step& step)
    {
        const Block& block = blockOf(step.layer);
        const SlotSet kept = step.keeps ? savedSet(block, step.dropped) : 0;
        runForward(step.layer, kept | (step.output ? slotBit(block.output) : 0), Pass::Recompute);
        forget(step.layer, kept | slotBit(block.input));
    }

    void head()
    {
        const Count stage = m_chain.layers() + 1;
        const Block& block = m_chain.head;
        gatherParameters(stage, Pass::Forward);
        for (const OpSpec& op : block.forward) {
            emit(stage, op, Pass::Forward, ~SlotSet { 0 });
        }
        for (const OpSpec& op : block.backward) {
            emit(stage, op, Pass::Backward, ~SlotSet { 0 });
        }
        reduceGradients(stage);
        m_gradient = m_current[toIndex(stage)][toIndex(block.inputGradient)];
    }

    void backward(Count stage)
    {
        const Block& block = blockOf(stage);
        std::vector<TensorId>& current = m_current[toIndex(stage)];
        gatherParameters(stage, Pass::Backward);
        current[toIndex(block.outputGradient)] = m_gradient;
        const SlotSet saved = savedSet(block);
        for (const OpSpec& op : block.backward) {
            SlotSet lacking = 0;
            for (const Slot slot : op.reads) {
                const bool forwardSlot = toIndex(slot) < block.forwardTensors;
                lacking |= forwardSlot && current[toIndex(slot)] == kNoTensor ? slotBit(slot) : 0;
            }
            if (lacking != 0) {
                runForward(stage, lacking, Pass::Recompute);
                forget(stage, saved | slotBit(block.input));
            }
            emit(stage, op, Pass::Backward, ~SlotSet { 0 });
        }
        reduceGradients(stage);
        m_gradient = block.inputGradient == kNoSlot ? kNoTensor : current[toIndex(block.inputGradient)];
        std::fill(current.begin(), current.end(), kNoTensor);
    }

    void runForward(Count stage, SlotSet needed, Pass pass)
    {
        const Block& block = blockOf(stage);
        const std::vector<TensorId>& current = m_current[toIndex(stage)];
        SlotSet available = 0;
        for (std::size_t slot = 0; slot < block.forwardTensors; ++slot) {
            available |= current[slot] != kNoTensor ? SlotSet { 1 } << slot : 0;
        }
        // the output belongs to the next stage: made again, whether or not an older one is still there
        available &= ~slotBit(block.output);
        gatherParameters(stage, pass);
        for (const WantedOp& wanted : wantedOps(block, available, needed)) {
            emit(stage, block.forward[wanted.index], pass, wanted.results);
        }
    }

    // From here on these are taken as not there; liveness frees them.
    void forget(Count stage, SlotSet all)
    {
        const Block& block = blockOf(stage);
        for (std::size_t slot = 0; slot < block.forwardTensors; ++slot) {
            if (((all >> slot) & 1U) == 0) {
                m_current[toIndex(stage)][slot] = kNoTensor;
            }
        }
    }

    void emit(Count stage, const OpSpec& spec, Pass pass, SlotSet wanted)
    {
        const Block& block = blockOf(stage);
        std::vector<TensorId>& current = m_current[toIndex(stage)];
        ProgramOp op;
        op.kernel = spec.kernel;
        op.name = spec.name;
        op.pass = pass;
        op.step = m_step;
        op.stage = stage;
        op.inPlace = spec.inPlace;
        op.flops = spec.flops;
        op.forwardFlops = spec.forwardFlops;
        for (const Slot slot : spec.reads) {
            const TensorId tensor = current[toIndex(slot)];
            if (tensor == kNoTensor) {
                m_missing = "schedule: stage " + std::to_string(stage) + " reads " + std::string(block.at(slot).name)
                    + ", which is not there";
                return;
            }
            op.reads.push(tensor);
        }
        for (std::size_t i = 0; i < spec.writes.size(); ++i) {
            const Slot slot = spec.writes[i];
            const bool takesOver = i == 0 && spec.inPlace >= 0;
            const bool isWanted = toIndex(slot) >= block.forwardTensors || (slotBit(slot) & wanted) != 0 || takesOver;
            if (!isWanted) {
                op.writes.push(kNoTensor);
                continue;
            }
            StorageId storage = -1;
            if (takesOver) {
                const Slot source = spec.reads[toIndex(spec.inPlace)];
                storage = m_program.tensors[toIndex(current[toIndex(source)])].storage;
                current[toIndex(source)] = kNoTensor;
            }
            const bool isOutput = slot == block.output && stage <= m_chain.layers() && (slotBit(slot) & wanted) != 0;
            const TensorId tensor =
                m_writer.addTensor(block.at(slot), stage, storage, { toIndex(slot) < block.forwardTensors, isOutput });
            current[toIndex(slot)] = tensor;
            op.writes.push(tensor);
            if (isOutput) {
                m_current[toIndex(stage + 1)][toIndex(blockOf(stage + 1).input)] = tensor;
            }
        }
        addParameters(op, spec);
        m_writer.push(std::move(op));
    }

    void addParameters(ProgramOp& op, const OpSpec& spec)
    {
        for (const std::int16_t parameter : spec.parameters) {
            op.parameters.push(m_firstParameter[toIndex(op.stage)] + parameter);
        }
        if (m_gathered != kNoTensor && !spec.parameters.empty()) {
            op.reads.push(m_gathered);
        }
        for (const std::int16_t parameter : spec.gradients) {
            op.gradients.push(gradientOwner(op.stage, parameter));
        }
        if (spec.gradients.empty()) {
            return;
        }
        if (m_options.zero >= 2 && m_options.dataParallel > 1) {
            if (m_layerGradients == kNoTensor) {
                m_layerGradients = addFlatTensor("layer_gradients", op.stage, m_options.gradientElementBytes);
                op.writes.push(m_layerGradients);
            } else {
                op.reads.push(m_layerGradients);
            }
        } else if (m_options.gradients == Gradients::OnDemand) {
            for (const ParameterId parameter : op.gradients) {
                touchGradient(parameter, held(m_program.parameters[toIndex(parameter)].elements));
            }
        }
    }

    // Of a model whose parameter count is given apart from its shape.
    [[nodiscard]] Count held(Count elements) const
    {
        if (m_options.givenParameters == 0 || m_options.shapedParameters == 0) {
            return elements;
        }
        return inProportion(elements, m_options.givenParameters, m_options.shapedParameters);
    }

    // A tied head adds to the gradient of the token table.
    [[nodiscard]] ParameterId gradientOwner(Count stage, std::int16_t parameter) const
    {
        const bool counted = blockOf(stage).parameters[toIndex(parameter)].counted;
        return counted ? m_firstParameter[toIndex(stage)] + parameter : m_firstParameter[0];
    }

    void touchGradient(ParameterId parameter, Count elements)
    {
        StorageId& storage = m_program.parameters[toIndex(parameter)].gradient;
        if (storage == -1) {
            storage = m_writer.addStorage(elements * m_options.gradientElementBytes, MemoryKind::Gradients);
        }
        m_writer.touch(storage);
    }

    // ZeRO-3: parameters are whole only while their layer runs.
    void gatherParameters(Count stage, Pass pass)
    {
        if (m_options.zero < 3 || m_options.dataParallel == 1 || m_gathered != kNoTensor
            || blockOf(stage).parameters.empty()) {
            return;
        }
        ProgramOp op;
        op.kernel = Kernel::GatherParameters;
        op.name = "gather parameters";
        op.pass = pass;
        op.step = m_step;
        op.stage = stage;
        m_gathered = addFlatTensor("layer_parameters", stage, m_options.parameterElementBytes);
        op.writes.push(m_gathered);
        m_writer.push(std::move(op));
    }

    // ZeRO-2 and 3: the layer's gradients are summed over the devices, and each keeps its part.
    void reduceGradients(Count stage)
    {
        if (m_layerGradients == kNoTensor) {
            return;
        }
        ProgramOp op;
        op.kernel = Kernel::ReduceGradients;
        op.name = "reduce gradients";
        op.pass = Pass::Backward;
        op.step = m_step;
        op.stage = stage;
        op.reads.push(m_layerGradients);
        if (m_options.gradients == Gradients::OnDemand) {
            const auto& parameters = blockOf(stage).parameters;
            for (std::size_t i = 0; i < parameters.size(); ++i) {
                const Count part = (held(parameters[i].elements) + m_options.dataParallel - 1) / m_options.dataParallel;
                touchGradient(gradientOwner(stage, static_cast<std::int16_t>(i)), part);
            }
        }
        m_writer.push(std::move(op));
    }

    void optimizerStep()
    {
        ProgramOp op;
        op.kernel = Kernel::OptimizerStep;
        op.name = "optimizer";
        op.pass = Pass::Optimizer;
        op.step = m_step;
        for (const ProgramParameter& parameter : m_program.parameters) {
            if (parameter.gradient != -1) {
                m_writer.touch(parameter.gradient);
            }
        }
        if (m_options.optimizerTemporaryBytes > 0) {
            m_writer.touch(m_writer.addStorage(m_options.optimizerTemporaryBytes, MemoryKind::Transient));
        }
        m_writer.push(std::move(op));
    }

    TensorId addFlatTensor(std::string_view name, Count stage, Bytes elementBytes)
    {
        TensorSpec spec;
        spec.name = name;
        Count elements = 0;
        for (const ParameterSpec& parameter : blockOf(stage).parameters) {
            elements += held(parameter.elements);
        }
        spec.shape = { elements };
        spec.type = elementBytes == 4 ? ElementType::Fp32 : ElementType::Bf16;
        spec.bytes = elements * elementBytes;
        return m_writer.addTensor(spec, stage, -1, {});
    }

    const Chain& m_chain;
    LowerOptions m_options;
    ProgramWriter m_writer;
    Program& m_program = m_writer.program;
    ProgramWriter::Keeping m_keeping;
    std::vector<std::vector<TensorId>> m_current; ///< by stage and slot: the value that is there
    std::vector<ParameterId> m_firstParameter; ///< by stage
    std::int32_t m_step = 0;
    TensorId m_gradient = kNoTensor; ///< of the residual stream, at the layer reached
    TensorId m_gathered = kNoTensor;
    TensorId m_layerGradients = kNoTensor;
    std::string m_missing;
};

} // namespace

std::string_view toText(Pass pass)
{
    switch (pass) {
    case Pass::Forward:
        return "forward";
    case Pass::Recompute:
        return "recompute";
    case Pass::Backward:
        return "backward";
    case Pass::Optimizer:
        return "optimizer";
    }
    return "";
}

Result<Program> lower(const Chain& chain, const Schedule& schedule, const LowerOptions& options)
{
    return Lowering(chain, schedule, options).run();
}

} // namespace sublinear
