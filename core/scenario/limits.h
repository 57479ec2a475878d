// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Largest accepted value of the scenario's numbers: well beyond what anyone trains,
/// small enough for a message instead of an overflow.
namespace sublinear::limits {

inline constexpr std::int64_t kLayers = 10000;
inline constexpr std::int64_t kBatch = 65536;
inline constexpr std::int64_t kSequence = std::int64_t { 1 } << 24;
inline constexpr std::int64_t kDModel = std::int64_t { 1 } << 18;
inline constexpr std::int64_t kDFfn = std::int64_t { 1 } << 20;
inline constexpr std::int64_t kHeads = std::int64_t { 1 } << 16;
inline constexpr std::int64_t kVocab = std::int64_t { 1 } << 24;
inline constexpr std::int64_t kParameters = 1'000'000'000'000'000;
inline constexpr std::int64_t kNormsPerLayer = 8;
inline constexpr std::int64_t kExperts = 4096;
inline constexpr std::int64_t kDevices = std::int64_t { 1 } << 20;
inline constexpr std::int64_t kTensorParallel = 1024;
inline constexpr std::int64_t kZeroStage = 3;
inline constexpr std::int64_t kBytes = std::int64_t { 1 } << 50;
inline constexpr std::int64_t kTextLength = 200; // characters
inline constexpr std::int64_t kListLength = kLayers; // entries

} // namespace sublinear::limits
