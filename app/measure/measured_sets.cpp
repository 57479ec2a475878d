// SPDX-License-Identifier: MIT
#include "app/measure/measured_sets.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace sublinear {

const MeasuredSet* MeasuredSets::ownRun() const
{
    return !m_sets.empty() && m_sets.front().isOwnRun() ? &m_sets.front() : nullptr;
}

void MeasuredSets::setOwnRun(const Measurement& measurement, const QString& name)
{
    if (ownRun() == nullptr) {
        m_sets.insert(m_sets.begin(), { name, {}, {}, 0, ++m_lastId });
    }
    m_sets.front().name = name;
    m_sets.front().measurement = measurement;
    Q_EMIT changed();
}

void MeasuredSets::keepOwnRun()
{
    if (ownRun() != nullptr) {
        MeasuredSet& run = m_sets.front();
        run.name = tr("%1, run %2").arg(run.name).arg(++m_kept);
        run.color = freeColor();
        Q_EMIT changed();
    }
}

bool MeasuredSets::has(int id) const
{
    return std::any_of(m_sets.begin(), m_sets.end(), [id](const MeasuredSet& set) { return set.id == id; });
}

int MeasuredSets::freeColor() const
{
    int color = 1;
    while (std::any_of(m_sets.begin(), m_sets.end(), [&](const MeasuredSet& set) { return set.color == color; })) {
        ++color;
    }
    return color;
}

void MeasuredSets::dropOwnRun()
{
    if (ownRun() != nullptr) {
        remove(0);
    }
}

void MeasuredSets::open(const QString& path, const Measurement& measurement, const QString& given)
{
    const QString full = QFileInfo(path).absoluteFilePath();
    const QString fromHere = QDir::current().relativeFilePath(full);
    const QString named = !given.isEmpty() ? given : fromHere.startsWith(QLatin1String("..")) ? full : fromHere;
    const auto same =
        std::find_if(m_sets.begin(), m_sets.end(), [&](const MeasuredSet& set) { return set.path == full; });
    if (same != m_sets.end()) {
        same->id = same->measurement == measurement ? same->id : ++m_lastId;
        same->measurement = measurement;
        same->given = named;
    } else {
        m_sets.push_back({ QFileInfo(path).fileName(), full, measurement, freeColor(), ++m_lastId, named });
    }
    Q_EMIT changed();
}

void MeasuredSets::remove(std::size_t index)
{
    if (index < m_sets.size()) {
        m_sets.erase(m_sets.begin() + static_cast<std::ptrdiff_t>(index));
        Q_EMIT changed();
    }
}

} // namespace sublinear
