// SPDX-License-Identifier: MIT
#include "app/highlight/highlight_model.h"

#include "app/charts/number_span.h"
#include "app/model/text.h"

namespace sublinear {

QString HighlightModel::idOf(std::optional<MemoryKind> kind)
{
    return kind ? QStringLiteral("kind:") + toQString(memoryKindId(*kind)) : QString();
}

QString HighlightModel::idOf(Count k)
{
    return k != kNoNumber ? QStringLiteral("k:%1").arg(k) : QString();
}

std::optional<MemoryKind> HighlightModel::kindOf(const QString& id)
{
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        if (id == idOf(static_cast<MemoryKind>(i))) {
            return static_cast<MemoryKind>(i);
        }
    }
    return std::nullopt;
}

Count HighlightModel::numberOf(const QString& id)
{
    bool whole = false;
    const Count k = id.startsWith(QStringLiteral("k:")) ? id.mid(2).toLongLong(&whole) : kNoNumber;
    return whole ? k : kNoNumber;
}

void HighlightModel::light(const QString& id)
{
    m_lit = id;
    Q_EMIT litAnew();
}

} // namespace sublinear
