// SPDX-License-Identifier: MIT
#include "app/tour/tour_stage.h"

#include "app/cards/card_page.h"
#include "app/controls/fold_section.h"
#include "app/controls/scenario_row.h"
#include "app/highlight/highlight_model.h"
#include "app/model/text.h"
#include "app/table/k_table.h"
#include "app/tour/tour_outline.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>

namespace sublinear {

namespace {

QString ownCardsKey()
{
    return QStringLiteral("tour/ownCards");
}

/// Into view, wherever it stands: in a folded section, below the fold.
void bringIntoView(QWidget& widget)
{
    for (QWidget* parent = widget.parentWidget(); parent != nullptr; parent = parent->parentWidget()) {
        if (auto* section = qobject_cast<FoldSection*>(parent)) {
            section->setOpen(true);
        } else if (auto* area = qobject_cast<QScrollArea*>(parent)) {
            area->ensureWidgetVisible(&widget);
            area->horizontalScrollBar()->setValue(0); // lines are read from their beginning
        }
    }
}

} // namespace

TourStage::TourStage(QWidget& window, CardPage& page, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_page(page)
{
}

TourStage::~TourStage()
{
    unframe();
}

void TourStage::show(const TourStep& step, bool answered)
{
    QSettings settings;
    if (!settings.contains(ownCardsKey())) {
        settings.setValue(ownCardsKey(), m_page.shownIds());
    }
    showCards(answered && !step.revealed.empty() ? step.revealed : step.cards);
    frame(step);
}

void TourStage::showCards(const std::vector<std::string>& cards)
{
    QStringList ids;
    for (const std::string& id : cards) {
        ids << toQString(id);
    }
    m_page.showFullSize(nullptr);
    m_page.setShownIds(ids);
}

void TourStage::clear()
{
    unframe();
    m_page.highlight().pin({});
    QSettings settings;
    if (settings.contains(ownCardsKey())) {
        m_page.showFullSize(nullptr);
        m_page.setShownIds(settings.value(ownCardsKey()).toStringList());
        settings.remove(ownCardsKey());
    }
}

void TourStage::unframe()
{
    for (const QPointer<TourOutline>& outline : m_outlines) {
        delete outline.data(); // null where it went with what it lay over
    }
    m_outlines.clear();
}

void TourStage::frame(const TourStep& step)
{
    unframe();
    m_page.highlight().pin({});
    for (const std::string& id : step.highlight) {
        for (QWidget* widget : widgetsOf(id)) {
            bringIntoView(*widget);
            m_outlines.emplace_back(new TourOutline(*widget));
        }
        if (HighlightModel::isComponent(toQString(id))) {
            m_page.highlight().pin(toQString(id));
        }
    }
}

std::vector<QWidget*> TourStage::widgetsOf(const std::string& id) const
{
    const auto named = [this](const char* name) {
        auto* widget = m_window.findChild<QWidget*>(QString::fromLatin1(name));
        return widget != nullptr ? std::vector<QWidget*> { widget } : std::vector<QWidget*> {};
    };
    if (id == "table") {
        return { &m_page.table() };
    }
    if (id == "verdict") {
        return named("verdict.bar");
    }
    if (id == "measure") {
        return named("measure.open");
    }
    const QString name = toQString(id).section(u':', 1);
    if (id.starts_with("card:")) {
        for (Card* card : m_page.cards()) {
            if (card->id() == name) {
                return { card };
            }
        }
        return {};
    }
    if (id.starts_with("field:")) {
        const auto rows = m_window.findChildren<ScenarioRow*>();
        for (ScenarioRow* row : rows) {
            if (toQString(row->field().path) == name) {
                return { row };
            }
        }
    }
    return {};
}

} // namespace sublinear
