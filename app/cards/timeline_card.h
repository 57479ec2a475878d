// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/card.h"
#include "app/cards/timeline_player.h"
#include "app/cards/timeline_source.h"

#include <QTimer>

#include <optional>

class QComboBox;
class QLabel;
class QToolButton;

namespace sublinear {

class MeasuredSets;
class TimelinePlot;

/// What is alive at one operation, in the memory split's terms.
struct SplitInstant {
    MemorySplit split;
    QString where; ///< "backward layer 29"
};

/// Live bytes over the operations of one training step, with what is held of each layer at the instant that a hand, the
/// keys or the player has reached; another policy's step below on the same axes.
class TimelineCard : public Card {
    Q_OBJECT
public:
    explicit TimelineCard(QWidget* parent = nullptr);

    /// Where measured operations come from; it must outlive the card.
    void follow(const MeasuredSets& sets);
    void setHighlighted(const QString& id) override;
    [[nodiscard]] bool comparesPolicies() const override { return true; }
    [[nodiscard]] TimelinePlot& plot() { return *m_plot; }
    [[nodiscard]] TimelineSource& source() { return m_source; }
    [[nodiscard]] TimelinePlayer& player() { return m_player; }
    [[nodiscard]] SecondStep second() const;
    /// Below the first, as soon as there is such a step to choose.
    void setSecond(const SecondStep& second);

Q_SIGNALS:
    /// What the memory split is to show instead of the peak; empty: the peak again.
    void instantShown(const std::optional<SplitInstant>& instant);

protected:
    void update(const Evaluation& evaluation) override;
    void restyle(const Look& look) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildControls();
    QToolButton* addButton(const char* id, const QString& text, const QString& name, const QString& tip);
    void ask();
    void take(); ///< the source's answer
    void syncSeconds(const Evaluation& evaluation);
    void syncInstant();
    void elideReadOut();
    void syncPlaying();
    void syncTexts();
    void togglePlaying();
    [[nodiscard]] bool hasMeasuredSteps() const; ///< of the chosen policy
    [[nodiscard]] QString measuredWords() const;
    [[nodiscard]] QString instantText() const;

    TimelinePlot* m_plot;
    QLabel* m_readOut;
    QToolButton* m_play = nullptr;
    QComboBox* m_speed = nullptr;
    QComboBox* m_second = nullptr;
    QToolButton* m_states = nullptr;
    QToolButton* m_inSplit = nullptr;
    TimelineSource m_source;
    TimelinePlayer m_player;
    QTimer m_late; ///< a picture that takes longer than this makes the one before pale
    std::optional<ResolvedScenario> m_scenario;
    Bytes m_lawBytes = 0; ///< the law's total, where that rounds up
    MeasuredRuns m_runs;
    bool m_secondByHand = false;
    QString m_awaited; ///< by the id of its entry, until there is one
};

} // namespace sublinear
