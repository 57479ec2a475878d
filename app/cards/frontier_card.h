// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/card.h"

namespace sublinear {

class FrontierPlot;

class FrontierCard : public Card {
    Q_OBJECT
public:
    explicit FrontierCard(QWidget* parent = nullptr);
    void setPointedK(Count k) override;

protected:
    void update(const Evaluation& evaluation) override;
    void restyle(const Look& look) override;

private:
    FrontierPlot* m_plot;
};

} // namespace sublinear
