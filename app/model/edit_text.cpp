// SPDX-License-Identifier: MIT
#include "app/model/edit_text.h"

#include "app/language/core_text.h"
#include "app/model/text.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <QCoreApplication>

namespace sublinear {
namespace {

/// In GiB, where that leaves something to see.
QString bytesText(Bytes bytes)
{
    const bool tiny = bytes > 0 && bytes < kGiB / 64;
    return tiny ? QStringLiteral("%1 B").arg(bytes) : toQString(formatGiBShort(bytes) + " GiB");
}

} // namespace

QString valueText(const Field& field, const FieldValue& value)
{
    if (std::holds_alternative<std::monostate>(value)) {
        return QCoreApplication::translate("Edit", "derived");
    }
    if (const auto* on = std::get_if<bool>(&value)) {
        return *on ? QCoreApplication::translate("Edit", "on") : QCoreApplication::translate("Edit", "off");
    }
    if (field.kind == FieldKind::ByteSize) {
        if (const auto* bytes = std::get_if<std::int64_t>(&value)) {
            return bytesText(*bytes);
        }
    }
    return toQString(fieldValueText(value));
}

QString editText(const Field& field, const FieldValue& from, const FieldValue& to)
{
    return QStringLiteral("%1 %2 \u2192 %3").arg(fromCore(field.label), valueText(field, from), valueText(field, to));
}

QString notAcceptedText(const Field& field, const QString& typed)
{
    const QString accepted = field.kind == FieldKind::ByteSize
        ? QCoreApplication::translate("Edit", "a size from %1 to %2, such as 80 or 24576 MiB")
              .arg(bytesText(field.minimum), bytesText(field.maximum))
        : fromCore(acceptedText(field));
    return QCoreApplication::translate("Edit", "%1: %2 is not %3.")
        .arg(fromCore(field.label), toQString(quoted(toUtf8(typed))), accepted);
}

} // namespace sublinear
