// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/legend.h"
#include "app/export/figure_content.h"
#include "app/export/figure_format.h"
#include "app/export/figure_style.h"
#include "app/style/look.h"

#include <QString>

#include <memory>
#include <span>
#include <string_view>

class QPainter;

namespace sublinear {

class Card;

/// Every chart that can be exported by its id.
std::span<const std::string_view> figureCharts();

/// What `all` means on the command line and in the window: those of the scenario. The two that compare what K may
/// mean and the scaling curves are exported by their names.
std::span<const std::string_view> allCharts();

/// One chart on a card of its own that no screen shows: title, what is measured, what colours mean, and the picture,
/// painted by what paints it in the window. The content must outlive it.
class Figure {
public:
    Figure(std::string_view chart, const FigureContent& content, const FigureStyle& style);
    ~Figure();
    Figure(const Figure&) = delete;
    Figure& operator=(const Figure&) = delete;

    /// From (0, 0) on, in a device of style().size.pixels.
    void paint(QPainter& painter) const;

    [[nodiscard]] const std::string& chart() const { return m_chart; }
    [[nodiscard]] const FigureContent& content() const { return m_content; }
    [[nodiscard]] const FigureStyle& style() const { return m_style; }
    [[nodiscard]] QRectF pictureRect() const { return m_picture; } ///< under title and legend
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString summary() const; ///< what it shows, in words and numbers
    /// writeFigureRecord() of this chart, with the command that makes this file.
    [[nodiscard]] std::string record(FigureFormat format) const;

private:
    [[nodiscard]] double titleHeight() const;
    void layOut();
    [[nodiscard]] bool hasRoom() const; ///< for the picture, in lines of its type
    void fit(); ///< smaller type, then no legend, until it has

    std::string m_chart;
    const FigureContent& m_content;
    FigureStyle m_style;
    Look m_look;
    std::unique_ptr<Card> m_card;
    std::vector<LegendEntry> m_legend;
    double m_measureTop = 0;
    double m_legendTop = 0;
    QRectF m_picture;
};

} // namespace sublinear
