// SPDX-License-Identifier: MIT
#include "app/export/figure.h"
#include "app/export/render.h"
#include "app/export/svg_device.h"
#include "app/model/text.h"
#include "app/report/report.h"
#include "app/report/report_blocks.h"
#include "core/figure/embed.h"

namespace sublinear {

namespace {

constexpr const char* kStyle = R"(
body { font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; color: #1b1f24; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.25rem; margin-top: 2.2rem; }
.verdict { font-size: 1.15rem; font-weight: 600; }
figure { margin: 1rem 0; border: 1px solid #d9dce1; border-radius: 6px; } figure svg { display: block; width: 100%; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: 13px; margin: 1rem 0; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #ebedf0; text-align: left; vertical-align: top; }
th { border-bottom-color: #8a919b; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
pre { white-space: pre-wrap; background: #f4f5f7; padding: .8rem; border-radius: 6px; }
@media print { body { max-width: none; font-size: 11px; } table { font-size: 9px; } figure, tr { break-inside: avoid; }
  h2 { break-after: avoid; } }
)";

QByteArray escaped(const std::string& text)
{
    return xmlEscaped(toQString(text));
}

QByteArray element(const char* name, const std::string& text)
{
    return QByteArray("<") + name + '>' + escaped(text) + "</" + name + ">\n";
}

QByteArray tableHtml(const TextTable& table)
{
    const std::vector<bool> numeric = numericColumns(table);
    const auto row = [&](const std::vector<std::string>& cells, const QByteArray& tag) {
        QByteArray html = "<tr>";
        for (std::size_t column = 0; column < cells.size(); ++column) {
            html += '<' + tag + (numeric[column] ? " class=\"n\">" : ">") + escaped(cells[column]) + "</" + tag + '>';
        }
        return html + "</tr>\n";
    };
    QByteArray html = "<div class=\"scroll\"><table>\n<thead>" + row(table.header, "th") + "</thead><tbody>\n";
    for (const std::vector<std::string>& cells : table.rows) {
        html += row(cells, "td");
    }
    return html + "</tbody></table></div>\n";
}

QByteArray blockHtml(const ReportBlock& block, const FigureContent& content)
{
    switch (block.kind) {
    case ReportBlock::Kind::Title:
        return element("h1", block.text);
    case ReportBlock::Kind::Heading:
        return element("h2", block.text);
    case ReportBlock::Kind::Verdict:
        return "<p class=\"verdict\">" + escaped(block.text) + "</p>\n";
    case ReportBlock::Kind::Paragraph:
        return element("p", block.text);
    case ReportBlock::Kind::Code:
        return element("pre", block.text);
    case ReportBlock::Kind::Table:
        return tableHtml(block.table);
    case ReportBlock::Kind::Figure:
        return "<figure>" + svgElementOf(Figure(block.text, content, FigureStyle())) + "</figure>\n";
    }
    return {};
}

} // namespace

QByteArray reportHtml(const FigureContent& content)
{
    const std::vector<ReportBlock> blocks = reportBlocks(content);
    QByteArray html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>"
        + escaped(blocks.front().text) + "</title>\n<style>" + kStyle + "</style>\n"
        + QByteArray::fromStdString(htmlRecord(writeFigureRecord(content.record))) + "\n</head>\n<body>\n";
    for (const ReportBlock& block : blocks) {
        html += blockHtml(block, content);
    }
    return html + "</body>\n</html>\n";
}

} // namespace sublinear
