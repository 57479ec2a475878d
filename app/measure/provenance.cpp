// SPDX-License-Identifier: MIT
#include "app/measure/provenance.h"

#include "app/measure/measure_text.h"
#include "app/model/text.h"
#include "core/scenario/fields.h"

#include <QStringList>

namespace sublinear {

namespace {

QString tr(const char* text)
{
    return MeasureJob::tr(text);
}

void addDevice(QStringList& lines, const DeviceRecord& device)
{
    QStringList parts { toQString(device.name) };
    if (device.memoryBytes) {
        parts << sizeText(*device.memoryBytes);
    }
    lines << tr("Device: %1").arg(parts.join(QStringLiteral(", ")));
    if (device.driver) {
        lines << tr("Driver: %1").arg(toQString(*device.driver));
    }
    if (device.runtime) {
        lines << tr("Runtime: %1").arg(toQString(*device.runtime));
    }
}

void addVersions(QStringList& lines, const Versions& versions)
{
    QStringList parts;
    for (const auto& [name, version] : versions) {
        parts << toQString(name) + u' ' + toQString(version);
    }
    if (!parts.isEmpty()) {
        lines << tr("Versions: %1").arg(parts.join(QStringLiteral(", ")));
    }
}

void addShape(QStringList& lines, const Scenario& run)
{
    QStringList parts;
    for (const Field& field : allFields()) {
        const bool shape = field.path.starts_with("model.") || field.path.starts_with("workload.")
            || field.path.starts_with("recipe.");
        const FieldValue value = field.get(run);
        if (shape && !std::holds_alternative<std::monostate>(value)) {
            parts << toQString(field.path.substr(field.path.find('.') + 1)) + u' ' + valueText(value);
        }
    }
    if (!parts.isEmpty()) {
        lines << tr("Shape that ran: %1").arg(parts.join(QStringLiteral(", ")));
    }
}

void addMeters(QStringList& lines, const PointRecord& point)
{
    QStringList parts;
    const auto add = [&](const QString& name, std::optional<Bytes> bytes) {
        if (bytes) {
            parts << name.arg(sizeText(*bytes));
        }
    };
    add(tr("%1 touched in a larger slab"), point.touchedBytes);
    add(tr("%1 at the pool's high-water mark"), point.poolHighBytes);
    if (point.tightFit) {
        parts << (*point.tightFit ? tr("runs in a slab of exactly the prediction, and in none a granule smaller")
                                  : tr("the run in a slab of exactly the prediction failed"));
    }
    add(tr("%1 beyond the slab, which kernels hold"), point.residualBytes);
    if (!parts.isEmpty()) {
        lines << tr("Meters: %1").arg(parts.join(QStringLiteral("; ")));
    }
    if (point.stepNs && point.stepNs->n) {
        lines << tr("Steps timed: %1").arg(*point.stepNs->n);
    }
    if (!point.origin.empty()) {
        lines << tr("Origin: %1").arg(toQString(point.origin));
    }
    if (!point.note.empty()) {
        lines << tr("Note: %1").arg(toQString(point.note));
    }
}

} // namespace

QString provenanceText(const Measurement& measurement, std::optional<std::size_t> point)
{
    QStringList lines;
    if (point && *point < measurement.points.size()) {
        lines << tr("Point: %1").arg(pointName(measurement.points[*point].policy));
        addMeters(lines, measurement.points[*point]);
    }
    if (measurement.device) {
        addDevice(lines, *measurement.device);
    }
    addVersions(lines, measurement.versions);
    if (measurement.run.seed || measurement.run.threads) {
        QStringList parts;
        if (measurement.run.seed) {
            parts << tr("seed %1").arg(*measurement.run.seed);
        }
        if (measurement.run.threads) {
            parts << tr("threads %1").arg(*measurement.run.threads);
        }
        lines << tr("Run: %1").arg(parts.join(QStringLiteral(", ")));
    }
    if (!measurement.run.date.empty()) {
        lines << tr("Date: %1").arg(toQString(measurement.run.date));
    }
    if (measurement.run.run) {
        addShape(lines, *measurement.run.run);
    }
    if (const QString reasons = reasonsText(measurement); !reasons.isEmpty()) {
        lines << reasons;
    }
    return lines.join(u'\n');
}

} // namespace sublinear
