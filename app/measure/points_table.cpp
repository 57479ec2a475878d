// SPDX-License-Identifier: MIT
#include "app/measure/points_table.h"

#include "app/measure/measure_text.h"
#include "app/model/text.h"
#include "app/style/look.h"
#include "core/base/units.h"
#include "core/measurement/residual.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

namespace sublinear {

namespace {

enum Column { Policy, Predicted, Measured, Difference, Step, Columns };

Qt::Alignment alignmentOf(int column)
{
    return Qt::AlignVCenter | (column == Policy ? Qt::AlignLeft : Qt::AlignRight);
}

QString bytesText(std::optional<Bytes> bytes)
{
    return bytes ? toQString(formatGrouped(*bytes)) + PointsTable::tr(" bytes") : PointsTable::tr("not known");
}

QString pointTip(const PointRecord& point)
{
    QStringList lines { PointsTable::tr("Predicted: %1").arg(bytesText(point.predictedPeakBytes)),
        PointsTable::tr("Measured: %1").arg(bytesText(point.measuredPeakBytes)) };
    if (point.stepNs && point.stepNs->p25 && point.stepNs->p75) {
        lines << PointsTable::tr("Step: %1, half of them from %2 to %3")
                     .arg(stepText(point.stepNs->median), stepText(*point.stepNs->p25), stepText(*point.stepNs->p75));
    }
    if (point.gradientsIdentical) {
        lines << (*point.gradientsIdentical ? PointsTable::tr("Gradients are store_all's, bit for bit")
                                            : PointsTable::tr("Gradients differ from store_all's"));
    }
    if (!point.valid) {
        lines << PointsTable::tr("Not a valid measurement");
    }
    if (!point.note.empty()) {
        lines << toQString(point.note);
    }
    return lines.join(u'\n');
}

Bytes largestOf(const Measurement& measurement)
{
    Bytes largest = 0;
    for (const PointRecord& point : measurement.points) {
        largest = std::max({ largest, point.predictedPeakBytes.value_or(0), point.measuredPeakBytes.value_or(0) });
    }
    return largest;
}

} // namespace

PointsTable::PointsTable(QWidget* parent)
    : QTableWidget(0, Columns, parent)
{
    setObjectName(QStringLiteral("measure.points"));
    setAccessibleName(tr("Measured points"));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setFont(lookOf(palette(), font()).axis);
    setShowGrid(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(Policy, QHeaderView::Stretch);
    horizontalHeader()->setMinimumSectionSize(24);
    horizontalHeader()->setFont(font());
    horizontalHeader()->setHighlightSections(false);
    setUnit(0);
}

void PointsTable::setUnit(Bytes largest)
{
    m_unit = largest >= kGiB ? kGiB : kMiB;
    const QString unit = largest >= kGiB ? tr("GiB") : tr("MiB");
    const QStringList names { tr("Policy"), tr("Predicted,\n%1").arg(unit), tr("Measured,\n%1").arg(unit),
        tr("Differ-\nence"), tr("Step") };
    for (int column = 0; column < Columns; ++column) {
        if (horizontalHeaderItem(column) == nullptr) {
            setHorizontalHeaderItem(column, new QTableWidgetItem);
            horizontalHeaderItem(column)->setTextAlignment(alignmentOf(column));
        }
        horizontalHeaderItem(column)->setText(names[column]);
    }
}

QString PointsTable::inUnit(Bytes bytes) const
{
    return toQString(formatFixed(static_cast<double>(bytes) / static_cast<double>(m_unit), 2));
}

void PointsTable::setCell(int row, int column, const QString& text, const QString& tip)
{
    QTableWidgetItem* cell = item(row, column);
    if (cell == nullptr) {
        cell = new QTableWidgetItem;
        cell->setTextAlignment(alignmentOf(column));
        setItem(row, column, cell);
    }
    if (cell->text() != text) {
        cell->setText(text);
    }
    if (cell->toolTip() != tip) {
        cell->setToolTip(tip);
        cell->setData(Qt::AccessibleDescriptionRole, tip);
    }
}

void PointsTable::fill(int row, const PointRecord& point)
{
    const QString tip = pointTip(point);
    const QString none = QStringLiteral("\u2013");
    const auto residual = peakResidual(point);
    setCell(row, Policy, toQString(policyText(point.policy)), tip);
    setCell(row, Predicted, point.predictedPeakBytes ? inUnit(*point.predictedPeakBytes) : none, tip);
    setCell(row, Measured, point.measuredPeakBytes ? inUnit(*point.measuredPeakBytes) : none, tip);
    setCell(row, Difference, residual ? toQString(residualText(*residual)) : none, tip);
    setCell(row, Step, point.stepNs ? stepText(point.stepNs->median) : none, tip);
}

void PointsTable::fillUnmeasured(int row, const MeasureJob::Point& point)
{
    const QString tip = point.fault ? faultText(*point.fault) : tr("To be measured");
    setCell(row, Policy, toQString(policyText(point.policy)), tip);
    setCell(row, Predicted, point.forecast ? inUnit(point.forecast->predictedPeakBytes) : QString(), tip);
    setCell(row, Measured, point.fault ? tr("failed") : QString(), tip);
    setCell(row, Difference, {}, tip);
    setCell(row, Step, {}, tip);
}

void PointsTable::present(const Measurement& measurement, const std::vector<MeasureJob::Point>& points)
{
    Bytes largest = largestOf(measurement);
    for (const MeasureJob::Point& point : points) {
        largest = std::max(largest, point.forecast ? point.forecast->predictedPeakBytes : 0);
    }
    setUnit(largest);
    setRowCount(static_cast<int>(points.size()));
    for (int row = 0; row < rowCount(); ++row) {
        const MeasureJob::Point& point = points[static_cast<std::size_t>(row)];
        if (point.measured) {
            fill(row, measurement.points[*point.measured]);
        } else {
            fillUnmeasured(row, point);
        }
    }
}

void PointsTable::present(const Measurement& measurement)
{
    setUnit(largestOf(measurement));
    setRowCount(static_cast<int>(measurement.points.size()));
    for (int row = 0; row < rowCount(); ++row) {
        fill(row, measurement.points[static_cast<std::size_t>(row)]);
    }
}

QString PointsTable::copyText() const
{
    QStringList lines;
    for (int row = -1; row < rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < Columns; ++column) {
            const QTableWidgetItem* cell = row < 0 ? horizontalHeaderItem(column) : item(row, column);
            cells << (cell != nullptr ? cell->text().remove(QStringLiteral("-\n")).replace(u'\n', u' ') : QString());
        }
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n') + u'\n';
}

void PointsTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(copyText());
        event->accept();
        return;
    }
    QTableWidget::keyPressEvent(event);
}

} // namespace sublinear
