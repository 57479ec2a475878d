// SPDX-License-Identifier: MIT
#include "app/measure/measure_text.h"

#include "app/language/core_text.h"
#include "app/model/text.h"
#include "core/base/to_index.h"
#include "core/base/units.h"
#include "core/measurement/residual.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

constexpr double kNsPerSecond = 1e9;
constexpr double kSecondsPerMinute = 60;

QString tr(const char* text)
{
    return MeasureJob::tr(text);
}

QString changeText(const Substitution& each)
{
    const auto text = [&](const FieldValue& value) {
        const auto* bytes = std::get_if<std::int64_t>(&value);
        return bytes != nullptr && each.path.ends_with("_bytes") ? sizeText(*bytes) : valueText(value);
    };
    return tr("%1 %2 instead of %3").arg(fieldName(each.path), text(each.to), text(each.from));
}

} // namespace

QString fieldName(const std::string& path)
{
    const Field* field = findField(path);
    return fromCore(field != nullptr ? field->label : std::string_view(path));
}

QString valueText(const FieldValue& value)
{
    const std::string text = fieldValueText(value);
    return text.empty() ? tr("none") : toQString(text);
}

QString sizeText(Bytes bytes)
{
    return toQString(shortBytesText(bytes));
}

QString stepText(double ns)
{
    constexpr double kNsPerMs = 1e6;
    return ns < kNsPerSecond ? toQString(formatFixed(ns / kNsPerMs, 1)) + tr(" ms")
                             : toQString(formatFixed(ns / kNsPerSecond, 2)) + tr(" s");
}

QString durationText(double ns)
{
    const double seconds = std::max(1.0, std::ceil(ns / kNsPerSecond));
    return seconds < 2 * kSecondsPerMinute
        ? toQString(formatFixed(seconds, 0)) + tr(" s")
        : toQString(formatFixed(std::ceil(seconds / kSecondsPerMinute), 0)) + tr(" min");
}

QString pointName(const PolicySpec& policy)
{
    return toQString(pointText(policy));
}

QString deviceText(const FoundDevice& device)
{
    QStringList parts { toQString(device.name.empty() ? device.id : device.name) };
    if (device.threads) {
        parts << (*device.threads == 1 ? tr("1 thread") : tr("%1 threads").arg(*device.threads));
    }
    if (device.memoryBytes) {
        parts << toQString(formatGiBShort(*device.memoryBytes, 1)) + tr(" GiB");
    }
    return parts.join(QStringLiteral(", "));
}

QString planText(const Measurement& measurement, const std::vector<MeasureJob::Point>& points)
{
    double ns = 0;
    Bytes most = 0;
    for (const MeasureJob::Point& point : points) {
        ns += point.forecast ? point.forecast->ns : 0;
        most = std::max(most, point.forecast ? point.forecast->predictedPeakBytes : 0);
    }
    const QString count = points.size() == 1 ? tr("1 policy") : tr("%1 policies").arg(points.size());
    const QString changes = changesText(measurement);
    return tr("%1, about %2, up to %3. %4.")
        .arg(count, durationText(ns), sizeText(most), changes.isEmpty() ? tr("The scenario's own shape") : changes);
}

QString reasonsText(const Measurement& measurement)
{
    QStringList lines;
    for (const Substitution& each : measurement.run.substitutions) {
        lines << tr("%1: %2").arg(changeText(each), fromCore(each.why));
    }
    return lines.join(u'\n');
}

QString changesText(const Measurement& measurement, int most)
{
    const std::vector<Substitution>& all = measurement.run.substitutions;
    QStringList parts;
    for (const Substitution& each : all) {
        if (parts.size() == most) {
            return tr("%1 and %2 more").arg(parts.join(QStringLiteral(", "))).arg(all.size() - toIndex(most));
        }
        parts << changeText(each);
    }
    return parts.join(QStringLiteral(", "));
}

QString progressText(const ProgressRow& progress)
{
    QString text = tr("Point %1 of %2, %3")
                       .arg(std::min(progress.point + 1, progress.points))
                       .arg(progress.points)
                       .arg(fromCore(progress.phase));
    if (progress.leftNs) {
        text += tr(", %1 left").arg(durationText(*progress.leftNs));
    }
    return text;
}

} // namespace sublinear
