// SPDX-License-Identifier: MIT
// The measure panel's lower half: which measurement is looked at, its points, and what they come to.
#include "app/language/core_text.h"
#include "app/measure/measure_panel.h"
#include "app/measure/measured_sets.h"
#include "app/measure/points_table.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"
#include "core/measurement/overlay.h"
#include "core/measurement/residual.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace sublinear {

void MeasurePanel::buildResults(QVBoxLayout& column)
{
    m_setRow = new QWidget(this);
    m_set = new QComboBox(m_setRow);
    m_set->setObjectName(QStringLiteral("measure.set"));
    m_set->setAccessibleName(tr("Measurement shown in the table"));
    connect(m_set, &QComboBox::activated, this, [this] {
        m_followsRun = m_sets.ownRun() != nullptr && m_set->currentData().toInt() == m_sets.ownRun()->id;
        syncResults();
    });
    m_remove = new QToolButton(m_setRow);
    m_remove->setObjectName(QStringLiteral("measure.remove"));
    m_remove->setText(tr("Remove"));
    m_remove->setAccessibleName(tr("Remove this measurement from the window"));
    m_remove->setFocusPolicy(Qt::StrongFocus);
    connect(m_remove, &QToolButton::clicked, this,
        [this] { m_sets.remove(static_cast<std::size_t>(std::max(0, m_set->currentIndex()))); });
    auto* row = new QHBoxLayout(m_setRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_set, 1);
    row->addWidget(m_remove);
    column.addWidget(m_setRow);

    m_headline = addLine(column, QStringLiteral("measure.headline"));
    m_largest = addLine(column, QStringLiteral("measure.largest"));
    m_largest->setForegroundRole(QPalette::PlaceholderText);
    m_stale = addLine(column, QStringLiteral("measure.stale"));
    m_stale->setForegroundRole(QPalette::PlaceholderText);
    m_points = new PointsTable(this);
    column.addWidget(m_points, 1);
    connect(m_points, &QTableWidget::currentCellChanged, this, &MeasurePanel::syncProvenance);
    m_troubles = addLine(column, QStringLiteral("measure.troubles"));
    buildActions(column);
    column.addStretch(0);
}

void MeasurePanel::syncSets()
{
    {
        const QSignalBlocker quiet(m_set);
        const int before = m_set->currentData().toInt();
        m_set->clear();
        for (const MeasuredSet& set : m_sets.all()) {
            m_set->addItem(set.name, set.id);
        }
        m_set->setCurrentIndex(m_followsRun && m_sets.ownRun() != nullptr ? 0 : std::max(0, m_set->findData(before)));
    }
    const bool onlyOwn = m_sets.all().size() == 1 && m_sets.ownRun() != nullptr;
    m_setRow->setVisible(!m_sets.all().empty() && !onlyOwn);
    if (m_model.times() != nullptr && !m_sets.has(m_timesFrom)) {
        m_model.setTimes(nullptr); // with nobody left to switch them off
    }
    syncResults();
}

void MeasurePanel::showFile(const QString& path)
{
    m_followsRun = false;
    const auto& sets = m_sets.all();
    const auto found = std::find_if(sets.begin(), sets.end(),
        [full = QFileInfo(path).absoluteFilePath()](const MeasuredSet& set) { return set.path == full; });
    m_set->setCurrentIndex(static_cast<int>(found - sets.begin()));
    syncResults();
}

const MeasuredSet* MeasurePanel::shownSet() const
{
    const auto index = static_cast<std::size_t>(std::max(0, m_set->currentIndex()));
    return index < m_sets.all().size() ? &m_sets.all()[index] : nullptr;
}

bool MeasurePanel::showsOwnRun() const
{
    const MeasuredSet* set = shownSet();
    return set == nullptr || set->isOwnRun() || (m_followsRun && m_job.isActive());
}

int MeasurePanel::shownId() const
{
    const MeasuredSet* set = showsOwnRun() ? m_sets.ownRun() : shownSet();
    return set != nullptr ? set->id : 0;
}

const Measurement& MeasurePanel::shownMeasurement() const
{
    return showsOwnRun() ? m_job.measurement() : shownSet()->measurement;
}

QString MeasurePanel::whereShown() const
{
    const auto& device = shownMeasurement().device;
    if (showsOwnRun() && m_runThrough.isEmpty()) {
        return tr("on this machine");
    }
    return device && !device->name.empty() ? tr("on %1").arg(toQString(device->name)) : QString();
}

void MeasurePanel::syncResults()
{
    QStringList troubles;
    const MeasuredSet* set = shownSet();
    const std::string where = toUtf8(whereShown());
    if (showsOwnRun() && set == nullptr && !m_job.isActive() && !m_job.measurement().points.empty()) {
        m_points->present({}); // they were taken off the window
        setLine(*m_headline, {});
        setLine(*m_largest, {});
    } else if (showsOwnRun()) {
        m_points->present(m_job.measurement(), m_job.points());
        setLine(*m_headline, fromCore(residualHeadline(m_job.measurement(), where)));
        setLine(*m_largest, fromCore(largestDifference(m_job.measurement())));
        for (const MeasureJob::Point& point : m_job.points()) {
            if (point.fault) {
                troubles << faultText(*point.fault);
            }
        }
    } else {
        m_points->present(set->measurement);
        setLine(*m_headline, fromCore(residualHeadline(set->measurement, where)));
        setLine(*m_largest, fromCore(largestDifference(set->measurement)));
    }
    m_points->setVisible(m_points->rowCount() > 0);
    m_remove->setEnabled(set != nullptr && !(m_job.isActive() && set->isOwnRun()));
    setLine(*m_troubles, troubles.join(u'\n'));
    syncStale();
    syncActions();
    syncProvenance();
}

void MeasurePanel::syncStale()
{
    if (!isVisible()) {
        return;
    }
    const Measurement& shown = shownMeasurement();
    const bool stale =
        m_model.refusal().isEmpty() && !shown.points.empty() && isStale(shown, m_model.evaluation().scenario);
    setLine(*m_stale,
        !stale              ? QString()
            : showsOwnRun() ? tr("The scenario has changed since these points were measured.")
                            : tr("These points were measured for another scenario."));
}

} // namespace sublinear
