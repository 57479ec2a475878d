// SPDX-License-Identifier: MIT
// The window without a mouse and without eyes: all has a name, Tab gets to all of it and back, charts say what they
// show, and what a click does a key does, too.
#include "app/cards/card.h"
#include "app/cards/card_page.h"
#include "app/controls/fold_section.h"
#include "app/controls/hint_label.h"
#include "app/export/export_dialog.h"
#include "app/language/language.h"
#include "app/measure/training_snippet.h"
#include "app/peers/peers_dialog.h"
#include "app/style/motion.h"
#include "app/style/theme.h"
#include "app/table/k_table.h"
#include "app/window/about.h"
#include "core/policy/policy.h"
#include "tests/app/support/window_bench.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QChartView>
#include <QContextMenuEvent>
#include <QDialog>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>

#include <set>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

QString nameOf(const QWidget& widget)
{
    return widget.objectName() + u' ' + QString::fromLatin1(widget.metaObject()->className());
}

/// What Tab is to get to: all that takes the focus by it, but the parts that a control hands it on to.
std::vector<QWidget*> focusable(QWidget& around)
{
    std::vector<QWidget*> found;
    for (QWidget* widget : around.findChildren<QWidget*>()) {
        const bool own = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isVisibleTo(&around)
            && widget->isEnabled() && widget->window() == around.window() && widget->focusProxy() == nullptr
            && qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) == nullptr;
        if (own) {
            found.push_back(widget);
        }
    }
    return found;
}

QStringList nameless(const std::vector<QWidget*>& widgets)
{
    QStringList faults;
    for (QWidget* widget : widgets) {
        const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        if (face == nullptr || face->text(QAccessible::Name).trimmed().isEmpty()) {
            faults << nameOf(*widget);
        }
    }
    return faults;
}

/// Where the focus goes from one widget on, until it is there again.
std::vector<QWidget*> walk(QWidget& from, Qt::Key key)
{
    constexpr std::size_t kMost = 400;
    std::vector<QWidget*> way;
    from.setFocus(Qt::TabFocusReason);
    bool left = false; // a text goes from link to link first
    for (QWidget* now = &from; now != nullptr && !(left && now == &from) && way.size() < kMost;) {
        if (way.empty() || way.back() != now) {
            way.push_back(now);
        }
        QTest::keyClick(now, key, key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::NoModifier);
        now = QApplication::focusWidget();
        left = left || now != &from;
    }
    return way;
}

QStringList missed(const std::vector<QWidget*>& wanted, const std::vector<QWidget*>& way)
{
    QStringList faults;
    const std::set<QWidget*> been(way.begin(), way.end());
    for (QWidget* widget : wanted) {
        if (been.count(widget) == 0) {
            faults << nameOf(*widget);
        }
    }
    return faults;
}

} // namespace

class TestAccess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_bench = std::make_unique<WindowBench>("tst_access");
        m_bench->open();
        m_bench->window().resize(1280, 800);
        QApplication::setActiveWindow(&m_bench->window());
        QVERIFY(QTest::qWaitForWindowActive(&m_bench->window()));
    }
    void cleanup()
    {
        m_bench.reset();
        applyTheme(*qApp, Theme::Light);
        applyMotion(*qApp, Motion::System);
        applyLanguage(*qApp, Language::English);
    }

    void everythingIsNamedAndReached();
    void faultsAreFound();
    void dialogsAreNamedAndReached_data();
    void dialogsAreNamedAndReached();
    void menusAreNamed_data();
    void menusAreNamed();
    void chartsSayWhatTheyShow();
    void keysDoWhatClicksDo();
    void motionCanBeReduced();
    void projectorDropsHints();

private:
    std::unique_ptr<WindowBench> m_bench;

    [[nodiscard]] CardPage& page() const { return *m_bench->window().findChild<CardPage*>(); }
    void showAll() const
    {
        QStringList ids { QStringLiteral("table") };
        for (const Card* card : page().cards()) {
            ids << card->id();
        }
        page().setShownIds(ids);
        for (FoldSection* section : m_bench->window().findChildren<FoldSection*>()) {
            section->setOpen(true);
        }
        m_bench->named<QAction>("view.measure")->setChecked(true);
        QTest::qWait(50);
    }
};

