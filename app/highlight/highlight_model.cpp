// SPDX-License-Identifier: MIT
#include "app/highlight/highlight_model.h"

#include "app/charts/number_span.h"
#include "app/model/text.h"

namespace sublinear {

namespace {

const QLatin1String kKind("kind:");
const QLatin1String kNumber("k:");
const QLatin1String kPolicy("policy:");
const QLatin1String kTensor("tensor:");

QString behind(QLatin1String prefix, const QString& id)
{
    return id.startsWith(prefix) ? id.mid(prefix.size()) : QString();
}

} // namespace

QString HighlightModel::idOf(std::optional<MemoryKind> kind)
{
    return kind ? kKind + toQString(memoryKindId(*kind)) : QString();
}

QString HighlightModel::idOf(Count k)
{
    return k != kNoNumber ? kNumber + QString::number(k) : QString();
}

QString HighlightModel::idOfPolicy(PolicyId policy)
{
    return kPolicy + toQString(policyInfo(policy).text);
}

QString HighlightModel::idOfTensor(const QString& component)
{
    return kTensor + component;
}

std::optional<MemoryKind> HighlightModel::kindOf(const QString& id)
{
    return findMemoryKind(toUtf8(behind(kKind, id)));
}

Count HighlightModel::numberOf(const QString& id)
{
    bool whole = false;
    const Count k = behind(kNumber, id).toLongLong(&whole);
    return whole ? k : kNoNumber;
}

std::optional<PolicyId> HighlightModel::policyOf(const QString& id)
{
    const PolicyInfo* info = findPolicy(toUtf8(behind(kPolicy, id).section(u':', 0, 0)));
    return info != nullptr ? std::optional(info->id) : std::nullopt;
}

QString HighlightModel::tensorOf(const QString& id)
{
    return behind(kTensor, id);
}

bool HighlightModel::isComponent(const QString& id)
{
    return kindOf(id) || policyOf(id) || numberOf(id) != kNoNumber || !tensorOf(id).isEmpty();
}

void HighlightModel::light(const QString& id)
{
    m_pointed = id;
    Q_EMIT litAnew();
}

void HighlightModel::pin(const QString& id)
{
    m_pinned = id;
    Q_EMIT litAnew();
}

} // namespace sublinear
