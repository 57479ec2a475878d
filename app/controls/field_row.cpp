// SPDX-License-Identifier: MIT
#include "app/controls/field_row.h"

#include "app/controls/field_label.h"
#include "app/controls/field_spin_box.h"
#include "app/model/scenario_model.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <bit>
#include <limits>

namespace sublinear {
namespace {

/// Room above the value, so that a slider at its end can go on: twice as much on a
/// logarithmic scale, the next power of two on a linear one.
int grownTo(std::int64_t value, std::int64_t limit)
{
    const auto above = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(value)));
    return int(std::min({ above, limit, std::int64_t { std::numeric_limits<int>::max() } }));
}

} // namespace

FieldRow::FieldRow(ScenarioModel& model, const FieldRowSpec& spec, QWidget* parent)
    : ScenarioRow(model, spec.path, spec.why, parent)
    , m_spec(spec)
    , m_minimum(field().minimum)
    , m_maximum(field().maximum)
    , m_spin(new FieldSpinBox(field(), this))
    , m_message(new QLabel(this))
    , m_column(new QVBoxLayout(this))
{
    auto* label = new FieldLabel(withMnemonic(name(), spec.mnemonic), this);
    label->setObjectName(partName(u".label"));
    label->setBuddy(m_spin);
    label->setWordWrap(true); // a long name must not widen the panel
    connect(label, &FieldLabel::doubleClicked, this, &FieldRow::reset);

    m_spin->setObjectName(partName(u".spin"));
    m_spin->setAccessibleName(name());
    m_spin->setAccessibleDescription(spec.why);
    m_spin->setClearable(spec.clearable);
    m_spin->setPagesDouble(spec.scale == ValueSlider::Scale::Logarithmic);
    connect(m_spin, &FieldSpinBox::edited, this, &FieldRow::edit);
    connect(m_spin, &FieldSpinBox::refused, this, &FieldRow::showMessage);

    m_message->setObjectName(partName(u".message"));
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
        buildSlider();
    }
    m_column->addWidget(m_message);
}

void FieldRow::buildSlider()
{
    m_slider = new ValueSlider(*m_spec.scale, this);
    m_slider->setObjectName(partName(u".slider"));
    m_slider->setAccessibleName(name());
    m_slider->setAccessibleDescription(m_spec.why);
    m_slider->setPageStep(8);
    m_column->addWidget(m_slider);
    connect(m_slider, &QSlider::sliderPressed, &model(), &ScenarioModel::beginGesture);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) { edit(FieldValue { std::int64_t { value } }); });
    connect(m_slider, &QSlider::sliderReleased, this, [this] {
        model().endGesture();
        sync(model().completed()); // the range may have had to wait for the hand
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

void FieldRow::setStops(const std::vector<std::int64_t>& stops)
{
    m_spin->setStops(stops);
}

void FieldRow::sync(const Scenario& completed)
{
    const FieldValue value = field().get(completed);
    const auto* number = std::get_if<std::int64_t>(&value);
    if (value != m_shown || !m_spin->holdsRefusedText()) {
        m_shown = value;
        showMessage({}); // it spoke of what is no longer there, or no longer refused
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

void FieldRow::edit(const FieldValue& value)
{
    showMessage({});
    ScenarioRow::edit(value);
}

void FieldRow::showMessage(const QString& message)
{
    if (message.isEmpty() && m_message->isHidden()) {
        return; // the usual case, at every step of a slider
    }
    m_message->setText(message.isEmpty() ? QString() : QStringLiteral("\u26a0 ") + message);
    m_message->setVisible(!message.isEmpty());
    m_spin->setAccessibleDescription(message.isEmpty() ? m_spec.why : message);
}

} // namespace sublinear
