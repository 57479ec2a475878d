// SPDX-License-Identifier: MIT
#include "app/controls/scenario_row.h"

#include "app/language/core_text.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"

#include <QAction>

namespace sublinear {

ScenarioRow::ScenarioRow(ScenarioModel& model, std::string_view path, const QString& why, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_field(*findField(path))
{
    setToolTip(why);
    auto* resetAction = new QAction(tr("Reset to default"), this);
    connect(resetAction, &QAction::triggered, this, &ScenarioRow::reset);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    QWidget::addAction(resetAction);
}

void ScenarioRow::reset()
{
    edit(FieldValue {});
}

void ScenarioRow::edit(const FieldValue& value)
{
    m_model.setField(m_field.path, value);
    sync(m_model.completed()); // also where the model took something else, or nothing
}

QString ScenarioRow::name() const
{
    return fromCore(m_field.label);
}

QString ScenarioRow::partName(const char16_t* part) const
{
    return toQString(m_field.path) + QString::fromUtf16(part);
}

} // namespace sublinear
