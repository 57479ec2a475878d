// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/card.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QScrollArea;
class QSplitter;
class QToolButton;

namespace sublinear {

class Baseline;
class CompareMenu;
class KTable;
class MeasuredSets;
class HighlightModel;
class ScenarioModel;
class TimelineCard;

/// The middle of the window: the cards in a grid, the table over K under them, and a row of
/// switches that shows and hides each. Any card goes to full size and back.
class CardPage : public QWidget {
    Q_OBJECT
public:
    explicit CardPage(ScenarioModel& model, QWidget* parent = nullptr);
    ~CardPage() override;

    [[nodiscard]] const std::vector<Card*>& cards() const { return m_cards; }
    /// What is lit in all of its views.
    [[nodiscard]] HighlightModel& highlight() { return *m_highlight; }
    [[nodiscard]] KTable& table() { return *m_table; }
    [[nodiscard]] CompareMenu& compareMenu() { return *m_compare; }
    [[nodiscard]] Card* fullSizeCard() const { return m_fullSize; }

    /// The measured points of the cards that show them; they must outlive the page's next call.
    void showMeasured(const ShownMarks& marks);
    /// Where the timeline's measured operations come from; they must outlive the page.
    void followMeasured(const MeasuredSets& sets);

    /// What cards and table are held against; it must outlive the page.
    void followBaseline(const Baseline& baseline);

    /// Something that tells of all cards, at the end of the switches.
    void addToSwitches(QWidget* widget);

    /// Ids of what is shown, for the saved page; unknown ids are ignored.
    [[nodiscard]] QStringList shownIds() const;
    void setShownIds(const QStringList& ids);
    void showCard(const QString& id); ///< beside what is shown; nothing for an unknown id
    [[nodiscard]] QByteArray layoutState() const;
    void restoreLayoutState(const QByteArray& state);

public Q_SLOTS:
    void showFullSize(Card* card); ///< null: back to the grid

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void addCard(Card* card, bool shownByDefault);
    QWidget* makeHint();
    void addSwitch(const QString& id, const QString& text, const QString& name, bool on);
    void refresh();
    /// Again, where only a part of the figures has come.
    void presentWhere(bool (Card::*shows)() const);
    /// What is still to come of the policies compared with; empty for nothing.
    [[nodiscard]] QString awaitedText() const;
    void holdBaseline(bool anew);
    void arrange();
    void scrollTo(const QString& id);
    void syncColumns(); ///< as many as width and type let stand beside each other
    [[nodiscard]] double typeScale() const; ///< of type beyond the usual, which needs larger cards
    [[nodiscard]] int columnsFor(int width, int cards) const;
    [[nodiscard]] bool isShown(const QString& id) const;

    ScenarioModel& m_model;
    HighlightModel* m_highlight; ///< what is pointed at anywhere
    std::vector<Card*> m_cards;
    std::vector<QToolButton*> m_switches;
    KTable* m_table;
    CompareMenu* m_compare;
    TimelineCard* m_timeline;
    QWidget* m_switchRow;
    QWidget* m_nothingShown; ///< says so, and how to get something
    QWidget* m_gridHost;
    QGridLayout* m_grid;
    QScrollArea* m_scroll;
    QSplitter* m_splitter;
    const Baseline* m_baseline = nullptr;
    const Evaluation* m_heldAgainst = nullptr; ///< what the cards have of it
    Card* m_fullSize = nullptr;
    QStringList m_usualIds;
    int m_columns = 0;
};

} // namespace sublinear
