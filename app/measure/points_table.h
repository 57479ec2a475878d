// SPDX-License-Identifier: MIT
#pragma once

#include "app/measure/measure_job.h"

#include <QTableWidget>

#include <optional>
#include <vector>

namespace sublinear {

/// Measured points by policy, peak over step time: what was predicted, what was measured, and how they
/// differ. Ctrl+C copies all of it in bytes and milliseconds as tab-separated text with a header.
class PointsTable : public QTableWidget {
    Q_OBJECT

public:
    explicit PointsTable(QWidget* parent = nullptr);

    void setType(const QFont& type);
    /// Points of a run that may still go on: what is to come stands there too.
    void present(const Measurement& measurement, const std::vector<MeasureJob::Point>& points);
    /// Points that have all been measured.
    void present(const Measurement& measurement);
    [[nodiscard]] QString copyText() const;
    /// Of the row that is chosen, into the measurement's points; empty where it has none.
    [[nodiscard]] std::optional<std::size_t> chosenPoint() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setCell(int row, int column, const QString& text, const QString& tip);
    void fill(int row, const PointRecord& point);
    void fillUnmeasured(int row, const MeasureJob::Point& point);
    void fitRows();

    std::vector<QStringList> m_copied; ///< a row each
    std::vector<std::optional<std::size_t>> m_indices; ///< by row, into the points
};

} // namespace sublinear
