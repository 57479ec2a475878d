// SPDX-License-Identifier: MIT
#include "app/table/k_table_model.h"

#include "app/charts/sweep_rows.h"
#include "app/compare/difference.h"
#include "app/model/text.h"
#include "core/base/units.h"
#include "core/plan/words.h"

#include <QFont>

#include <algorithm>
#include <utility>

namespace sublinear {

KTableModel::KTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

namespace {

// The sweep, and where a budget between the listed ones is chosen, that one too.
std::vector<SweepRow> rowsOf(const Evaluation& evaluation)
{
    std::vector<SweepRow> rows = evaluation.sweep;
    SweepRow chosen = evaluation.chosen;
    if (!chosen.k || policyInfo(chosen.policy).number != PolicyNumber::Budget || rowOf(rows, *chosen.k) != nullptr) {
        return rows;
    }
    chosen.pareto = std::any_of(rows.begin(), rows.end(), [&](const SweepRow& row) { // its plan is a listed one
        return row.pareto && row.totalBytes == chosen.totalBytes
            && row.extraForwardFraction == chosen.extraForwardFraction;
    });
    const auto place = std::find_if(rows.begin(), rows.end(), [&](const SweepRow& row) { return row.k > chosen.k; });
    rows.insert(place, chosen);
    return rows;
}

} // namespace

void KTableModel::present(const Evaluation& evaluation)
{
    std::vector<SweepRow> rows = rowsOf(evaluation);
    const bool sameSize = rows.size() == m_rows.size();
    if (!sameSize) {
        beginResetModel();
    }
    m_rows = std::move(rows);
    const bool sameAccounting = evaluation.scenario.accounting == m_accounting;
    m_accounting = evaluation.scenario.accounting;
    const QString timedOn = evaluation.timedOn ? toQString(evaluation.timedOn->device) : QString();
    const bool sameTimes = timedOn == std::exchange(m_timedOn, timedOn);
    m_chosen = chosenNumber(evaluation);
    m_recommended = recommendedNumber(evaluation);
    const QString word = numberSpan(evaluation).word();
    const bool sameWord = word == m_word;
    m_word = word;
    m_budgets = !numberSpan(evaluation).budgets.empty();
    if (!sameSize) {
        endResetModel();
    } else if (!m_rows.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
    if (!sameWord) {
        Q_EMIT headerDataChanged(Qt::Horizontal, Number, Number);
    }
    if (!sameAccounting || !sameTimes) { // which say what throughput counts
        Q_EMIT headerDataChanged(Qt::Horizontal, ExtraStep, Throughput);
    }
}

void KTableModel::setBaseline(const Evaluation* baseline)
{
    if (m_before.has_value() != (baseline != nullptr)) {
        beginResetModel();
        m_before = baseline != nullptr ? std::optional(baseline->memory.totalBytes) : std::nullopt;
        endResetModel();
    } else if (baseline != nullptr) {
        m_before = baseline->memory.totalBytes;
        if (!m_rows.empty()) {
            Q_EMIT dataChanged(index(0, Change), index(rowCount() - 1, Change));
        }
    }
    m_beforeText = baseline != nullptr
        ? tr("%1 at %2").arg(gibUnitText(*m_before), toQString(policyText(chosenPolicy(baseline->scenario))))
        : QString();
}

Count KTableModel::numberAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].k.value_or(1) : kNoNumber;
}

int KTableModel::rowNear(Count number) const
{
    const auto found = std::lower_bound(m_rows.begin(), m_rows.end(), number,
        [](const SweepRow& row, Count wanted) { return row.k.value_or(1) < wanted; });
    return std::min(static_cast<int>(found - m_rows.begin()), rowCount() - 1);
}

int KTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int KTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount + (m_before ? 1 : 0);
}

QString KTableModel::text(const SweepRow& row, int column) const
{
    switch (column) {
    case Number:
        if (row.k && policyInfo(row.policy).number == PolicyNumber::Budget) {
            return gibText(*row.k);
        }
        return row.k ? QString::number(*row.k) : QString();
    case Activations:
        return gibText(row.activationBytes);
    case Total:
        return gibText(row.totalBytes);
    case Saved:
        return QString::fromStdString(formatPercent(row.savedFraction));
    case ExtraForward:
        return QStringLiteral("+") + QString::fromStdString(formatPercent(row.extraForwardFraction));
    case ExtraStep:
        return row.stepSeconds ? QString::fromStdString(secondsText(*row.stepSeconds))
                               : QStringLiteral("+") + QString::fromStdString(formatPercent(row.extraStepFraction));
    case Efficiency: {
        const auto efficiency = row.efficiency();
        if (efficiency) {
            return QString::fromStdString(formatFixed(*efficiency, 2));
        }
        // where rows may save without extra FLOPs there is no ratio to show
        return m_accounting == Accounting::Article ? QStringLiteral("∞") : QStringLiteral("–");
    }
    case Fits:
        return row.fits ? tr("✓ yes") : tr("✗ no");
    case LargestBatch:
        return QString::fromStdString(formatGrouped(row.maxBatch));
    case Throughput:
        return QString::fromStdString(throughputText(row.throughput, row.stepSeconds.has_value()));
    case Change:
        return m_before ? changeText(row.totalBytes, *m_before) : QString();
    default:
        return {};
    }
}

