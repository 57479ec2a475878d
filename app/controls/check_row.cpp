// SPDX-License-Identifier: MIT
#include "app/controls/check_row.h"

#include <QCheckBox>
#include <QVBoxLayout>

namespace sublinear {

CheckRow::CheckRow(ScenarioModel& model, std::string_view path, const QString& why, QWidget* parent)
    : ScenarioRow(model, path, why, parent)
    , m_box(new QCheckBox(name(), this))
{
    m_box->setObjectName(partName(u".check"));
    m_box->setAccessibleDescription(why);
    connect(m_box, &QCheckBox::clicked, this, [this](bool on) { edit(FieldValue { on }); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_box);
}

void CheckRow::sync(const Scenario& completed)
{
    const FieldValue value = field().get(completed);
    const auto* on = std::get_if<bool>(&value);
    m_box->setChecked(on != nullptr && *on);
}

} // namespace sublinear
