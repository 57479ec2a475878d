// SPDX-License-Identifier: MIT
#include "tests/app/support/panel_bench.h"

#include "app/controls/fold_section.h"

#include <QCheckBox>
#include <QComboBox>
#include <QStyle>
#include <QStyleOptionButton>

namespace sublinear::testing {

void typeInto(QWidget* widget, const QString& text)
{
    for (const QChar c : text) {
        QTest::keyClick(widget, c.toLatin1());
    }
}

PanelBench::PanelBench()
    : panel(model)
{
    panel.resize(panel.width(), 900);
    panel.show();
    panel.activateWindow();
    if (!QTest::qWaitForWindowActive(&panel)) {
        qFatal("The panel was never active.");
    }
}

void PanelBench::enter(const QString& path, const QString& text) const
{
    FieldSpinBox* box = spin(path);
    box->setFocus();
    box->selectAll();
    typeInto(box, text);
    QTest::keyClick(box, Qt::Key_Return);
}

void PanelBench::pick(const QString& path, const QString& text) const
{
    auto* combo = named<QComboBox>(path + QStringLiteral(".combo"));
    if (!combo->isVisible() || !combo->isEnabled()) {
        qFatal("%s cannot be reached", qPrintable(path));
    }
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Home);
    for (int i = 0; i < combo->count() && combo->currentText() != text; ++i) {
        QTest::keyClick(combo, Qt::Key_Down);
    }
    if (combo->currentText() != text) {
        qFatal("%s does not offer %s", qPrintable(path), qPrintable(text));
    }
}

void PanelBench::click(const QString& name) const
{
    auto* box = named<QCheckBox>(name);
    QStyleOptionButton option;
    option.initFrom(box);
    const QRect mark = box->style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, box);
    QTest::mouseClick(box, Qt::LeftButton, {}, mark.center());
}

void PanelBench::openAllSections() const
{
    for (FoldSection* section : panel.sections()) {
        section->setOpen(true);
    }
}

} // namespace sublinear::testing
