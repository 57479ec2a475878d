// SPDX-License-Identifier: MIT
#pragma once

#include "app/export/figure_content.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sublinear {

/// A cell of a chart's data: nothing, a whole number (bytes among them), a number, a yes or no, a text. No variant, of
/// which g++ 12 believes that it is read where it was never written.
struct Cell {
    enum class Kind { Nothing, Whole, Number, YesNo, Text };

    Cell() = default;
    Cell(std::int64_t value) // NOLINT(google-explicit-constructor): a row is written as its values
        : kind(Kind::Whole)
        , whole(value)
    {
    }
    Cell(double value) // NOLINT(google-explicit-constructor)
        : kind(Kind::Number)
        , number(value)
    {
    }
    Cell(bool value) // NOLINT(google-explicit-constructor)
        : kind(Kind::YesNo)
        , whole(value ? 1 : 0)
    {
    }
    Cell(std::string value) // NOLINT(google-explicit-constructor)
        : kind(Kind::Text)
        , text(std::move(value))
    {
    }

    Kind kind = Kind::Nothing;
    std::int64_t whole = 0;
    double number = 0;
    std::string text = {};
};

/// What a chart draws, as numbers. The first three columns are policy, k and basis: "law" by a formula, "executed" by
/// simulation of a schedule (rowBasis), "measured" on a device, "assumed".
struct ChartRows {
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows;
};

ChartRows chartRows(std::string_view chart, const FigureContent& content);

/// RFC 4180 with '\n'. Behind the data version and accounting in every row, and the figure's record in the first.
std::string chartCsv(std::string_view chart, const FigureContent& content, std::string_view record);
/// The data alone, for the clipboard: columns apart by tabs.
std::string chartTsv(std::string_view chart, const FigureContent& content);
/// {"format":"sublinear-chart", "chart", "title", "figure": record, "rows": [{column: value}]}
std::string chartJson(
    std::string_view chart, const FigureContent& content, std::string_view record, std::string_view title);
/// A tikzpicture with a pgfplots axis, to be \input; the record is a comment.
std::string chartTikz(
    std::string_view chart, const FigureContent& content, std::string_view record, std::string_view title);

} // namespace sublinear
