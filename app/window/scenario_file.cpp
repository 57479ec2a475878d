// SPDX-License-Identifier: MIT
#include "app/window/scenario_file.h"

#include "app/files/save_file.h"
#include "app/model/text.h"
#include "core/import/config_hint.h"
#include "core/scenario/resolve.h"
#include "core/scenario/scenario_json.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace sublinear {
namespace {

Error about(const QString& path, const std::string& what)
{
    return { toUtf8(QDir::toNativeSeparators(path)) + ": " + what };
}

} // namespace

Result<Scenario> loadScenario(const QString& path)
{
    if (QFileInfo(path).isDir()) {
        return about(path, "is a folder, not a scenario file");
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return about(path, "cannot be read: " + toUtf8(file.errorString()));
    }
    // One byte more than is accepted is enough to know; a device file never ends.
    const QByteArray bytes = file.read(qint64(kMaxScenarioFileBytes) + 1);
    if (file.error() != QFileDevice::NoError) {
        return about(path, "cannot be read: " + toUtf8(file.errorString()));
    }
    auto scenario = readScenario({ bytes.constData(), static_cast<std::size_t>(bytes.size()) });
    if (!scenario) {
        return about(path,
            scenario.error().message + importRefusal({ bytes.constData(), static_cast<std::size_t>(bytes.size()) }));
    }
    if (const auto resolved = resolve(*scenario); !resolved) {
        return about(path, resolved.error().message);
    }
    return scenario;
}

Status saveScenario(const QString& path, const Scenario& scenario)
{
    return saveFile(path, QByteArray::fromStdString(writeScenario(scenario)));
}

} // namespace sublinear
