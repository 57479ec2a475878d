// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace sublinear::testing {

/// Arrays that tests/data/pytorch/generate.py wrote: a line "name rank extents...", then the
/// numbers as little-endian floats. Empty if the file is not one.
class ArrayFile {
public:
    explicit ArrayFile(const std::string& path)
    {
        std::ifstream file(path, std::ios::binary);
        std::string line;
        if (!std::getline(file, line) || line != "sublinear arrays 1") {
            return;
        }
        while (std::getline(file, line)) {
            std::istringstream header(line);
            std::string name;
            std::size_t rank = 0;
            std::size_t count = 1;
            header >> name >> rank;
            for (std::size_t extent = 0; rank > 0; --rank) {
                header >> extent;
                count *= extent;
            }
            std::vector<float> values(count);
            file.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(count * sizeof(float)));
            if (!header || !file) {
                m_arrays.clear();
                return;
            }
            m_arrays.emplace(name, std::move(values));
        }
    }

    [[nodiscard]] bool empty() const { return m_arrays.empty(); }
    [[nodiscard]] bool has(const std::string& name) const { return m_arrays.count(name) != 0; }
    /// Empty where there is none of that name.
    [[nodiscard]] std::vector<float> at(const std::string& name) const
    {
        const auto found = m_arrays.find(name);
        return found == m_arrays.end() ? std::vector<float> {} : found->second;
    }
    [[nodiscard]] std::int64_t number(const std::string& name) const
    {
        const std::vector<float> values = at(name);
        return values.empty() ? 0 : static_cast<std::int64_t>(values.front());
    }

private:
    std::map<std::string, std::vector<float>> m_arrays;
};

} // namespace sublinear::testing
