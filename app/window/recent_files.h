// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

namespace sublinear {

/// The files opened or saved last, newest first, kept in the settings.
class RecentFiles {
public:
    static constexpr int kLimit = 10;

    [[nodiscard]] static QStringList list();
    static void add(const QString& path);
    static void remove(const QString& path);
    static void clear();
};

} // namespace sublinear
