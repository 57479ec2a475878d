// SPDX-License-Identifier: MIT
#include "core/program/lifetime.h"

namespace sublinear {

std::vector<Lifetime> lifetimes(const Program& program)
{
    std::vector<Lifetime> lives(program.storages.size());
    const auto ops = static_cast<std::int32_t>(program.ops.size());
    for (std::int32_t op = 0; op < ops; ++op) {
        for (const StorageId storage : program.ops[static_cast<std::size_t>(op)].allocates) {
            lives[static_cast<std::size_t>(storage)] = { op, ops - 1 };
        }
        for (const StorageId storage : program.ops[static_cast<std::size_t>(op)].frees) {
            lives[static_cast<std::size_t>(storage)].last = op;
        }
    }
    return lives;
}

} // namespace sublinear
