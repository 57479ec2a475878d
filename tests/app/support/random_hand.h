// SPDX-License-Identifier: MIT
#pragma once

#include "tests/app/support/window_bench.h"

#include <QPointF>
#include <QString>

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

class QComboBox;
class QAbstractButton;

namespace sublinear {
class CardPage;
class FieldSpinBox;
class KTable;
class Plot;
class SplitRing;
class SplitTable;
class TimelinePlot;
class ValueSlider;
} // namespace sublinear

namespace sublinear::testing {

/// A hand that does whatever a window lets it do, at random: each action follows from the seed and its own number
/// alone, so that any of them can be done again without those before it.
class RandomHand {
public:
    /// `data`: the folder with configs to import.
    RandomHand(WindowBench& bench, std::uint64_t seed, const QString& data);

    /// Does it, and says what it was.
    QString act(std::uint64_t number);

private:
    struct Action {
        int weight;
        std::function<QString()> run;
    };
    [[nodiscard]] int below(int limit); ///< from 0; 0 for no choice at all
    template <class T> [[nodiscard]] T* oneOf(const std::vector<T*>& all); ///< one that a hand can reach, or null
    [[nodiscard]] QPointF within(const QWidget& widget);
    void addControls();
    void addCharts();
    void addWindow();

    QString drag();
    QString key(QWidget* widget, std::initializer_list<Qt::Key> keys);
    QString type();
    QString wheel();
    QString tick();
    QString pick();
    QString point(bool click);
    QString table();
    QString scrub();
    QString file();
    QString baseline();
    QString comparison();
    QString preset();

    WindowBench& m_bench;
    std::uint64_t m_seed;
    std::mt19937_64 m_random;
    std::vector<Action> m_actions;
    int m_weights = 0;
    std::vector<ValueSlider*> m_sliders;
    std::vector<FieldSpinBox*> m_spins;
    std::vector<QComboBox*> m_combos;
    std::vector<QAbstractButton*> m_checks;
    std::vector<QAbstractButton*> m_switches;
    std::vector<QWidget*> m_plots;
    std::vector<QWidget*> m_pictures; ///< plots, ring and table of the split
    KTable* m_table;
    QWidget* m_timeline;
    std::vector<QString> m_files;
};

} // namespace sublinear::testing
