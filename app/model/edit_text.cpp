// SPDX-License-Identifier: MIT
#include "app/model/edit_text.h"

#include "app/model/text.h"
#include "core/base/text.h"
#include "core/base/units.h"

namespace sublinear {

QString valueText(const Field& field, const FieldValue& value)
{
    if (std::holds_alternative<std::monostate>(value)) {
        return QStringLiteral("derived");
    }
    if (field.kind == FieldKind::ByteSize) {
        if (const auto* bytes = std::get_if<std::int64_t>(&value)) {
            return toQString(formatGiBShort(*bytes) + " GiB");
        }
    }
    return toQString(fieldValueText(value));
}

QString editText(const Field& field, const FieldValue& from, const FieldValue& to)
{
    return QStringLiteral("%1 %2 \u2192 %3").arg(toQString(field.label), valueText(field, from), valueText(field, to));
}

QString notAcceptedText(const Field& field, const QString& typed)
{
    return notAcceptedText(field, typed, toQString(acceptedText(field)));
}

QString notAcceptedText(const Field& field, const QString& typed, const QString& accepted)
{
    return QStringLiteral("%1: \"%2\" is not %3.")
        .arg(toQString(field.label), toQString(quoted(toUtf8(typed))), accepted);
}

} // namespace sublinear
