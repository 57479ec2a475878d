// SPDX-License-Identifier: MIT
#include "app/window/incoming_file.h"

#include "app/model/text.h"
#include "app/window/scenario_file.h"
#include "core/base/json_document.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <nlohmann/json.hpp>

namespace sublinear {
namespace {

Error about(const QString& path, const std::string& what)
{
    return { toUtf8(QDir::toNativeSeparators(path)) + ": " + what };
}

/// Only plain files: a pipe could keep the window waiting for ever.
Result<std::string> readConfigText(const QString& path)
{
    const QFileInfo file(path);
    if (!file.exists()) {
        return about(path, "there is no such file");
    }
    if (!file.isFile()) {
        return about(path, file.isDir() ? "is a folder, not a file" : "is not a plain file");
    }
    if (file.size() > qint64(kMaxConfigBytes)) {
        return about(path,
            "is larger than " + std::to_string(kMaxConfigBytes / static_cast<std::size_t>(kMiB))
                + " MiB, the most that is read");
    }
    QFile content(path);
    if (!content.open(QIODevice::ReadOnly)) {
        return about(path, "cannot be read: " + toUtf8(content.errorString()));
    }
    const QByteArray bytes = content.read(qint64(kMaxConfigBytes) + 1);
    if (content.error() != QFileDevice::NoError) {
        return about(path, "cannot be read: " + toUtf8(content.errorString()));
    }
    return bytes.toStdString();
}

/// The "format" that our own documents carry; empty for any other JSON, and for no JSON.
std::string formatOf(const std::string& text)
{
    const Result<nlohmann::json> document = parseJson(text, kMaxConfigBytes);
    if (!document || !document->is_object()) {
        return {};
    }
    const auto format = document->find("format");
    return format != document->end() && format->is_string() ? format->get<std::string>() : std::string();
}

Result<ImportedModel> importText(const QString& path, const std::string& text)
{
    Result<ImportedModel> imported = importHfConfig(text);
    return imported ? imported : Result<ImportedModel>(about(path, imported.error().message));
}

} // namespace

Result<ImportedModel> loadConfig(const QString& path)
{
    const Result<std::string> text = readConfigText(path);
    return text ? importText(path, *text) : Result<ImportedModel>(text.error());
}

Result<IncomingFile> loadIncoming(const QString& path)
{
    const Result<std::string> text = readConfigText(path);
    if (!text) {
        return text.error();
    }
    const std::string format = formatOf(*text);
    if (format.empty()) {
        const Result<ImportedModel> imported = importText(path, *text);
        return imported ? Result<IncomingFile>(*imported) : Result<IncomingFile>(imported.error());
    }
    if (format != "sublinear-scenario") {
        return about(path,
            "is a document of the format " + quoted(format) + ", neither a scenario, a measurement nor a config.json");
    }
    const Result<Scenario> scenario = loadScenario(path);
    return scenario ? Result<IncomingFile>(*scenario) : Result<IncomingFile>(scenario.error());
}

} // namespace sublinear
