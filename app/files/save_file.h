// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace sublinear {

/// Writes beside the file and renames: whatever goes wrong, an old file stays as it was.
/// Refused where a device, a pipe or a socket is. The message names the file.
Status saveFile(const QString& path, const QByteArray& content);

} // namespace sublinear
