// SPDX-License-Identifier: MIT
#pragma once

#include "app/export/figure.h"
#include "app/report/report_blocks.h"

#include <QPainter>
#include <QPdfWriter>

#include <span>

namespace sublinear {

/// Puts a report's blocks on pages, one below the other: a figure, a row of a table or a heading with what follows it
/// is never cut by a page's end, and a table that goes on repeats its header. Lengths are pixels of 1/96 inch.
class ReportPages {
public:
    ReportPages(QPdfWriter& writer, const FigureContent& content);

    /// The first of them; the others tell how much has to stand on the same page as a heading.
    void put(std::span<const ReportBlock> blocks);
    void finish(); ///< the last page

private:
    /// At least so much of what comes next stands under a heading.
    [[nodiscard]] double beginning(std::span<const ReportBlock> blocks) const;
    void text(const QString& text, const QFont& font, double before, double keepWith = 0);
    void code(const QString& text);
    void figure(const std::string& chart);
    void table(const TextTable& table);
    double row(const std::vector<std::string>& cells, const std::vector<double>& widths,
        const std::vector<bool>& numeric, const QFont& font, bool draw);
    [[nodiscard]] std::vector<double> columnWidths(
        const TextTable& table, const std::vector<bool>& numeric, const QFont& font) const;
    /// Begins a new page unless there is so much room.
    void need(double height);
    void footer();

    QPdfWriter& m_writer;
    const FigureContent& m_content;
    QPainter m_painter;
    Look m_look;
    double m_y;
    int m_page = 1;
};

} // namespace sublinear
