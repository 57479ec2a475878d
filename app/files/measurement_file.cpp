// SPDX-License-Identifier: MIT
#include "app/files/measurement_file.h"

#include "app/files/save_file.h"
#include "app/model/text.h"
#include "core/base/json_document.h"
#include "core/io/check_document.h"
#include "core/io/measurement_check.h"
#include "core/io/stream_check.h"
#include "core/measurement/measurement_json.h"
#include "core/measurement/training_runs.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace sublinear {

namespace {

using Loaded = std::optional<Measurement>;

/// Only plain files: a pipe could keep the window waiting for ever.
QByteArray contentOf(const QString& path)
{
    const QFileInfo info(path);
    QFile file(path);
    if (!info.isFile() || info.size() > qint64(kMaxDocumentBytes) || !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QByteArray bytes = file.read(qint64(kMaxDocumentBytes) + 1);
    return file.error() == QFileDevice::NoError ? bytes : QByteArray();
}

bool saysMeasurement(std::string_view text)
{
    if (looksLikeStream(text)) {
        return true;
    }
    // Nothing else has the word, so that other files are not parsed for it; half a document still has it.
    const std::size_t found = text.substr(0, 4096).find(kMeasurementFormat);
    if (found == std::string_view::npos) {
        return false;
    }
    const Result<nlohmann::json> document = parseJson(text, kMaxDocumentBytes);
    return !document || (document->is_object() && document->value("format", nlohmann::json()) == kMeasurementFormat);
}

} // namespace

Result<Loaded> loadMeasurement(const QString& path)
{
    const QByteArray bytes = contentOf(path);
    const std::string_view text { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
    const bool ours = saysMeasurement(text);
    if (!ours && !looksLikeTrainingRuns(text)) {
        return Loaded();
    }
    Result<Measurement> read =
        ours ? readMeasurement(text) : readTrainingRuns(text, toUtf8(QFileInfo(path).fileName()));
    return read ? Result<Loaded>(std::move(*read))
                : Error { toUtf8(QDir::toNativeSeparators(path)) + ": " + read.error().message };
}

Status saveMeasurement(const QString& path, const Measurement& measurement)
{
    return saveFile(path, QByteArray::fromStdString(writeMeasurement(measurement)));
}

} // namespace sublinear
