// SPDX-License-Identifier: MIT
#include "app/window/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace sublinear {
namespace {

QString key()
{
    return QStringLiteral("files/recent");
}

void store(const QStringList& paths)
{
    QSettings().setValue(key(), paths);
}

} // namespace

QStringList RecentFiles::list()
{
    return QSettings().value(key()).toStringList();
}

void RecentFiles::add(const QString& path)
{
    const QString full = QFileInfo(path).absoluteFilePath();
    QStringList paths = list();
    paths.removeAll(full);
    paths.prepend(full);
    store(paths.mid(0, kLimit));
}

void RecentFiles::remove(const QString& path)
{
    QStringList paths = list();
    paths.removeAll(path);
    store(paths);
}

void RecentFiles::clear()
{
    store({});
}

} // namespace sublinear
