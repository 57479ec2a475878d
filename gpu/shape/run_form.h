// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/measurement/measurement.h"
#include "core/scenario/resolve.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// A scenario as it is run, and where that differs from what was asked for: one entry for each
/// field, in the order in which they were changed.
class RunForm {
public:
    explicit RunForm(const ResolvedScenario& requested);

    /// Changes a field and says why; nothing happens where the field has that value already. A
    /// second change of a field keeps what it was at first.
    void set(std::string_view path, FieldValue to, const std::string& why);

    [[nodiscard]] const Scenario& scenario() const { return m_scenario; }
    [[nodiscard]] const std::vector<Substitution>& substitutions() const { return m_substitutions; }

private:
    Scenario m_scenario; ///< every field given
    std::vector<Substitution> m_substitutions;
};

/// What a device can do, as far as it shapes a run.
struct DeviceTraits {
    std::string_view name = "the CPU"; ///< in messages
    bool halfPrecision = false; ///< computes in bf16
};

/// What of a model is run: its blocks with the stack's own loss <x_N, R>, or from the tokens through
/// the LM head to their loss. The second takes a scenario with a vocabulary.
enum class RunPart : std::uint8_t { Stack, WithHead };

/// What every run has: AdamW, preallocated gradients, one device, the stack's own loss instead of
/// a vocabulary unless the head is run, dense layers in the place of experts, and the number type
/// of the device.
RunForm runForm(const ResolvedScenario& requested, const DeviceTraits& device, RunPart part = RunPart::Stack);

/// Refused: the head of a scenario that has none.
Status hasPart(const ResolvedScenario& scenario, RunPart part);

} // namespace sublinear
