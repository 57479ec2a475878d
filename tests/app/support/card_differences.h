// SPDX-License-Identifier: MIT
#pragma once

#include "tests/app/support/card_bench.h"

#include <QStringList>

#include <utility>
#include <vector>

namespace sublinear::testing {

/// Collects where what is shown is not what it should be.
class Differences {
public:
    void number(const QString& what, double shown, double wanted);
    void text(const QString& what, const QString& shown, const QString& wanted);
    void holds(const QString& what, bool truth);
    /// Every line from now on begins with this.
    void setCard(const QString& id) { m_card = id; }

    [[nodiscard]] const QStringList& lines() const { return m_lines; }

private:
    void add(const QString& line);

    QString m_card;
    QStringList m_lines;
};

/// What the cards and the table of a page draw that is not what an evaluation says; empty where
/// they agree. Reads series, bar sets, slices and what is painted, and works the wanted
/// figures out of the evaluation's bytes by itself.
QStringList differences(CardBench& bench, const Evaluation& wanted);

// One card each; they know where to look.
void splitDifferences(CardBench& bench, const Evaluation& wanted, Differences& found);
void layerDifferences(CardBench& bench, const Evaluation& wanted, Differences& found);
void depthDifferences(CardBench& bench, const Evaluation& wanted, Differences& found);
void meaningsDifferences(CardBench& bench, const Evaluation& wanted, Differences& found);
void memoryDifferences(CardBench& bench, const Evaluation& wanted, Differences& found);
void batchDifferences(CardBench& bench, const Evaluation& wanted, Differences& found);
void throughputDifferences(CardBench& bench, const Evaluation& wanted, Differences& found);
void frontierDifferences(CardBench& bench, const Evaluation& wanted, Differences& found);
void tableDifferences(CardBench& bench, const Evaluation& wanted, Differences& found);
/// Whether what the titles claim is true.
void titleDifferences(CardBench& bench, const Evaluation& wanted, Differences& found);

/// The numbers that a policy is drawn over, worked out here again.
struct Numbers {
    std::vector<Count> all { 1 }; ///< one place without a number answers to 1
    QString letter; ///< empty for budgets, and for a policy without a number
    bool budgets = false;

    [[nodiscard]] bool exist() const { return budgets || !letter.isEmpty(); }
    /// Place on the axis: logarithmic, or the budget in GiB.
    [[nodiscard]] double place(Count number) const;
    [[nodiscard]] QString nameOf(Count number) const;
    [[nodiscard]] QString word() const;
};
Numbers numbersOf(const Evaluation& evaluation);
/// The chosen number, or -1 where nothing on the axis is chosen.
Count chosenOf(const Evaluation& evaluation);

double gib(Bytes bytes);
QString gibText(Bytes bytes);
/// Each text is its bytes within a unit of its last place, and together they are what the total's says.
void partsDifferences(
    const std::vector<std::pair<QString, Bytes>>& parts, const QString& total, Bytes totalBytes, Differences& found);
QString percentText(double fraction, int decimals = 1);

} // namespace sublinear::testing
