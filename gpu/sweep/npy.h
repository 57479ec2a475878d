// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/training_results.h"

#include <string>

namespace sublinear {

/// A tensor in numpy's format (version 1.0, little endian, C order), as a file's content.
std::string npyContent(const NamedTensor& tensor);

/// A single number, shape ().
std::string npyScalar(double value);

} // namespace sublinear
