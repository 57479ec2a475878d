// SPDX-License-Identifier: MIT
#include "app/report/report_pages.h"

#include "app/model/text.h"
#include "core/base/version.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sublinear {

namespace {

constexpr QSizeF kPage(794, 1123); // A4
constexpr double kMargin = 60;
constexpr double kFoot = 30; // of the page, for its number
constexpr double kCellGap = 10;
constexpr double kFigureHeight = 322;

double width()
{
    return kPage.width() - 2 * kMargin;
}

QFont sized(const QFont& base, int pixels, QFont::Weight weight)
{
    QFont font = base;
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

constexpr int kWrap = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop;

double heightOf(const QString& text, const QFont& font, double wide)
{
    return std::ceil(QFontMetricsF(font).boundingRect(QRectF(0, 0, wide, 1e6), kWrap, text).height());
}

double longestWord(const QString& text, const QFontMetricsF& metrics)
{
    double most = 0;
    for (const QString& word : text.split(u' ')) {
        most = std::max(most, metrics.horizontalAdvance(word));
    }
    return most;
}

} // namespace

ReportPages::ReportPages(QPdfWriter& writer, const FigureContent& content)
    : m_writer(writer)
    , m_content(content)
    , m_painter(&writer)
    , m_look(lookOf(FigureStyle().palette(), FigureStyle().font()))
    , m_y(kMargin)
{
    m_painter.scale(writer.width() / kPage.width(), writer.height() / kPage.height());
}

void ReportPages::footer()
{
    m_painter.setFont(sized(m_look.axis, 9, QFont::Normal));
    m_painter.setPen(m_look.muted);
    const QRectF foot(kMargin, kPage.height() - kMargin + 8, width(), kFoot);
    m_painter.drawText(foot, Qt::AlignLeft | Qt::AlignTop, QStringLiteral("Sublinear %1").arg(toQString(kVersion)));
    m_painter.drawText(foot, Qt::AlignRight | Qt::AlignTop, QString::number(m_page));
}

void ReportPages::need(double height)
{
    if (m_y + height > kPage.height() - kMargin && m_y > kMargin) {
        footer();
        m_writer.newPage();
        ++m_page;
        m_y = kMargin;
    }
}

void ReportPages::finish()
{
    footer();
    m_painter.end();
}

void ReportPages::text(const QString& text, const QFont& font, double before, double keepWith)
{
    const double high = heightOf(text, font, width());
    need(before + high + keepWith);
    m_y += m_y > kMargin ? before : 0;
    m_painter.setFont(font);
    m_painter.setPen(m_look.text);
    m_painter.drawText(QRectF(kMargin, m_y, width(), high + 2), kWrap, text);
    m_y += high + 4;
}

void ReportPages::code(const QString& text)
{
    const QFont font = sized(m_look.axis, 10, QFont::Normal);
    const double high = heightOf(text, font, width() - 16);
    need(high + 20);
    m_painter.fillRect(QRectF(kMargin, m_y + 2, width(), high + 12), m_look.window);
    m_painter.setFont(font);
    m_painter.setPen(m_look.text);
    m_painter.drawText(QRectF(kMargin + 8, m_y + 8, width() - 16, high + 2), kWrap, text);
    m_y += high + 20;
}

void ReportPages::figure(const std::string& chart)
{
    FigureStyle style;
    style.size.pixels = QSize(static_cast<int>(width()), static_cast<int>(kFigureHeight));
    style.fontPoints = 7.5;
    const Figure drawn(chart, m_content, style);
    need(kFigureHeight + 10);
    m_painter.save();
    m_painter.translate(kMargin, m_y + 4);
    drawn.paint(m_painter);
    m_painter.setPen(QPen(m_look.border, 1));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(QRectF(QPointF(0, 0), QSizeF(style.size.pixels)));
    m_painter.restore();
    m_y += kFigureHeight + 10;
}

// Numbers have what they need; what is left goes to texts by their lengths, at least a word's.
std::vector<double> ReportPages::columnWidths(
    const TextTable& table, const std::vector<bool>& numeric, const QFont& font) const
{
    const QFontMetricsF metrics(font);
    const std::size_t columns = table.header.size();
    std::vector<double> least(columns);
    std::vector<double> wanted(columns);
    for (std::size_t column = 0; column < columns; ++column) {
        least[column] = longestWord(toQString(table.header[column]), metrics);
        for (const std::vector<std::string>& cells : table.rows) {
            const QString cell = toQString(cells[column]);
            const double whole = metrics.horizontalAdvance(cell);
            least[column] = std::max(least[column], numeric[column] ? whole : longestWord(cell, metrics));
            wanted[column] = std::max(wanted[column], whole);
        }
        wanted[column] = std::max(wanted[column], least[column]);
    }
    const double room = width() - kCellGap * static_cast<double>(columns - 1);
    const double narrow = std::accumulate(least.begin(), least.end(), 0.0);
    const double wide = std::accumulate(wanted.begin(), wanted.end(), 0.0);
    if (wide <= room) {
        return wanted;
    }
    const double part = wide > narrow ? std::clamp((room - narrow) / (wide - narrow), 0.0, 1.0) : 0;
    for (std::size_t column = 0; column < columns; ++column) {
        least[column] += part * (wanted[column] - least[column]);
    }
    return least;
}

double ReportPages::row(const std::vector<std::string>& cells, const std::vector<double>& widths,
    const std::vector<bool>& numeric, const QFont& font, bool draw)
{
    double high = 0;
    double left = kMargin;
    m_painter.setFont(font);
    for (std::size_t column = 0; column < cells.size(); ++column) {
        const QString cell = toQString(cells[column]);
        const QRectF box(left, m_y + 2, widths[column] + 1, 1e4);
        const int flags = (numeric[column] ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop | Qt::TextWordWrap;
        high = std::max(high, QFontMetricsF(font).boundingRect(box, flags, cell).height());
        if (draw) {
            m_painter.drawText(box, flags, cell);
        }
        left += widths[column] + kCellGap;
    }
    return std::ceil(high) + 5;
}

void ReportPages::table(const TextTable& table)
{
    const std::vector<bool> numeric = numericColumns(table);
    QFont font;
    std::vector<double> widths;
    // Smaller type rather than off the page.
    for (int pixels = 11; pixels >= 7; --pixels) {
        font = sized(m_look.axis, pixels, QFont::Normal);
        widths = columnWidths(table, numeric, sized(font, pixels, QFont::DemiBold));
        const double whole = std::accumulate(widths.begin(), widths.end(), 0.0);
        if (whole + kCellGap * static_cast<double>(widths.size() - 1) <= width()) {
            break;
        }
    }
    const QFont bold = sized(font, font.pixelSize(), QFont::DemiBold);
    m_y += 6;
    const auto put = [&](const std::vector<std::string>& cells, const QFont& type, const QColor& line) {
        m_painter.setPen(m_look.text);
        m_y += row(cells, widths, numeric, type, true);
        m_painter.setPen(QPen(line, 0.7));
        m_painter.drawLine(QPointF(kMargin, m_y), QPointF(kMargin + width(), m_y));
    };
    const double head = row(table.header, widths, numeric, bold, false);
    const double first = table.rows.empty() ? 0 : row(table.rows.front(), widths, numeric, font, false);
    need(head + first);
    put(table.header, bold, m_look.muted);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const std::vector<std::string>& cells = table.rows[i];
        const int page = m_page;
        const bool lastButOne = i + 2 == table.rows.size(); // the last does not go to a page alone
        need(row(cells, widths, numeric, font, false)
            + (lastButOne ? row(table.rows.back(), widths, numeric, font, false) : 0));
        if (m_page != page) {
            put(table.header, bold, m_look.muted);
        }
        put(cells, font, m_look.grid);
    }
    m_y += 10;
}

double ReportPages::beginning(std::span<const ReportBlock> blocks) const
{
    constexpr double kTable = 110; // some rows
    constexpr double kCode = 60;
    double high = 0;
    for (const ReportBlock& block : blocks) {
        switch (block.kind) {
        case ReportBlock::Kind::Figure:
            return high + kFigureHeight + 10;
        case ReportBlock::Kind::Table:
            return high + kTable;
        case ReportBlock::Kind::Code:
            return high + kCode;
        default:
            high += heightOf(toQString(block.text), sized(m_look.axis, 12, QFont::Normal), width()) + 8;
        }
    }
    return high;
}

void ReportPages::put(std::span<const ReportBlock> blocks)
{
    const ReportBlock& block = blocks.front();
    const QString words = toQString(block.text);
    switch (block.kind) {
    case ReportBlock::Kind::Title:
        text(words, sized(m_look.title, 22, QFont::DemiBold), 0);
        break;
    case ReportBlock::Kind::Heading:
        text(words, sized(m_look.title, 16, QFont::DemiBold), 20, beginning(blocks.subspan(1)));
        break;
    case ReportBlock::Kind::Verdict:
        text(words, sized(m_look.title, 14, QFont::DemiBold), 8);
        break;
    case ReportBlock::Kind::Paragraph:
        text(words, sized(m_look.axis, 12, QFont::Normal), 3);
        break;
    case ReportBlock::Kind::Code:
        code(words);
        break;
    case ReportBlock::Kind::Table:
        table(block.table);
        break;
    case ReportBlock::Kind::Figure:
        figure(block.text);
        break;
    }
}

} // namespace sublinear