void TestAccess::everythingIsNamedAndReached()
{
    showAll();
    for (const char* accounting : { "article", "training" }) {
        m_bench->model().setField("accounting", std::string(accounting));
        m_bench->model().settle();
        const std::vector<QWidget*> wanted = focusable(m_bench->window());
        QVERIFY2(wanted.size() > 50, qPrintable(QString::number(wanted.size())));
        const QStringList faults = nameless(wanted);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
        const std::vector<QWidget*> forward = walk(*wanted.front(), Qt::Key_Tab);
        QStringList left = missed(wanted, forward);
        QVERIFY2(left.isEmpty(), qPrintable(QStringLiteral("Tab, %1 steps: ").arg(forward.size()) + left.join(u' ')));
        std::vector<QWidget*> back = walk(*wanted.front(), Qt::Key_Backtab);
        left = missed(wanted, back);
        QVERIFY2(left.isEmpty(), qPrintable(QStringLiteral("back, %1 steps: ").arg(back.size()) + left.join(u' ')));
        // The same way, the other way round.
        std::reverse(back.begin() + 1, back.end());
        QVERIFY(back == forward);
    }
}

void TestAccess::faultsAreFound()
{
    QDialog dialog;
    auto* first = new QPushButton(QStringLiteral("one"), &dialog);
    auto* nobody = new QPushButton(&dialog);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    QCOMPARE(nameless(focusable(dialog)).size(), 1);
    QVERIFY(missed(focusable(dialog), walk(*first, Qt::Key_Tab)).isEmpty());
    QCOMPARE(missed(focusable(dialog), { first }).size(), 1);
    Q_UNUSED(nobody)
}

void TestAccess::dialogsAreNamedAndReached_data()
{
    QTest::addColumn<int>("which");
    QTest::newRow("export") << 0;
    QTest::newRow("about") << 1;
    QTest::newRow("log your own runs") << 2;
    QTest::newRow("other calculators") << 3;
}

void TestAccess::dialogsAreNamedAndReached()
{
    QFETCH(int, which);
    MainWindow& window = m_bench->window();
    std::unique_ptr<QDialog> own;
    switch (which) {
    case 0:
        own = std::make_unique<ExportDialog>(
            std::vector<ExportDialog::Chart> { { QStringLiteral("memory"), QStringLiteral("Memory") } }, QString(),
            &window);
        own->show();
        break;
    case 1:
        showAbout(window);
        break;
    case 2:
        showTrainingSnippet(window);
        break;
    default:
        m_bench->trigger("view.peers");
        break;
    }
    QDialog* dialog = own ? own.get() : window.findChild<QDialog*>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QVERIFY(!dialog->windowTitle().isEmpty());
    QApplication::setActiveWindow(dialog);
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    const std::vector<QWidget*> wanted = focusable(*dialog);
    QVERIFY(wanted.size() >= 2);
    const QStringList faults = nameless(wanted);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    for (const Qt::Key key : { Qt::Key_Tab, Qt::Key_Backtab }) {
        const std::vector<QWidget*> way = walk(*wanted.front(), key);
        QStringList been;
        for (const QWidget* widget : way) {
            been << nameOf(*widget);
        }
        const QStringList left = missed(wanted, way);
        QVERIFY2(left.isEmpty(), qPrintable(left.join(u' ') + QStringLiteral(", but: ") + been.join(u' ')));
    }
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    if (dialog != nullptr && own) {
        QVERIFY(!own->isVisible());
    }
}

void TestAccess::menusAreNamed_data()
{
    QTest::addColumn<int>("language");
    QTest::newRow("English") << static_cast<int>(Language::English);
    QTest::newRow("German") << static_cast<int>(Language::German);
}

/// No action without words, and no two of one menu under the same letter.
void TestAccess::menusAreNamed()
{
    QFETCH(int, language);
    m_bench.reset();
    applyLanguage(*qApp, static_cast<Language>(language));
    m_bench = std::make_unique<WindowBench>("tst_access");
    m_bench->open();
    QStringList clashes;
    int seen = 0;
    for (const QMenu* menu : m_bench->window().menuBar()->findChildren<QMenu*>()) {
        std::map<QChar, QString> letters;
        for (const QAction* action : menu->actions()) {
            if (action->isSeparator()) {
                continue;
            }
            QVERIFY2(!action->text().isEmpty(), qPrintable(menu->title()));
            const qsizetype at = action->text().indexOf(u'&');
            if (at >= 0 && action->text().at(at + 1) != u'&') {
                const QChar letter = action->text().at(at + 1).toLower();
                if (letters.count(letter) != 0) {
                    clashes << menu->title() + u' ' + action->text() + u' ' + letters[letter];
                }
                letters[letter] = action->text();
            }
            ++seen;
        }
    }
    QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join(QLatin1Char('\n'))));
    QVERIFY(seen > 25);
}

