// SPDX-License-Identifier: MIT
#include "gpu/measure/calibration.h"

#include "gpu/measure/quartiles.h"

#include <utility>
#include <vector>

namespace sublinear {

Calibration::Calibration(const Program& program, std::span<const double> opNs, double outsideNs)
    : m_outsideNs(outsideNs)
{
    std::map<Key, std::vector<double>> samples;
    for (std::size_t op = 0; op < program.ops.size() && op < opNs.size(); ++op) {
        samples[keyOf(program, program.ops[op])].push_back(opNs[op]);
    }
    for (auto& [key, values] : samples) {
        m_medians[key] = quartilesOf(std::move(values)).median;
    }
}

Calibration::Key Calibration::keyOf(const Program& program, const ProgramOp& op)
{
    const StageKind kind = op.stage == 0 ? StageKind::Embedding
        : op.stage > program.layers      ? StageKind::Head
                                         : StageKind::Layer;
    return { op.kernel, std::string(op.name), kind, op.pass };
}

const double* Calibration::find(Key key) const
{
    for (const Pass pass : { std::get<Pass>(key), Pass::Forward, Pass::Recompute }) {
        if (pass != std::get<Pass>(key) && std::get<Pass>(key) != Pass::Forward
            && std::get<Pass>(key) != Pass::Recompute) {
            continue; // a backward operation has no counterpart
        }
        Key other = key;
        std::get<Pass>(other) = pass;
        if (const auto found = m_medians.find(other); found != m_medians.end()) {
            return &found->second;
        }
    }
    return nullptr;
}

Result<double> Calibration::stepNs(const Program& program) const
{
    double sum = m_outsideNs;
    for (const ProgramOp& op : program.ops) {
        const double* const ns = find(keyOf(program, op));
        if (ns == nullptr) {
            return Error { "calibration: no time for " + std::string(op.name) + " (" + std::string(toText(op.kernel))
                + ", " + std::string(toText(op.pass)) + ")" };
        }
        sum += *ns;
    }
    return sum;
}

} // namespace sublinear
