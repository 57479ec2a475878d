// SPDX-License-Identifier: MIT
#include "gpu/run/training_results.h"

#include "gpu/kernels/bf16.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace sublinear {

namespace {

std::uint64_t bitsOf(double value)
{
    return std::bit_cast<std::uint64_t>(value);
}

template <class Real> bool finiteAs(const std::vector<std::byte>& bytes)
{
    for (std::size_t at = 0; at + sizeof(Real) <= bytes.size(); at += sizeof(Real)) {
        Real value {};
        std::memcpy(&value, bytes.data() + at, sizeof(Real));
        if (!std::isfinite(static_cast<kernels::Arithmetic<Real>>(value))) {
            return false;
        }
    }
    return true;
}

std::string differenceOf(const std::vector<NamedTensor>& a, const std::vector<NamedTensor>& b, Stop* stop)
{
    if (a.size() != b.size()) {
        return std::to_string(a.size()) + " tensors against " + std::to_string(b.size());
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (stop != nullptr && stop->poll()) {
            return {};
        }
        if (a[i].name != b[i].name || !(a[i].shape == b[i].shape) || a[i].bytes.size() != b[i].bytes.size()) {
            return a[i].name + " and " + b[i].name + " are not the same tensor";
        }
        if (std::memcmp(a[i].bytes.data(), b[i].bytes.data(), a[i].bytes.size()) != 0) {
            const auto at = std::mismatch(a[i].bytes.begin(), a[i].bytes.end(), b[i].bytes.begin()).first;
            return a[i].name + " differs at byte " + std::to_string(at - a[i].bytes.begin());
        }
        if (!allFinite(a[i])) { // equal bytes: then neither are the other's
            return a[i].name + " has a number that is none";
        }
    }
    return {};
}

} // namespace

bool allFinite(const NamedTensor& tensor)
{
    if (tensor.type == ElementType::Bf16) {
        return finiteAs<kernels::Bf16>(tensor.bytes);
    }
    if (tensor.type != ElementType::Fp32) {
        return true;
    }
    return tensor.isDouble ? finiteAs<double>(tensor.bytes) : finiteAs<float>(tensor.bytes);
}

std::string firstDifference(const TrainingResults& a, const TrainingResults& b, Stop* stop)
{
    if (a.losses.size() != b.losses.size()) {
        return std::to_string(a.losses.size()) + " losses against " + std::to_string(b.losses.size());
    }
    for (std::size_t i = 0; i < a.losses.size(); ++i) {
        if (!std::isfinite(a.losses[i]) || bitsOf(a.losses[i]) != bitsOf(b.losses[i])) {
            return "the loss of step " + std::to_string(i + 1) + ": " + std::to_string(a.losses[i]) + " and "
                + std::to_string(b.losses[i]);
        }
    }
    for (const auto list : { &TrainingResults::inputs, &TrainingResults::gradients, &TrainingResults::parameters }) {
        if (std::string difference = differenceOf(a.*list, b.*list, stop); !difference.empty()) {
            return difference;
        }
    }
    return {};
}

} // namespace sublinear
