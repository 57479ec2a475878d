// SPDX-License-Identifier: MIT
// The lists to pick scenarios, models and devices from.
#include "app/controls/picker_button.h"
#include "app/controls/picker_popup.h"
#include "app/model/text.h"
#include "core/catalog/catalog.h"
#include "tests/app/support/panel_bench.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QTreeView>

#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

class TestPickers : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<PanelBench> m_bench;

private Q_SLOTS:
    void init() { m_bench = std::make_unique<PanelBench>(); }
    void cleanup() { m_bench.reset(); }

    void pickerFindsByTypingAndPicksByEnter()
    {
        auto* button = m_bench->named<PickerButton>(QStringLiteral("model.preset.picker"));
        QCOMPARE(button->currentText(), QStringLiteral("The article's (default)"));
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Return);
        PickerPopup* popup = button->popup();
        QVERIFY(QTest::qWaitForWindowExposed(popup));
        typeInto(popup->filter(), QStringLiteral("124m gpt-2"));
        QTest::keyClick(popup->filter(), Qt::Key_Return);
        QVERIFY(!popup->isVisible());
        QCOMPARE(m_bench->model.scenario().model.preset, std::optional<std::string>("gpt2-124m"));
        QCOMPARE(button->currentText(), toQString(findModelPreset("gpt2-124m")->name));
        QCOMPARE(m_bench->spin(QStringLiteral("model.layers"))->text(), QStringLiteral("12"));

        m_bench->enter(QStringLiteral("model.layers"), QStringLiteral("13"));
        QVERIFY(button->currentText().endsWith(QStringLiteral("(changed)")));
        m_bench->model.undoStack().undo();
        QVERIFY(!button->currentText().endsWith(QStringLiteral("(changed)")));
    }

    void pickerMovesByArrows()
    {
        auto* button = m_bench->named<PickerButton>(QStringLiteral("scenario.picker"));
        button->openPopup();
        PickerPopup* popup = button->popup();
        QVERIFY(QTest::qWaitForWindowExposed(popup));
        QVERIFY(!popup->view()->currentIndex().isValid()); // nothing is picked yet
        QTest::keyClick(popup->filter(), Qt::Key_Down);
        const QString first = popup->view()->currentIndex().siblingAtColumn(0).data().toString();
        QCOMPARE(first, toQString(scenarioPresets()[0].name));
        QTest::keyClick(popup->filter(), Qt::Key_Down);
        const QString second = popup->view()->currentIndex().siblingAtColumn(0).data().toString();
        QVERIFY(first != second);
        QTest::keyClick(popup->filter(), Qt::Key_Return);
        QCOMPARE(button->currentText(), second);
        QCOMPARE(m_bench->model.undoStack().count(), 1);
    }

    void pickerPassesOverHeadings()
    {
        auto* button = m_bench->named<PickerButton>(QStringLiteral("model.preset.picker"));
        button->openPopup();
        PickerPopup* popup = button->popup();
        QVERIFY(QTest::qWaitForWindowExposed(popup));
        QTest::keyClick(popup->filter(), Qt::Key_Return);
        QVERIFY(popup->isVisible()); // Enter before anything is looked at picks nothing
        for (int i = 0; i < 30; ++i) {
            QTest::keyClick(popup->filter(), Qt::Key_Down);
            const QModelIndex now = popup->view()->currentIndex();
            QVERIFY(now.isValid() && now.parent().isValid()); // an entry, not a family's heading
        }
        QCOMPARE(popup->view()->header()->count(), 2);
        QVERIFY(!popup->view()->visualRect(popup->view()->currentIndex().siblingAtColumn(1)).isEmpty());
        popup->close();
    }

    void pickerEscapeChangesNothing()
    {
        auto* button = m_bench->named<PickerButton>(QStringLiteral("device.gpu.picker"));
        button->openPopup();
        PickerPopup* popup = button->popup();
        QVERIFY(QTest::qWaitForWindowExposed(popup));
        QTest::keyClick(popup->filter(), Qt::Key_Escape);
        QVERIFY(!popup->isVisible());
        QCOMPARE(m_bench->model.undoStack().count(), 0);
        QCOMPARE(button->currentText(), QStringLiteral("80 GiB (article)"));
    }

    void pickerSaysWhyItCannot()
    {
        auto* button = m_bench->named<PickerButton>(QStringLiteral("model.preset.picker"));
        const auto entries = modelEntries();
        const auto refused = std::find_if(
            entries.begin(), entries.end(), [](const PickerEntry& entry) { return !entry.refused.isEmpty(); });
        QVERIFY(refused != entries.end());
        button->openPopup();
        PickerPopup* popup = button->popup();
        QVERIFY(QTest::qWaitForWindowExposed(popup));
        popup->filter()->setText(refused->name);
        const auto* items = popup->view()->model();
        const auto found =
            items->match(items->index(0, 0), Qt::DisplayRole, refused->name, 1, Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        QVERIFY(!(found.front().flags() & Qt::ItemIsEnabled));
        QVERIFY(found.front().siblingAtColumn(1).data().toString().contains(refused->refused));
        popup->filter()->setText(QStringLiteral("no such model"));
        QTest::keyClick(popup->filter(), Qt::Key_Return);
        QCOMPARE(m_bench->model.undoStack().count(), 0);
        popup->close();
    }

    void deviceShowsAnEditedMemory()
    {
        auto* button = m_bench->named<PickerButton>(QStringLiteral("device.gpu.picker"));
        m_bench->openAllSections();
        m_bench->enter(QStringLiteral("device.memory_bytes"), QStringLiteral("40"));
        QCOMPARE(button->currentText(), QStringLiteral("80 GiB (article) (changed)"));
        QVERIFY(m_bench->model.chooseGpu("rtx-4090"));
        QCOMPARE(button->currentText(), toQString(findGpuPreset("rtx-4090")->name));
        QVERIFY(m_bench->spin(QStringLiteral("device.memory_bytes"))->text().endsWith(QStringLiteral("GiB")));
    }
};

QTEST_MAIN(TestPickers)
#include "tst_pickers.moc"
