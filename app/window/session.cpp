// SPDX-License-Identifier: MIT
#include "app/window/session.h"

#include "app/files/save_file.h"
#include "app/model/text.h"
#include "app/window/scenario_file.h"
#include "core/scenario/scenario_json.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace sublinear {
namespace {

QString documentKey()
{
    return QStringLiteral("session/document");
}

Status write(const QString& path, const std::string& text)
{
    if (!QDir().mkpath(QFileInfo(path).absolutePath())) {
        return Error { toUtf8(path) + ": the folder could not be made" };
    }
    return saveFile(path, QByteArray::fromStdString(text));
}

} // namespace

Session::Session()
{
    m_writer.setMaxThreadCount(1);
}

Session::~Session()
{
    m_writer.waitForDone();
}

QString Session::statePath()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/last.sublinear.json");
}

QString Session::baselinePath()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
        + QStringLiteral("/baseline.sublinear.json");
}

SessionStart Session::restore()
{
    SessionStart start;
    if (QFile::exists(baselinePath())) {
        if (auto pinned = loadScenario(baselinePath())) { // else there is nothing to hold anything against
            start.baseline = std::move(*pinned);
        }
    }
    QFile file(statePath());
    if (!file.exists()) {
        return start;
    }
    if (!file.open(QIODevice::ReadOnly)) {
        start.trouble = QCoreApplication::translate("Session", "The last scenario could not be restored: %1: %2")
                            .arg(statePath(), file.errorString());
        return start;
    }
    const QByteArray bytes = file.read(qint64(kMaxScenarioFileBytes) + 1);
    // A contradiction between fields is no reason to pass it over: the window shows it as refused.
    const auto scenario = readScenario({ bytes.constData(), static_cast<std::size_t>(bytes.size()) });
    if (!scenario) {
        start.trouble = QCoreApplication::translate("Session", "The last scenario could not be restored: %1: %2")
                            .arg(statePath(), toQString(scenario.error().message));
        return start;
    }
    start.scenario = *scenario;
    if (const QString path = QSettings().value(documentKey()).toString(); !path.isEmpty()) {
        if (auto onDisk = loadScenario(path)) {
            start.document = Document { path, *onDisk };
        }
    }
    return start;
}

void Session::keepBaseline(const std::optional<Scenario>& baseline)
{
    m_writer.start([path = baselinePath(), text = baseline ? writeScenario(*baseline) : std::string()] {
        if (text.empty()) {
            QFile::remove(path);
        } else {
            (void)write(path, text);
        }
    });
}

void Session::saveSoon(const Scenario& scenario, const QString& documentPath)
{
    QSettings().setValue(documentKey(), documentPath);
    m_writer.start([path = statePath(), text = writeScenario(scenario)] {
        (void)write(path, text); // the save at the end reports; this one is for a crash
    });
}

Status Session::saveNow(const Scenario& scenario, const QString& documentPath)
{
    m_writer.waitForDone();
    QSettings().setValue(documentKey(), documentPath);
    return write(statePath(), writeScenario(scenario));
}

} // namespace sublinear
