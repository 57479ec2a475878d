// SPDX-License-Identifier: MIT
#pragma once

#include "app/measure/measure_job.h"

#include <QTableWidget>

namespace sublinear {

/// Measured points by policy: predicted and measured peak, how they differ, time of a step. Ctrl+C
/// copies all of it as tab-separated text with the header.
class PointsTable : public QTableWidget {
    Q_OBJECT

public:
    explicit PointsTable(QWidget* parent = nullptr);

    /// Points of a run that may still go on: what is to come stands there too.
    void present(const Measurement& measurement, const std::vector<MeasureJob::Point>& points);
    /// Points that have all been measured.
    void present(const Measurement& measurement);
    [[nodiscard]] QString copyText() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setCell(int row, int column, const QString& text, const QString& tip);
    void fill(int row, const PointRecord& point);
    void fillUnmeasured(int row, const MeasureJob::Point& point);
    void setUnit(Bytes largest);
    [[nodiscard]] QString inUnit(Bytes bytes) const;

    Bytes m_unit = 1;
};

} // namespace sublinear
