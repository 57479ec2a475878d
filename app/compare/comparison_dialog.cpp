// SPDX-License-Identifier: MIT
#include "app/compare/comparison_dialog.h"

#include "app/language/core_text.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"
#include "app/window/scenario_file.h"
#include "core/catalog/catalog.h"
#include "core/plan/evaluate.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QTableWidget>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace sublinear {

ComparisonDialog::ComparisonDialog(ScenarioModel& model, QWidget* parent)
    : QDialog(parent)
    , m_model(model)
    , m_table(new QTableWidget(this))
    , m_message(new QLabel(this))
{
    setObjectName(QStringLiteral("comparison"));
    setWindowTitle(tr("Compare scenarios"));
    setAcceptDrops(true);
    resize(760, 560);
    m_table->setObjectName(QStringLiteral("comparison.table"));
    m_table->setAccessibleName(tr("Scenarios side by side"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectColumns);
    m_table->setTabKeyNavigation(false);
    m_message->setObjectName(QStringLiteral("comparison.message"));
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->hide();
    auto* hint = new QLabel(tr("\u2605 marks the best of a row. A double click on a column opens its scenario."), this);
    hint->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(buildButtons());
    column->addWidget(m_message);
    column->addWidget(m_table, 1);
    column->addWidget(hint);
    connect(m_table, &QTableWidget::cellDoubleClicked, this, [this](int /*row*/, int at) { open(at); });
    connect(m_table->horizontalHeader(), &QHeaderView::sectionDoubleClicked, this, &ComparisonDialog::open);
    connect(m_table, &QTableWidget::itemSelectionChanged, this,
        [this] { m_remove->setEnabled(m_table->currentColumn() > 0); });
    connect(&m_model, &ScenarioModel::evaluationChanged, this, [this] {
        if (isVisible()) { // a closed one costs the hand on a slider nothing
            refresh();
        }
    });
    refresh();
}

QWidget* ComparisonDialog::buildButtons()
{
    auto* buttons = new QWidget(this);
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](const QString& id, const QString& text) {
        auto* button = new QToolButton(buttons);
        button->setObjectName(QStringLiteral("comparison.") + id);
        button->setText(text);
        button->setAccessibleName(text);
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
        return button;
    };
    connect(add(QStringLiteral("add"), tr("Add files\u2026")), &QToolButton::clicked, this,
        &ComparisonDialog::addWithDialog);
    QToolButton* presets = add(QStringLiteral("presets"), tr("Add preset"));
    auto* menu = new QMenu(presets);
    for (const ScenarioPreset& preset : scenarioPresets()) {
        connect(menu->addAction(fromCore(preset.name)), &QAction::triggered, this,
            [this, &preset] { addPreset(preset.id); });
    }
    presets->setMenu(menu);
    presets->setPopupMode(QToolButton::InstantPopup);
    m_remove = add(QStringLiteral("remove"), tr("Remove column"));
    m_remove->setEnabled(false);
    connect(m_remove, &QToolButton::clicked, this, &ComparisonDialog::removeColumn);
    m_all = new QCheckBox(tr("All inputs"), buttons);
    m_all->setObjectName(QStringLiteral("comparison.all"));
    m_all->setToolTip(tr("Also those that are the same in all"));
    connect(m_all, &QCheckBox::toggled, this, &ComparisonDialog::fill);
    row->addWidget(m_all);
    row->addStretch(1);
    QToolButton* copies = add(QStringLiteral("copy"), tr("Copy"));
    auto* formats = new QMenu(copies);
    const auto format = [&](const char* id, const QString& text, QString (*of)(const Comparison&)) {
        QAction* action = formats->addAction(text);
        action->setObjectName(QLatin1String(id));
        connect(action, &QAction::triggered, this, [this, of] { copy(of); });
    };
    format("comparison.markdown", tr("As &Markdown"), &comparisonMarkdown);
    format("comparison.latex", tr("As &LaTeX"), &comparisonLatex);
    format("comparison.csv", tr("As &CSV"), &comparisonCsv);
    copies->setMenu(formats);
    copies->setPopupMode(QToolButton::InstantPopup);
    return buttons;
}

QString ComparisonDialog::message() const
{
    return m_message->isHidden() ? QString() : m_message->text();
}

void ComparisonDialog::copy(QString (*text)(const Comparison&))
{
    QApplication::clipboard()->setText(text(m_comparison));
}

void ComparisonDialog::addWithDialog()
{
    addFiles(QFileDialog::getOpenFileNames(
        this, tr("Add scenarios"), {}, tr("Scenarios (*.sublinear.json *.json);;All files (*)")));
}