QString KTableModel::widestText(int column) const
{
    const auto longer = [](const QString& a, const QString& b) { return a.size() > b.size() ? a : b; };
    const auto most = [&](auto figure) {
        return std::max_element(
            m_rows.begin(), m_rows.end(), [&](const SweepRow& a, const SweepRow& b) { return figure(a) < figure(b); });
    };
    if (m_rows.empty()) {
        return {};
    }
    switch (column) {
    case Activations:
        return text(*most([](const SweepRow& row) { return row.activationBytes; }), column);
    case Total:
        return text(*most([](const SweepRow& row) { return row.totalBytes; }), column);
    case Change:
        return longer(text(*most([](const SweepRow& row) { return row.totalBytes; }), column),
            text(*most([](const SweepRow& row) { return -row.totalBytes; }), column));
    case LargestBatch:
        return text(*most([](const SweepRow& row) { return row.maxBatch; }), column);
    case Throughput:
        return text(*most([](const SweepRow& row) { return row.throughput; }), column);
    case Saved: // it may cost more, too: "-131.2 %"
        return longer(text(*most([](const SweepRow& row) { return row.savedFraction; }), column),
            longer(text(*most([](const SweepRow& row) { return -row.savedFraction; }), column),
                QStringLiteral("+100.0 %")));
    case ExtraStep:
        if (!m_timedOn.isEmpty()) {
            return text(*most([](const SweepRow& row) { return row.stepSeconds.value_or(0); }), column);
        }
        [[fallthrough]];
    case ExtraForward: // and many times a forward pass with few states
        return longer(text(*most([](const SweepRow& row) { return row.extraForwardFraction; }), column),
            QStringLiteral("+100.0 %"));
    case Number:
        return longer(text(m_rows.front(), column), text(m_rows.back(), column));
    default:
        return text(m_rows.back(), column);
    }
}

QVariant KTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const SweepRow& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isChosen = row.k.value_or(1) == m_chosen;
    const bool isRecommended = row.k.value_or(1) == m_recommended;
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    case Qt::AccessibleTextRole: {
        QString said = tr("%1: %2").arg(
            headerData(index.column(), Qt::Horizontal, Qt::AccessibleTextRole).toString(), text(row, index.column()));
        said += isChosen ? tr(", chosen") : QString();
        said += isRecommended ? tr(", recommended") : QString();
        said += row.pareto ? QString() : tr(", dominated");
        return said;
    }
    case ChosenRole:
        return isChosen;
    case RecommendedRole:
        return isRecommended;
    case ParetoRole:
        return row.pareto;
    default:
        return {};
    }
}

KTableModel::Head KTableModel::numberHead() const
{
    if (m_budgets) {
        return { tr("Budget, GiB"), tr("Most bytes that activations may take") };
    }
    if (m_word.isEmpty()) {
        return { QStringLiteral("–"), tr("This policy has no number") };
    }
    if (m_word == QLatin1String("m")) {
        return { m_word, tr("Layers, from the first on, that keep only their input") };
    }
    if (m_word == QLatin1String("c")) {
        return { m_word, tr("Layer inputs kept at a time, the first one counted") };
    }
    return { m_word, tr("Checkpoint every K layers") };
}

QVariant KTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    const auto head = [&]() -> Head {
        switch (section) {
        case Number:
            return numberHead();
        case Activations:
            return { tr("Activations, GiB"), tr("Kept layers, checkpoints and the live segment") };
        case Total:
            return { tr("Total, GiB"), tr("With parameters and optimizer") };
        case Saved:
            return { tr("Saved"), tr("Share of the total when everything is kept") };
        case ExtraForward:
            return { tr("Forward"), tr("Extra forward work, of one forward pass") };
        case ExtraStep:
            if (!m_timedOn.isEmpty()) {
                return { tr("Step"), tr("Time of a step at the scenario's batch, calibrated on %1").arg(m_timedOn) };
            }
            return { tr("Step"), tr("Extra work of one training step (a step counts as three forward passes)") };
        case Efficiency:
            return { tr("Saved / forward"), tr("Percent of memory saved per percent of extra forward") };
        case Fits:
            return { tr("Fits"), tr("Whether the total fits the device") };
        case LargestBatch:
            return { tr("Largest batch"), tr("Largest batch that fits the device") };
        case Throughput:
            if (!m_timedOn.isEmpty()) {
                return { tr("Samples / s"),
                    tr("Samples per second at the largest batch, calibrated on %1").arg(m_timedOn) };
            }
            return { tr("Throughput"),
                m_accounting == Accounting::Article
                    ? tr("Largest batch / (1 + extra step): samples per normalised step; assumes that step time does "
                         "not depend on the batch")
                    : tr("Samples per time of a store-all step at the scenario's batch, reached at the largest batch; "
                         "assumes the device's rates") };
        case Change:
            return { tr("vs baseline"), tr("Total against the baseline's, GiB: %1").arg(m_beforeText) };
        default:
            return {};
        }
    }();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return head.text;
    case Qt::ToolTipRole:
        return head.help;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    default:
        return {};
    }
}

} // namespace sublinear
