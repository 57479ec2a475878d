// SPDX-License-Identifier: MIT
#include "app/files/figure_file.h"

#include "app/model/text.h"
#include "core/figure/embed.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace sublinear {

Result<std::optional<FigureRecord>> loadFigureFile(const QString& path)
{
    using Loaded = std::optional<FigureRecord>;
    const QFileInfo info(path);
    QFile file(path);
    // Only plain files: a pipe could keep the window waiting for ever.
    if (!info.isFile() || info.size() > qint64(kMaxFigureBytes) || !file.open(QIODevice::ReadOnly)) {
        return Loaded();
    }
    const QByteArray bytes = file.read(qint64(kMaxFigureBytes) + 1);
    const auto refused = [&path](const Error& error) {
        return Error { toUtf8(QDir::toNativeSeparators(path)) + ": " + error.message };
    };
    const Result<std::optional<std::string>> record =
        recordIn({ bytes.constData(), static_cast<std::size_t>(bytes.size()) });
    if (!record) {
        return refused(record.error());
    }
    if (!*record) {
        return Loaded();
    }
    Result<FigureRecord> read = readFigureRecord(**record);
    return read ? Result<Loaded>(std::move(*read)) : refused(read.error());
}

} // namespace sublinear