void ComparisonDialog::addFiles(const QStringList& paths)
{
    QStringList troubles;
    for (const QString& path : paths) {
        QString trouble;
        const Result<Scenario> loaded = loadScenario(path);
        if (!loaded) {
            troubles << fromCore(loaded.error().message);
        } else if (!add(QFileInfo(path).completeBaseName().remove(QStringLiteral(".sublinear")), *loaded, &trouble)) {
            troubles << QStringLiteral("%1: %2").arg(QFileInfo(path).fileName(), trouble);
        }
    }
    m_message->setVisible(!troubles.isEmpty());
    if (!troubles.isEmpty()) {
        m_message->setText(troubles.size() == 1
                ? troubles.front()
                : tr("%1 (and %2 more refused)").arg(troubles.front()).arg(troubles.size() - 1));
    }
    fill();
}

void ComparisonDialog::addPreset(const std::string& id)
{
    if (const ScenarioPreset* preset = findScenarioPreset(id)) {
        QString trouble;
        add(fromCore(preset->name), preset->scenario, &trouble);
        m_message->setVisible(!trouble.isEmpty());
        m_message->setText(trouble);
        fill();
    }
}

bool ComparisonDialog::add(const QString& name, const Scenario& scenario, QString* trouble)
{
    const auto resolved = resolve(scenario);
    const Result<Evaluation> made = resolved ? evaluate(*resolved, {}) : Result<Evaluation>(resolved.error());
    if (!made) {
        *trouble = fromCore(made.error().message);
        return false;
    }
    m_scenarios.push_back({ name, scenario, *made });
    return true;
}

void ComparisonDialog::removeColumn()
{
    const int column = m_table->currentColumn();
    if (column > 0 && column < static_cast<int>(m_scenarios.size())) {
        m_scenarios.erase(m_scenarios.begin() + column);
        fill();
    }
}

void ComparisonDialog::open(int column)
{
    if (column > 0 && column < static_cast<int>(m_scenarios.size())) { // the first is open
        const ComparedScenario& chosen = m_scenarios[static_cast<std::size_t>(column)];
        const Scenario scenario = chosen.scenario; // the columns are filled anew meanwhile
        m_model.openScenario(scenario, tr("Open %1").arg(chosen.name));
    }
}

void ComparisonDialog::refresh()
{
    if (!m_model.refusal().isEmpty() || m_model.missing() == Evaluator::Missing::Chosen) {
        return; // the last one that had a plan stays
    }
    ComparedScenario present { tr("Present"), m_model.scenario(), m_model.evaluation() };
    if (m_scenarios.empty()) {
        m_scenarios.push_back(std::move(present));
    } else {
        m_scenarios.front() = std::move(present);
    }
    fill();
}

void ComparisonDialog::fill()
{
    m_comparison = compare(m_scenarios, m_all->isChecked());
    m_table->setColumnCount(static_cast<int>(m_scenarios.size()));
    m_table->setRowCount(static_cast<int>(m_comparison.inputs.size() + m_comparison.results.size()));
    m_table->setHorizontalHeaderLabels(m_comparison.names);
    QStringList names;
    int at = 0;
    for (const std::vector<Comparison::Row>* rows : { &m_comparison.inputs, &m_comparison.results }) {
        for (const Comparison::Row& row : *rows) {
            names << row.name;
            for (qsizetype column = 0; column < row.cells.size(); ++column) {
                auto* item = new QTableWidgetItem(cellText(row, column)); // the table's
                item->setTextAlignment(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
                const auto index = static_cast<std::size_t>(column);
                if (index < row.best.size() && row.best[index]) {
                    QFont strong = m_table->font();
                    strong.setWeight(QFont::DemiBold);
                    item->setFont(strong);
                    item->setData(Qt::AccessibleTextRole, tr("%1, best").arg(row.cells[column]));
                }
                m_table->setItem(at, static_cast<int>(column), item);
            }
            ++at;
        }
    }
    m_table->setVerticalHeaderLabels(names);
    m_table->resizeColumnsToContents();
    m_remove->setEnabled(m_table->currentColumn() > 0);
}

void ComparisonDialog::showEvent(QShowEvent* event)
{
    refresh();
    QDialog::showEvent(event);
}

void ComparisonDialog::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void ComparisonDialog::dropEvent(QDropEvent* event)
{
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            paths << url.toLocalFile();
        }
    }
    event->acceptProposedAction();
    addFiles(paths);
}

} // namespace sublinear
