// SPDX-License-Identifier: MIT
#include "app/peers/peers_dialog.h"

#include "app/language/core_text.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"
#include "app/peers/bar_delegate.h"
#include "app/peers/peers_model.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace sublinear {

namespace {

constexpr QSize kUsual(960, 680);
constexpr int kRowPadding = 10; // for the bar under a figure

QLabel* textLabel(const QString& id, const QString& name, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(id);
    label->setAccessibleName(name);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

PeersDialog::PeersDialog(ScenarioModel& scenario, QWidget* parent)
    : QDialog(parent)
    , m_scenario(scenario)
    , m_model(new PeersModel(this))
    , m_table(new QTableView(this))
    , m_spread(textLabel(QStringLiteral("peers.spread"), tr("How far apart they are"), this))
    , m_details(textLabel(QStringLiteral("peers.details"), tr("The calculator in the chosen row"), this))
{
    setObjectName(QStringLiteral("peers"));
    setWindowTitle(tr("What other calculators say"));
    m_table->setObjectName(QStringLiteral("peers.table"));
    m_table->setAccessibleName(tr("Other calculators, activations and states in GiB"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new BarDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowPadding);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setHighlightSections(false);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_spread);
    column->addWidget(m_table, 1);
    column->addWidget(m_details);
    column->addWidget(makeButtons());
    resize(kUsual);

    connect(&m_scenario, &ScenarioModel::evaluationChanged, this, &PeersDialog::sync);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &PeersDialog::showDetails);
}

// In a plain row: the Tab order of a QDialogButtonBox with buttons of its own and Close never gets out of it.
QWidget* PeersDialog::makeButtons()
{
    auto* buttons = new QWidget(this);
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](const QString& id, const QString& text) {
        auto* button = new QPushButton(text, buttons);
        button->setObjectName(id);
        button->setAutoDefault(false);
        row->addWidget(button);
        return button;
    };
    const auto copies = [&](QPushButton* button, std::string (*write)(const PeerComparison&)) {
        connect(button, &QPushButton::clicked, this,
            [this, write] { QApplication::clipboard()->setText(toQString(write(m_model->comparison()))); });
    };
    copies(add(QStringLiteral("peers.markdown"), tr("Copy as &Markdown")), &peersMarkdown);
    copies(add(QStringLiteral("peers.csv"), tr("Copy as C&SV")), &peersCsv);
    row->addStretch(1);
    connect(add(QStringLiteral("peers.close"), tr("Close")), &QPushButton::clicked, this, &QDialog::reject);
    return buttons;
}

void PeersDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    sync();
    if (!m_table->currentIndex().isValid()) {
        m_table->selectRow(0);
    }
    m_table->setFocus();
}

void PeersDialog::sync()
{
    if (!isVisible() || !m_scenario.refusal().isEmpty()
        || m_scenario.missing() == Evaluator::Missing::Chosen) { // the last ones stay
        return;
    }
    m_model->present(askPeers(m_scenario.evaluation()));
    QStringList sentences;
    for (const std::string& sentence : m_model->comparison().spread) {
        sentences << fromCore(sentence);
    }
    m_spread->setText(sentences.join(u' '));
    showDetails();
}

void PeersDialog::showDetails()
{
    const QModelIndex index = m_table->currentIndex();
    if (!index.isValid()) {
        return;
    }
    const PeerRow& row = m_model->row(index.row());
    QStringList lines { tr("%1: %2").arg(toQString(row.peer.name), fromCore(row.peer.source)),
        tr("Formula: %1").arg(fromCore(row.peer.formula)), tr("Assumes: %1").arg(fromCore(row.peer.assumes)),
        tr("Leaves out: %1").arg(fromCore(row.peer.leavesOut)) };
    if (!row.chosen.bytes) {
        lines << tr("Says nothing of the chosen policy: %1").arg(fromCore(row.chosen.note));
    }
    m_details->setText(lines.join(u'\n'));
}

} // namespace sublinear
