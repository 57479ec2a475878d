// SPDX-License-Identifier: MIT
#include "app/measure/points_table.h"

#include "app/measure/measure_text.h"
#include "app/model/text.h"
#include "core/base/units.h"
#include "core/measurement/residual.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace sublinear {

namespace {

constexpr int kBetweenRows = 4;

enum Column { Policy, Predicted, Measured, Difference, Columns };

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
    if (point.predictedStepNs) {
        lines << PointsTable::tr("Step foretold from the operations of %1: %2")
                     .arg(toQString(point.predictedStepBasis), stepText(*point.predictedStepNs));
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

// Peak over step time; only the one where the other is not there.
QString twoLines(const QString& memory, const QString& time)
{
    return time.isEmpty() ? memory : memory + u'\n' + time;
}

QString differenceText(const Residual& residual)
{
    const QString bytes = toQString(signedBytesText(residual.bytes));
    const QString part = toQString(residualText(residual));
    return part == bytes ? bytes : bytes + QStringLiteral("  ") + part;
}

QStringList copiedRow(const PointRecord& point)
{
    constexpr double kNsPerMs = 1e6;
    const auto bytes = [](std::optional<Bytes> value) { return value ? QString::number(*value) : QString(); };
    const auto ms = [](double ns) { return toQString(formatFixed(ns / kNsPerMs, 3)); };
    const auto percent = [](double fraction) { return toQString(formatFixed(100 * fraction, 3)); };
    const auto residual = peakResidual(point);
    const auto step = stepResidual(point);
    return { toQString(policyText(point.policy)), bytes(point.predictedPeakBytes), bytes(point.measuredPeakBytes),
        residual ? QString::number(residual->bytes) : QString(), residual ? percent(residual->fraction) : QString(),
        point.predictedStepNs ? ms(*point.predictedStepNs) : QString(),
        point.stepNs ? ms(point.stepNs->median) : QString(), step ? percent(*step) : QString() };
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
    setShowGrid(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    verticalHeader()->hide();
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(Policy, QHeaderView::Stretch);
    horizontalHeader()->setMinimumSectionSize(24);
    horizontalHeader()->setHighlightSections(false);
    const QStringList names { tr("Policy"), tr("Predicted"), tr("Measured"), tr("Difference") };
    for (int column = 0; column < Columns; ++column) {
        setHorizontalHeaderItem(column, new QTableWidgetItem(names[column]));
        horizontalHeaderItem(column)->setTextAlignment(alignmentOf(column));
    }
}

void PointsTable::setType(const QFont& type)
{
    setFont(type);
    horizontalHeader()->setFont(type);
    fitRows();
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
    const auto step = stepResidual(point);
    setCell(row, Policy, pointName(point.policy), tip);
    setCell(row, Predicted,
        twoLines(point.predictedPeakBytes ? sizeText(*point.predictedPeakBytes) : none,
            point.predictedStepNs ? stepText(*point.predictedStepNs) : QString()),
        tip);
    setCell(row, Measured,
        twoLines(point.measuredPeakBytes ? sizeText(*point.measuredPeakBytes) : none,
            point.stepNs ? stepText(point.stepNs->median) : QString()),
        tip);
    QString late = step ? toQString(signedPercentText(*step)) : QString();
    if (step && !disturbanceOf(point).empty()) {
        late = tr("disturbed  %1").arg(late);
    }
    setCell(row, Difference, twoLines(residual ? differenceText(*residual) : none, late), tip);
    m_copied.push_back(copiedRow(point));
}

void PointsTable::fillUnmeasured(int row, const MeasureJob::Point& point)
{
    const QString tip = point.fault ? faultText(*point.fault) : tr("To be measured");
    setCell(row, Policy, pointName(point.policy), tip);
    setCell(row, Predicted, point.forecast ? sizeText(point.forecast->predictedPeakBytes) : QString(), tip);
    setCell(row, Measured, point.fault ? tr("failed") : QString(), tip);
    setCell(row, Difference, {}, tip);
    m_copied.push_back({ toQString(policyText(point.policy)) });
}

void PointsTable::present(const Measurement& measurement, const std::vector<MeasureJob::Point>& points)
{
    m_copied.clear();
    m_indices.clear();
    setRowCount(static_cast<int>(points.size()));
    for (int row = 0; row < rowCount(); ++row) {
        const MeasureJob::Point& point = points[static_cast<std::size_t>(row)];
        m_indices.push_back(point.measured);
        if (point.measured) {
            fill(row, measurement.points[*point.measured]);
        } else {
            fillUnmeasured(row, point);
        }
    }
    fitRows();
}

void PointsTable::present(const Measurement& measurement)
{
    m_copied.clear();
    m_indices.clear();
    setRowCount(static_cast<int>(measurement.points.size()));
    for (int row = 0; row < rowCount(); ++row) {
        m_indices.emplace_back(static_cast<std::size_t>(row));
        fill(row, measurement.points[static_cast<std::size_t>(row)]);
    }
    fitRows();
}

// As tall as its rows: what stands below it moves up.
void PointsTable::fitRows()
{
    resizeRowsToContents();
    for (int row = 0; row < rowCount(); ++row) {
        setRowHeight(row, rowHeight(row) + kBetweenRows);
    }
    setMaximumHeight(horizontalHeader()->sizeHint().height() + verticalHeader()->length() + 2 * frameWidth()
        + horizontalScrollBar()->sizeHint().height());
}

std::optional<std::size_t> PointsTable::chosenPoint() const
{
    const auto row = static_cast<std::size_t>(std::max(0, currentRow()));
    return row < m_indices.size() ? m_indices[row] : std::nullopt;
}

QString PointsTable::copyText() const
{
    QStringList lines { QStringList { tr("Policy"), tr("Predicted peak, bytes"), tr("Measured peak, bytes"),
        tr("Difference, bytes"), tr("Difference, %"), tr("Predicted step, ms"), tr("Measured step, ms"),
        tr("Difference of the step, %") }
                            .join(u'\t') };
    for (const QStringList& row : m_copied) {
        lines << row.join(u'\t');
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
