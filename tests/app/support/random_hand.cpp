// SPDX-License-Identifier: MIT
#include "tests/app/support/random_hand.h"

#include "app/cards/card_page.h"
#include "app/cards/compare_menu.h"
#include "app/cards/split_card.h"
#include "app/cards/timeline_plot.h"
#include "app/charts/plot.h"
#include "app/compare/comparison_dialog.h"
#include "app/controls/field_spin_box.h"
#include "app/controls/value_slider.h"
#include "app/style/theme.h"
#include "app/table/k_table.h"
#include "core/catalog/catalog.h"
#include "core/scenario/scenario_json.h"
#include "tests/app/support/chart_hand.h"
#include "tests/app/support/slider_drag.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QTableWidget>
#include <QToolButton>

#include <algorithm>

namespace sublinear::testing {

namespace {

template <class T> std::vector<T*> childrenOf(QWidget& window)
{
    const QList<T*> found = window.findChildren<T*>();
    return { found.begin(), found.end() };
}

void press(QWidget& widget, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier, const QString& text = {})
{
    QKeyEvent down(QEvent::KeyPress, key, modifiers, text);
    QApplication::sendEvent(&widget, &down);
    QKeyEvent up(QEvent::KeyRelease, key, modifiers, text);
    QApplication::sendEvent(&widget, &up);
}

void turn(QWidget& widget, QPointF at, int notches)
{
    QWheelEvent event(at, widget.mapToGlobal(at), {}, QPoint(0, 120 * notches), Qt::NoButton, Qt::NoModifier,
        Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

/// What takes the mouse: a chart's events are its viewport's.
QWidget& handled(QWidget& widget)
{
    auto* area = qobject_cast<QAbstractScrollArea*>(&widget);
    return area != nullptr ? *area->viewport() : widget;
}

} // namespace

RandomHand::RandomHand(WindowBench& bench, std::uint64_t seed, const QString& data)
    : m_bench(bench)
    , m_seed(seed)
    , m_table(bench.named<KTable>("table"))
    , m_timeline(bench.window().findChild<TimelinePlot*>())
{
    MainWindow& window = bench.window();
    m_sliders = childrenOf<ValueSlider>(window);
    m_spins = childrenOf<FieldSpinBox>(window);
    m_combos = childrenOf<QComboBox>(window);
    for (QCheckBox* check : childrenOf<QCheckBox>(window)) {
        m_checks.push_back(check);
    }
    for (QToolButton* button : childrenOf<QToolButton>(window)) {
        if (button->isCheckable()) {
            m_switches.push_back(button);
        }
    }
    for (Plot* plot : childrenOf<Plot>(window)) {
        m_plots.push_back(plot);
        m_pictures.push_back(plot);
    }
    m_pictures.push_back(window.findChild<SplitRing*>());
    m_pictures.push_back(window.findChild<SplitTable*>());
    Scenario training = batchOf(2);
    training.accounting = Accounting::Training;
    training.model.vocab = 50304;
    m_files = { bench.written("small.sublinear.json", writeScenario(batchOf(2))),
        bench.written("training.sublinear.json", writeScenario(training)),
        bench.written(
            "broken.sublinear.json", "{\"format\":\"sublinear-scenario\",\"version\":1,\"workload\":{\"batch\":-4}}"),
        data + QStringLiteral("/configs/mixtral.json"), data + QStringLiteral("/configs/gpt2.json"),
        bench.path("nothing.here") };
    addControls();
    addCharts();
    addWindow();
    for (const Action& action : m_actions) {
        m_weights += action.weight;
    }
}

void RandomHand::addControls()
{
    m_actions.push_back({ 12, [this] { return drag(); } });
    m_actions.push_back({ 8, [this] {
                             return key(oneOf(m_sliders),
                                 { Qt::Key_Left, Qt::Key_Right, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Home });
                         } });
    m_actions.push_back({ 6, [this] { return type(); } });
    m_actions.push_back({ 5, [this] { return wheel(); } });
    m_actions.push_back({ 4, [this] { return tick(); } });
    m_actions.push_back({ 5, [this] { return pick(); } });
}

void RandomHand::addCharts()
{
    m_actions.push_back({ 16, [this] { return point(false); } });
    m_actions.push_back({ 8, [this] { return point(true); } });
    m_actions.push_back({ 6, [this] {
                             return key(oneOf(m_plots),
                                 { Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Home, Qt::Key_End, Qt::Key_Return,
                                     Qt::Key_Space, Qt::Key_Escape });
                         } });
    m_actions.push_back({ 6, [this] { return table(); } });
    m_actions.push_back({ 6, [this] { return scrub(); } });
    m_actions.push_back({ 2, [this]() -> QString {
                             QWidget* picture = oneOf(m_pictures);
                             if (picture == nullptr) {
                                 return {};
                             }
                             doubleClick(handled(*picture), within(*picture));
                             return QStringLiteral("double click on %1").arg(picture->objectName());
                         } });
}

void RandomHand::addWindow()
{
    const auto trigger = [this](const char* action) {
        int asked = 0;
        answerNextQuestion(QMessageBox::Discard, &asked);
        m_bench.trigger(action);
        QCoreApplication::processEvents(); // the question's answer does not outlive this
        return QString::fromLatin1(action);
    };
    m_actions.push_back({ 9, [trigger] { return trigger("edit.undo"); } });
    m_actions.push_back({ 5, [trigger] { return trigger("edit.redo"); } });
    m_actions.push_back({ 1, [trigger] { return trigger("edit.reset"); } });
    m_actions.push_back({ 1, [trigger] { return trigger("file.new"); } });
    m_actions.push_back({ 2, [this] { return file(); } });
    m_actions.push_back({ 3, [this] { return baseline(); } });
    m_actions.push_back({ 1, [this] { return comparison(); } });
    m_actions.push_back({ 3, [this] { return preset(); } });
    m_actions.push_back({ 3, [this]() -> QString {
                             QAbstractButton* button = oneOf(m_switches);
                             if (button == nullptr) {
                                 return {};
                             }
                             button->click();
                             return QStringLiteral("click on %1").arg(button->objectName());
                         } });
    m_actions.push_back({ 2, [this] {
                             QStringList policies;
                             for (const PolicyInfo& info : allPolicies()) {
                                 const bool searches = info.id == PolicyId::Optimal;
                                 if (!searches && below(6) == 0) {
                                     policies << QString::fromUtf8(info.text.data(), qsizetype(info.text.size()));
                                 }
                             }
                             m_bench.window().findChild<CompareMenu*>()->setCheckedPolicies(policies);
                             return QStringLiteral("compare ") + policies.join(u',');
                         } });
}

QString RandomHand::act(std::uint64_t number)
{
    m_random.seed(m_seed * 0x9E3779B97F4A7C15U + number);
    if (below(400) == 0) { // restyling is slow
        static constexpr const char* kThemes[] = { "view.theme.light", "view.theme.dark", "view.theme.projector" };
        const char* theme = kThemes[below(3)];
        m_bench.trigger(theme);
        return QString::fromLatin1(theme);
    }
    int at = below(m_weights);
    for (const Action& action : m_actions) {
        if (at < action.weight) {
            return action.run();
        }
        at -= action.weight;
    }
    return {};
}

int RandomHand::below(int limit)
{
    return limit > 1 ? static_cast<int>(m_random() % static_cast<std::uint64_t>(limit)) : 0;
}

template <class T> T* RandomHand::oneOf(const std::vector<T*>& all)
{
    std::vector<T*> reachable;
    std::copy_if(all.begin(), all.end(), std::back_inserter(reachable),
        [](const T* each) { return each->isVisible() && each->isEnabled(); });
    return reachable.empty() ? nullptr : reachable[static_cast<std::size_t>(below(static_cast<int>(reachable.size())))];
}

QPointF RandomHand::within(const QWidget& widget)
{
    return { 0.5 + below(widget.width()), 0.5 + below(widget.height()) };
}

QString RandomHand::drag()
{
    ValueSlider* slider = oneOf(m_sliders);
    if (slider == nullptr) {
        return {};
    }
    SliderDrag hand(*slider);
    const auto anywhere = [&] { return hand.left() + below(hand.right() - hand.left() + 1); };
    hand.press(slider->value());
    for (int moves = below(3); moves >= 0; --moves) {
        hand.moveTo(anywhere());
        QCoreApplication::processEvents();
    }
    hand.release(anywhere());
    return QStringLiteral("drag %1 to %2").arg(slider->objectName()).arg(slider->value());
}

QString RandomHand::key(QWidget* widget, std::initializer_list<Qt::Key> keys)
{
    if (widget == nullptr) {
        return {};
    }
    const Qt::Key key = *(keys.begin() + below(static_cast<int>(keys.size())));
    widget->setFocus();
    press(*widget, key);
    return QStringLiteral("key 0x%1 on %2").arg(int(key), 0, 16).arg(widget->objectName());
}

QString RandomHand::type()
{
    FieldSpinBox* spin = oneOf(m_spins);
    if (spin == nullptr) {
        return {};
    }
    static const QStringList kTyped { QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("2"),
        QStringLiteral("3"), QStringLiteral("8"), QStringLiteral("12"), QStringLiteral("48"), QStringLiteral("2k"),
        QStringLiteral("64"), QStringLiteral("-5"), QStringLiteral("nonsense"), QString() };
    const QString& text = kTyped[below(int(kTyped.size()))];
    spin->setFocus();
    spin->selectAll();
    if (text.isEmpty()) {
        press(*spin, Qt::Key_Delete);
    }
    for (const QChar letter : text) {
        press(*spin, Qt::Key(letter.toUpper().unicode()), Qt::NoModifier, QString(letter));
    }
    press(*spin, Qt::Key_Return);
    return QStringLiteral("type \"%1\" into %2").arg(text, spin->objectName());
}

QString RandomHand::wheel()
{
    FieldSpinBox* spin = oneOf(m_spins);
    if (spin == nullptr) {
        return {};
    }
    spin->setFocus();
    turn(*spin, QRectF(spin->rect()).center(), below(2) == 0 ? 1 : -1);
    return QStringLiteral("wheel on %1").arg(spin->objectName());
}

QString RandomHand::tick()
{
    QAbstractButton* check = oneOf(m_checks);
    if (check == nullptr) {
        return {};
    }
    check->setFocus();
    press(*check, Qt::Key_Space, Qt::NoModifier, QStringLiteral(" "));
    return QStringLiteral("space on %1").arg(check->objectName());
}

QString RandomHand::pick()
{
    QComboBox* combo = oneOf(m_combos);
    if (combo == nullptr) {
        return {};
    }
    combo->setFocus();
    press(*combo, below(2) == 0 ? Qt::Key_Down : Qt::Key_Up);
    return QStringLiteral("%1 to %2").arg(combo->objectName(), combo->currentText());
}

QString RandomHand::point(bool click)
{
    QWidget* picture = oneOf(m_pictures);
    if (picture == nullptr) {
        return {};
    }
    const QPointF at = within(*picture);
    send(handled(*picture), QEvent::MouseMove, at);
    if (click) {
        testing::click(handled(*picture), at);
    }
    return QStringLiteral("%1 %2 at %3, %4")
        .arg(click ? QStringLiteral("click on") : QStringLiteral("over"), picture->objectName())
        .arg(at.x())
        .arg(at.y());
}

QString RandomHand::table()
{
    if (!m_table->isVisible() || m_table->tableModel().rowCount() == 0) {
        return {};
    }
    if (below(3) == 0) {
        return key(m_table, { Qt::Key_Up, Qt::Key_Down, Qt::Key_Return, Qt::Key_End, Qt::Key_Home });
    }
    const QPointF at = within(*m_table->viewport());
    send(*m_table->viewport(), QEvent::MouseMove, at);
    testing::click(*m_table->viewport(), at);
    return QStringLiteral("click on the table at %1, %2").arg(at.x()).arg(at.y());
}

QString RandomHand::scrub()
{
    if (m_timeline == nullptr || !m_timeline->isVisible()) {
        return {};
    }
    const QPointF at = within(*m_timeline);
    switch (below(3)) {
    case 0:
        turn(*m_timeline, at, below(2) == 0 ? 1 : -1);
        return QStringLiteral("wheel on the timeline");
    case 1:
        return key(m_timeline, { Qt::Key_Left, Qt::Key_Right, Qt::Key_PageDown, Qt::Key_P, Qt::Key_Home, Qt::Key_End });
    default:
        testing::click(*m_timeline, at);
        return QStringLiteral("scrub to %1").arg(at.x());
    }
}

QString RandomHand::file()
{
    const QString& path = m_files[static_cast<std::size_t>(below(static_cast<int>(m_files.size())))];
    if (below(2) == 0) {
        m_bench.window().openFile(path);
        return QStringLiteral("open ") + path;
    }
    m_bench.window().importFile(path);
    return QStringLiteral("import ") + path;
}

QString RandomHand::baseline()
{
    static constexpr const char* kActions[] = { "baseline.pin", "baseline.pin", "baseline.open", "baseline.swap",
        "baseline.clear" };
    const char* action = kActions[below(5)];
    m_bench.trigger(action);
    return QString::fromLatin1(action);
}

QString RandomHand::comparison()
{
    m_bench.trigger("compare.scenarios");
    auto* dialog = m_bench.window().findChild<ComparisonDialog*>();
    dialog->addFiles({ m_files[static_cast<std::size_t>(below(static_cast<int>(m_files.size())))] });
    auto* table = dialog->findChild<QTableWidget*>();
    const int column = below(table->columnCount());
    if (below(2) == 0) {
        Q_EMIT table->cellDoubleClicked(0, column);
    } else {
        table->setCurrentCell(0, column);
        dialog->findChild<QToolButton*>(QStringLiteral("comparison.remove"))->click();
    }
    while (table->columnCount() > 4) {
        table->setCurrentCell(0, 1);
        dialog->findChild<QToolButton*>(QStringLiteral("comparison.remove"))->click();
    }
    dialog->close();
    return QStringLiteral("compare, column %1").arg(column);
}

QString RandomHand::preset()
{
    switch (below(3)) {
    case 0: {
        const auto& all = scenarioPresets();
        const auto& one = all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
        m_bench.model().chooseScenarioPreset(one.id);
        return QStringLiteral("preset %1").arg(QString::fromStdString(one.id));
    }
    case 1: {
        const auto& all = modelPresets();
        const auto& one = all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
        m_bench.model().chooseModelPreset(one.id);
        return QStringLiteral("model %1").arg(QString::fromStdString(one.id));
    }
    default: {
        const auto& all = gpuPresets();
        const auto& one = all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
        m_bench.model().chooseGpu(one.id);
        return QStringLiteral("device %1").arg(QString::fromStdString(one.id));
    }
    }
}

} // namespace sublinear::testing
