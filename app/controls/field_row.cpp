// SPDX-License-Identifier: MIT
#include "app/controls/field_row.h"

#include "app/controls/field_label.h"
#include "app/controls/field_spin_box.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"

#include <QAction>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <bit>
#include <limits>

namespace sublinear {
namespace {

QString objectNameOf(const Field& field, const char16_t* part)
{
    return toQString(field.path) + QString::fromUtf16(part);
}

/// Room above the value, so that a slider at its end can go on: twice as much on a
/// logarithmic scale, the next power of two on a linear one.
int grownTo(std::int64_t value, std::int64_t limit)
{
    const auto above = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(value)));
    return int(std::min({ above, limit, std::int64_t { std::numeric_limits<int>::max() } }));
}

} // namespace

FieldRow::FieldRow(ScenarioModel& model, const FieldRowSpec& spec, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_spec(spec)
    , m_field(*findField(spec.path))
    , m_minimum(m_field.minimum)
    , m_maximum(m_field.maximum)
    , m_spin(new FieldSpinBox(m_field, this))
    , m_message(new QLabel(this))
    , m_column(new QVBoxLayout(this))
{
    const QString name = toQString(m_field.label);
    setToolTip(spec.why);

    QString labelText = name;
    if (const qsizetype at = spec.mnemonic != 0 ? name.indexOf(QChar(spec.mnemonic), 0, Qt::CaseInsensitive) : -1;
        at >= 0) {
        labelText.insert(at, u'&');
    }
    auto* label = new FieldLabel(labelText, this);
    label->setObjectName(objectNameOf(m_field, u".label"));
    label->setBuddy(m_spin);
    connect(label, &FieldLabel::doubleClicked, this, &FieldRow::reset);

    m_spin->setObjectName(objectNameOf(m_field, u".spin"));
    m_spin->setAccessibleName(name);
    m_spin->setAccessibleDescription(spec.why);
    m_spin->setClearable(spec.clearable);
    m_spin->setPagesDouble(spec.scale == ValueSlider::Scale::Logarithmic);
    connect(m_spin, &FieldSpinBox::edited, this, &FieldRow::edit);
    connect(m_spin, &FieldSpinBox::refused, this, &FieldRow::showMessage);

    m_message->setObjectName(objectNameOf(m_field, u".message"));
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->hide();

    auto* head = new QHBoxLayout;
    head->addWidget(label, 1);
    head->addWidget(m_spin);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(2);
    m_column->addLayout(head);
    if (spec.scale) {
        buildSlider(name);
    }
    m_column->addWidget(m_message);

    auto* resetAction = new QAction(tr("Reset to default"), this);
    connect(resetAction, &QAction::triggered, this, &FieldRow::reset);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    QWidget::addAction(resetAction);
}

void FieldRow::buildSlider(const QString& name)
{
    m_slider = new ValueSlider(*m_spec.scale, this);
    m_slider->setObjectName(objectNameOf(m_field, u".slider"));
    m_slider->setAccessibleName(name);
    m_slider->setAccessibleDescription(m_spec.why);
    m_slider->setPageStep(8);
    m_column->addWidget(m_slider);
    connect(m_slider, &QSlider::sliderPressed, &m_model, &ScenarioModel::beginGesture);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) { edit(FieldValue { std::int64_t { value } }); });
    connect(m_slider, &QSlider::sliderReleased, this, [this] {
        m_model.endGesture();
        sync(m_model.completed()); // the range may have had to wait for the hand
    });
}

void FieldRow::addBelow(QWidget* widget)
{
    m_column->insertWidget(m_column->count() - 1, widget);
}

void FieldRow::setRange(std::int64_t minimum, std::int64_t maximum)
{
    m_minimum = minimum;
    m_maximum = maximum;
    m_spin->setRange(minimum, maximum);
}

void FieldRow::setDerived(std::optional<std::int64_t> value)
{
    m_spin->setDerived(value);
}

void FieldRow::sync(const Scenario& completed)
{
    const FieldValue value = m_field.get(completed);
    const auto* number = std::get_if<std::int64_t>(&value);
    if (value != m_shown) {
        m_shown = value;
        showMessage({}); // it spoke of the value before
    }
    m_spin->setValue(number != nullptr ? std::optional(*number) : std::nullopt);
    if (m_slider != nullptr && number != nullptr) {
        syncSlider(*number);
    }
}

void FieldRow::syncSlider(std::int64_t value)
{
    const QSignalBlocker quiet(m_slider);
    if (!m_slider->isSliderDown()) { // the scale stands still under a hand
        const int from =
            int(std::clamp<std::int64_t>(m_spec.sliderFrom, m_minimum, std::max<std::int64_t>(value, m_minimum)));
        const int to = int(std::min<std::int64_t>(m_spec.sliderTo, m_maximum));
        m_slider->setRange(int(std::min<std::int64_t>(from, value)), value <= to ? to : grownTo(value, m_maximum));
    }
    m_slider->setValue(int(std::min<std::int64_t>(value, m_slider->maximum())));
}

void FieldRow::reset()
{
    edit(FieldValue {});
}

void FieldRow::edit(const FieldValue& value)
{
    showMessage({});
    m_model.setField(m_field.path, value);
    sync(m_model.completed()); // also where the model took something else, or nothing
}

void FieldRow::showMessage(const QString& message)
{
    m_message->setText(message.isEmpty() ? QString() : QStringLiteral("\u26a0 ") + message);
    m_message->setVisible(!message.isEmpty());
    m_spin->setAccessibleDescription(message.isEmpty() ? m_spec.why : message);
}

} // namespace sublinear
