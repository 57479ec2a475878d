// SPDX-License-Identifier: MIT
#include "app/controls/choice_row.h"

#include "app/controls/field_label.h"
#include "app/model/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

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

ChoiceRow::ChoiceRow(ScenarioModel& model, std::string_view path, const QString& why, std::vector<Entry> entries,
    char16_t mnemonic, QWidget* parent)
    : ScenarioRow(model, path, why, parent)
    , m_entries(std::move(entries))
    , m_combo(new CalmComboBox(this))
{
    auto* label = new FieldLabel(withMnemonic(name(), mnemonic), this);
    label->setObjectName(partName(u".label"));
    label->setBuddy(m_combo);
    label->alignToColumn();
    connect(label, &FieldLabel::doubleClicked, this, &ChoiceRow::reset);

    m_combo->setObjectName(partName(u".combo"));
    m_combo->setAccessibleName(name());
    m_combo->setAccessibleDescription(why);
    for (const Entry& entry : m_entries) {
        m_combo->addItem(entry.text, toQString(entry.value));
        m_combo->setItemData(m_combo->count() - 1, entry.why, Qt::ToolTipRole);
    }
    connect(m_combo, &QComboBox::activated, this, [this](int index) {
        const std::string_view value = m_entries[static_cast<std::size_t>(index)].value;
        const auto parsed = value.empty() ? Result<FieldValue>(FieldValue {}) : parseFieldValue(field(), value);
        m_shown.reset(); // the box already shows what was picked, taken or not
        edit(parsed ? *parsed : FieldValue {});
    });

    auto* row = new QHBoxLayout;
    row->addWidget(label);
    row->addWidget(m_combo, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(row);
}

int ChoiceRow::indexOf(std::string_view value) const
{
    const auto found =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) { return entry.value == value; });
    return found != m_entries.end() ? static_cast<int>(found - m_entries.begin()) : -1;
}

void ChoiceRow::sync(const Scenario& completed)
{
    const FieldValue value = field().get(completed);
    if (m_shown == value) {
        return;
    }
    m_shown = value;
    const int index = indexOf(fieldValueText(value));
    m_combo->setCurrentIndex(index >= 0 ? index : indexOf({}));
}

void ChoiceRow::setNote(const QString& note)
{
    if (m_note == nullptr) {
        if (note.isEmpty()) {
            return;
        }
        m_note = new QLabel(this);
        m_note->setObjectName(partName(u".note"));
        m_note->setTextFormat(Qt::PlainText);
        m_note->setWordWrap(true);
        m_note->setForegroundRole(QPalette::PlaceholderText);
        layout()->addWidget(m_note);
    }
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_combo->setAccessibleDescription(note.isEmpty() ? toolTip() : note);
}

} // namespace sublinear
