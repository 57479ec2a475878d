// SPDX-License-Identifier: MIT
// A chart's rows as CSV and as JSON.
#include "app/export/chart_rows.h"

#include "core/base/version.h"
#include "core/report/csv_text.h"
#include "core/scenario/spellings.h"

#include <nlohmann/json.hpp>

namespace sublinear {

namespace {

using Json = nlohmann::ordered_json;

std::string csvOf(const Cell& cell)
{
    switch (cell.kind) {
    case Cell::Kind::Nothing:
        break;
    case Cell::Kind::Whole:
        return std::to_string(cell.whole);
    case Cell::Kind::Number:
        return shortestNumber(cell.number);
    case Cell::Kind::YesNo:
        return cell.whole != 0 ? "true" : "false";
    case Cell::Kind::Text:
        return csvCell(cell.text);
    }
    return {};
}

Json jsonOf(const Cell& cell)
{
    switch (cell.kind) {
    case Cell::Kind::Nothing:
        break;
    case Cell::Kind::Whole:
        return cell.whole;
    case Cell::Kind::Number:
        return cell.number;
    case Cell::Kind::YesNo:
        return cell.whole != 0;
    case Cell::Kind::Text:
        return cell.text;
    }
    return nullptr;
}

} // namespace

std::string chartCsv(std::string_view chart, const FigureContent& content, std::string_view record)
{
    const ChartRows table = chartRows(chart, content);
    std::string csv;
    for (const std::string& column : table.columns) {
        csv += column + ",";
    }
    csv += "version,accounting,figure\n";
    std::string last = csvCell(record);
    const std::string_view accounting = spelt(content.evaluation.scenario.accounting);
    for (const std::vector<Cell>& row : table.rows) {
        for (const Cell& cell : row) {
            csv += csvOf(cell) + ",";
        }
        csv += std::string(kVersion) + "," + std::string(accounting) + "," + last + "\n";
        last.clear();
    }
    return csv;
}

std::string chartTsv(std::string_view chart, const FigureContent& content)
{
    const ChartRows table = chartRows(chart, content);
    std::string text;
    for (const std::string& column : table.columns) {
        text += text.empty() ? column : "\t" + column;
    }
    for (const std::vector<Cell>& row : table.rows) {
        char before = '\n';
        for (const Cell& cell : row) {
            text += before;
            text += cell.kind == Cell::Kind::Text ? cell.text : csvOf(cell);
            before = '\t';
        }
    }
    return text + "\n";
}

std::string chartJson(
    std::string_view chart, const FigureContent& content, std::string_view record, std::string_view title)
{
    const ChartRows table = chartRows(chart, content);
    Json rows = Json::array();
    for (const std::vector<Cell>& row : table.rows) {
        Json object = Json::object();
        for (std::size_t column = 0; column < row.size(); ++column) {
            object[table.columns[column]] = jsonOf(row[column]);
        }
        rows.push_back(std::move(object));
    }
    const Json document = {
        { "format", "sublinear-chart" },
        { "version", 1 },
        { "chart", chart },
        { "title", title },
        { "figure", Json::parse(record, nullptr, false) },
        { "rows", std::move(rows) },
    };
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace sublinear
