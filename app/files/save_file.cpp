// SPDX-License-Identifier: MIT
#include "app/files/save_file.h"

#include "app/model/text.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

namespace sublinear {

Status saveFile(const QString& path, const QByteArray& content)
{
    QSaveFile file(path);
    const auto failed = [&](const QString& why) {
        return Error { toUtf8(QStringLiteral("%1: could not be saved: %2").arg(QDir::toNativeSeparators(path), why)) };
    };
    // A renaming would put a plain file in the place of a device, for everyone who uses it.
    if (const QFileInfo old(path); old.exists() && !old.isFile() && !old.isDir()) {
        return failed(QStringLiteral("a device, a pipe or a socket is there, and no file"));
    }
    // Unbuffered, and every count looked at: what commit() cannot flush on a full disk it
    // does not report (Qt 6.4), and half a file would take the place of the old one.
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) {
        return failed(file.errorString());
    }
    qint64 written = 0;
    while (written < content.size()) {
        const qint64 now = file.write(content.sliced(written));
        if (now <= 0) {
            const QString why = file.errorString();
            file.cancelWriting();
            return failed(QStringLiteral("%1 of %2 bytes written, then: %3").arg(written).arg(content.size()).arg(why));
        }
        written += now;
    }
    if (!file.commit()) {
        return failed(file.errorString());
    }
    return success();
}

} // namespace sublinear
