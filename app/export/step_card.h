// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/card.h"
#include "app/cards/timeline_source.h"

namespace sublinear {

/// The step of a figure's content on a card: what the timeline shows before a hand moves it, at the peak.
class StepCard : public Card {
    Q_OBJECT
public:
    /// The answer must outlive the card.
    explicit StepCard(const TimelineSource::Answer& answer, QWidget* parent = nullptr);

    /// Whether the step is high enough for its type, with its legends.
    [[nodiscard]] bool hasRoom() const;

protected:
    void update(const Evaluation& evaluation) override;
    void restyle(const Look& look) override;

private:
    class View;
    const TimelineSource::Answer& m_answer;
    View* m_view;
};

} // namespace sublinear
