// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/card.h"

#include <optional>

class QLabel;
class QToolButton;

namespace sublinear {

class SegmentPlot;
class ValueSlider;

/// Why segments of sqrt(N) layers are seldom best: a slider moves the ratio of layer to boundary,
/// from the scenario's own, and the best length moves with it.
class SegmentCard : public Card {
    Q_OBJECT
public:
    explicit SegmentCard(QWidget* parent = nullptr);
    void setHighlighted(const QString& id) override;
    [[nodiscard]] bool needsPolicy() const override { return false; }
    [[nodiscard]] QWidget* picture() const override; ///< the plot: a slider is of no use on paper

protected:
    void update(const Evaluation& evaluation) override;
    void restyle(const Look& look) override;

private:
    QWidget* buildControl();
    void setHand(std::optional<double> ratio);
    void refresh();
    void syncSlider(double ratio);

    SegmentPlot* m_plot;
    QLabel* m_sentence;
    ValueSlider* m_slider; ///< in tenths: its values are whole
    QLabel* m_readOut;
    QToolButton* m_back;
    Count m_layers = 1;
    double m_own = 1;
    std::optional<double> m_hand; ///< unless the hand has moved it, the scenario's own ratio is shown
};

} // namespace sublinear
