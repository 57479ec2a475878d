// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace sublinear {

/// All of a small file of the system's (/proc, /sys); empty where it cannot be read.
inline std::string fileText(const char* path)
{
    std::ifstream file(path);
    return { std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>() };
}

} // namespace sublinear
