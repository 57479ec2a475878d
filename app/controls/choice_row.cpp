// SPDX-License-Identifier: MIT
#include "app/controls/choice_row.h"

#include "app/controls/field_label.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QWheelEvent>

namespace sublinear {
namespace {

/// Leaves the wheel to the panel unless it has the focus.
class CalmComboBox : public QComboBox {
public:
    explicit CalmComboBox(QWidget* parent)
        : QComboBox(parent)
    {
        setFocusPolicy(Qt::StrongFocus);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    }

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        if (hasFocus()) {
            QComboBox::wheelEvent(event);
        } else {
            event->ignore();
        }
    }
};

} // namespace

ChoiceRow::ChoiceRow(
    ScenarioModel& model, std::string_view path, const QString& why, const std::vector<Entry>& entries, QWidget* parent)
    : QWidget(parent)
    , m_field(*findField(path))
    , m_combo(new CalmComboBox(this))
{
    const QString name = toQString(m_field.label);
    setToolTip(why);
    auto* label = new FieldLabel(name, this);
    label->setObjectName(toQString(m_field.path) + QStringLiteral(".label"));
    label->setBuddy(m_combo);
    label->alignToColumn();
    connect(label, &FieldLabel::doubleClicked, &model, [this, &model] { model.setField(m_field.path, {}); });

    m_combo->setObjectName(toQString(m_field.path) + QStringLiteral(".combo"));
    m_combo->setAccessibleName(name);
    m_combo->setAccessibleDescription(why);
    for (const Entry& entry : entries) {
        m_combo->addItem(entry.text, toQString(entry.value));
        m_combo->setItemData(m_combo->count() - 1, entry.why, Qt::ToolTipRole);
    }
    connect(m_combo, &QComboBox::activated, &model, [this, &model](int index) {
        model.setField(m_field.path, toUtf8(m_combo->itemData(index).toString()));
        sync(model.completed());
    });

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(label);
    row->addWidget(m_combo, 1);
}

void ChoiceRow::sync(const Scenario& completed)
{
    const FieldValue value = m_field.get(completed);
    const auto* text = std::get_if<std::string>(&value);
    m_combo->setCurrentIndex(text != nullptr ? m_combo->findData(toQString(*text)) : -1);
}

} // namespace sublinear