void TestAccess::chartsSayWhatTheyShow()
{
    showAll();
    const auto said = [&] {
        std::map<QString, QString> all;
        for (const Card* card : page().cards()) {
            const QAccessibleInterface* face =
                QAccessible::queryAccessibleInterface(const_cast<Card*>(card)); // NOLINT: Qt asks for it
            all[card->id()] = face->text(QAccessible::Description);
        }
        return all;
    };
    m_bench->model().settle();
    QTest::qWait(300); // the timeline's step and the curves come from beside the window
    static const QRegularExpression kFigure(QStringLiteral("\\d"));
    QTRY_VERIFY(said().at(QStringLiteral("scaling")).contains(kFigure));
    const std::map<QString, QString> before = said();
    for (const auto& [id, words] : before) {
        QVERIFY2(words.contains(kFigure), qPrintable(id + u' ' + words));
    }
    m_bench->model().setField("workload.sequence", std::int64_t { 4096 });
    m_bench->model().setField("model.layers", std::int64_t { 24 });
    m_bench->model().settle();
    for (const char* beside : { "timeline", "scaling" }) {
        const QString id = QLatin1String(beside);
        QTRY_VERIFY2(said().at(id) != before.at(id), beside);
    }
    const std::map<QString, QString> after = said();
    for (const auto& [id, words] : before) {
        QVERIFY2(after.at(id) != words, qPrintable(id + u' ' + words));
    }
    // A chart inside a card is no nameless client.
    for (const QChartView* view : m_bench->window().findChildren<QChartView*>()) {
        QVERIFY2(!view->accessibleName().isEmpty(), qPrintable(view->objectName()));
    }
}

void TestAccess::keysDoWhatClicksDo()
{
    auto* plot = m_bench->named<QChartView>("memory.plot");
    const auto chosen = [&] {
        m_bench->model().settle();
        QCoreApplication::processEvents();
        return m_bench->model().evaluation().chosen.k.value_or(0);
    };
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_Right);
    QTest::keyClick(plot, Qt::Key_Return); // a K
    QTRY_COMPARE(chosen(), Count { 5 });
    QTest::keyClick(plot, Qt::Key_Escape);
    QTest::keyClick(plot, Qt::Key_Return); // full size
    QTRY_VERIFY(page().fullSizeCard() != nullptr);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); // and back
    QTRY_VERIFY(page().fullSizeCard() == nullptr);

    auto* table = m_bench->window().findChild<KTable*>();
    table->setFocus();
    table->setCurrentIndex(table->model()->index(2, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QTRY_COMPARE(chosen(), Count { 3 });

    auto* button = m_bench->named<QAbstractButton>("switch.depth");
    const bool shown = button->isChecked();
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QCOMPARE(button->isChecked(), !shown);

    // The menu of a card, by the key that a keyboard has for it.
    Card* card = page().cards().front();
    QContextMenuEvent menuKey(QContextMenuEvent::Keyboard, card->rect().center(), card->mapToGlobal(QPoint(9, 9)));
    QApplication::sendEvent(card, &menuKey);
    QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
}

void TestAccess::motionCanBeReduced()
{
    const MainWindow& window = m_bench->window();
    applyTheme(*qApp, Theme::Light);
    QVERIFY(!motionIsReduced(window));
    m_bench->trigger("view.motion.reduced");
    QVERIFY(motionIsReduced(window));
    QVERIFY(motionSetting() == Motion::Reduced);
    QVERIFY(m_bench->restart());
    QVERIFY(m_bench->named<QAction>("view.motion.reduced")->isChecked());
    m_bench->trigger("view.motion.system");
    QVERIFY(!motionIsReduced(m_bench->window()));
    QVERIFY(motionSetting() == Motion::System);
}

void TestAccess::projectorDropsHints()
{
    applyTheme(*qApp, Theme::Light);
    const auto* sentence = m_bench->named<HintLabel>("checkpointing.policy.sentence");
    QVERIFY(sentence->isVisible());
    m_bench->trigger("view.theme.projectorDark");
    QTRY_VERIFY(!sentence->isVisible());
    QTRY_COMPARE(m_bench->window().palette().color(QPalette::Window), QColor(Qt::black));
    m_bench->model().setField("checkpointing.policy", std::string("segments"));
    m_bench->model().settle();
    QVERIFY(!sentence->isVisible());
    m_bench->trigger("view.theme.projector");
    QVERIFY(!sentence->isVisible());
    QTRY_COMPARE(m_bench->window().palette().color(QPalette::Window), QColor(Qt::white));
    m_bench->trigger("view.theme.light");
    QTRY_VERIFY(sentence->isVisible());
}

QTEST_MAIN(TestAccess)
#include "tst_access.moc"
