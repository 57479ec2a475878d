// SPDX-License-Identifier: MIT
#include "app/measure/measured_sets.h"

#include <QFileInfo>

#include <algorithm>

namespace sublinear {

const MeasuredSet* MeasuredSets::ownRun() const
{
    return !m_sets.empty() && m_sets.front().path.isEmpty() ? &m_sets.front() : nullptr;
}

void MeasuredSets::setOwnRun(const Measurement& measurement, const QString& name)
{
    if (ownRun() == nullptr) {
        m_sets.insert(m_sets.begin(), { name, {}, {} });
    }
    m_sets.front().name = name;
    m_sets.front().measurement = measurement;
    Q_EMIT changed();
}

void MeasuredSets::dropOwnRun()
{
    if (ownRun() != nullptr) {
        remove(0);
    }
}

void MeasuredSets::open(const QString& path, const Measurement& measurement)
{
    const QString full = QFileInfo(path).absoluteFilePath();
    const auto same =
        std::find_if(m_sets.begin(), m_sets.end(), [&](const MeasuredSet& set) { return set.path == full; });
    if (same != m_sets.end()) {
        same->measurement = measurement;
    } else {
        int color = 1;
        while (std::any_of(m_sets.begin(), m_sets.end(), [&](const MeasuredSet& set) { return set.color == color; })) {
            ++color;
        }
        m_sets.push_back({ QFileInfo(path).fileName(), full, measurement, color });
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
