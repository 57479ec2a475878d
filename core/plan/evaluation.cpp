// SPDX-License-Identifier: MIT
#include "core/plan/evaluation.h"

namespace sublinear {

namespace {

struct KindText {
    std::string_view id;
    std::string_view name;
};

// In the order of MemoryKind.
constexpr std::array<KindText, kMemoryKinds> kKinds = { {
    { "parameters", "Parameters" },
    { "gradients", "Gradients" },
    { "master", "Master weights" },
    { "optimizer", "Optimizer states" },
    { "activations", "Activations" },
    { "checkpoints", "Checkpoints" },
    { "recomputed", "Recomputed segment" },
    { "transient", "Transient" },
    { "logits", "Logits and loss" },
    { "reserve", "Reserve" },
} };

} // namespace

std::string_view toText(Basis basis)
{
    switch (basis) {
    case Basis::Assumed:
        return "assumed";
    case Basis::Measured:
        return "measured";
    case Basis::Formula:
        break;
    }
    return "formula";
}

std::string_view memoryKindId(MemoryKind kind)
{
    return kKinds[static_cast<std::size_t>(kind)].id;
}

std::string_view memoryKindName(MemoryKind kind)
{
    return kKinds[static_cast<std::size_t>(kind)].name;
}

std::optional<MemoryKind> findMemoryKind(std::string_view id)
{
    for (std::size_t i = 0; i < kKinds.size(); ++i) {
        if (kKinds[i].id == id) {
            return static_cast<MemoryKind>(i);
        }
    }
    return std::nullopt;
}

Bytes MemorySplit::bytesOf(MemoryKind kind) const
{
    for (const MemoryRow& row : rows) {
        if (row.kind == kind) {
            return row.bytes;
        }
    }
    return 0;
}

std::string leftOut(const PolicySpec& spec, const Error& why)
{
    const std::string field = why.field + ": "; // which is not where a compared policy was named
    return policyText(spec)
        + " is left out: " + (why.message.starts_with(field) ? why.message.substr(field.size()) : why.message);
}

std::optional<double> SweepRow::efficiency() const
{
    if (extraForwardFraction == 0) {
        return std::nullopt;
    }
    return savedFraction / extraForwardFraction;
}

} // namespace sublinear
