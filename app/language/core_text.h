// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <string_view>

namespace sublinear {

/// A sentence or name that core has made, in the window's language. core writes English, once for all who ask; its
/// sentences are listed in core_sentences.cpp with %1 where it puts in what the scenario says, and are recognised by
/// that. What is not listed stays English.
QString fromCore(std::string_view english);
QString fromCore(const QString& english);

/// Whether fromCore() would know what to say in another language. For tests.
bool isListed(const QString& english);

} // namespace sublinear
