// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/plot_card.h"

namespace sublinear {

class FrontierPlot;

class FrontierCard : public PlotCard {
    Q_OBJECT
public:
    explicit FrontierCard(QWidget* parent = nullptr);
    void setHighlighted(const QString& id) override;
    [[nodiscard]] bool comparesPolicies() const override { return true; }
    [[nodiscard]] bool showsBeside() const override { return true; }
    [[nodiscard]] bool showsMeasured() const override { return true; }

protected:
    void update(const Evaluation& evaluation) override;

private:
    FrontierPlot* m_plot;
};

} // namespace sublinear
