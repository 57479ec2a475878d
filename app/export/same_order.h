// SPDX-License-Identifier: MIT
#pragma once

#include <QHashFunctions>

namespace sublinear {

/// While it lives, hash tables that are made have the same order each time: Qt's PDF writer puts its fonts out in the
/// order of one.
class SameOrder {
    Q_DISABLE_COPY_MOVE(SameOrder)

public:
    SameOrder() { QHashSeed::setDeterministicGlobalSeed(); }
    ~SameOrder() { QHashSeed::resetRandomGlobalSeed(); }
};

} // namespace sublinear
