// SPDX-License-Identifier: MIT
#include "app/controls/field_spin_box.h"

#include "app/language/core_text.h"
#include "app/model/edit_text.h"
#include "app/model/text.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QStyle>
#include <QStyleOptionSpinBox>
#include <QWheelEvent>

#include <algorithm>
#include <bit>

namespace sublinear {
namespace {

/// Memory is shown in GiB, so a bare number means GiB here.
std::string withUnit(const Field& field, const QString& typed)
{
    const QString text = typed.trimmed();
    const bool bare = std::all_of(text.begin(), text.end(), [](QChar c) { return c.isDigit() || c == u'.'; });
    return toUtf8(field.kind == FieldKind::ByteSize && bare && !text.isEmpty() ? text + QStringLiteral("GiB") : text);
}

QString derivedText(const Field& field, std::int64_t value)
{
    return field.kind == FieldKind::ByteSize ? valueText(field, FieldValue { value }) : toQString(formatGrouped(value));
}

} // namespace

FieldSpinBox::FieldSpinBox(const Field& field, QWidget* parent)
    : QAbstractSpinBox(parent)
    , m_field(field)
    , m_minimum(field.minimum)
    , m_maximum(field.maximum)
{
    setAlignment(Qt::AlignRight);
    lineEdit()->setAcceptDrops(false); // a dropped file is for the window, not a number
    setFocusPolicy(Qt::StrongFocus); // no wheel focus
    setCorrectionMode(QAbstractSpinBox::CorrectToPreviousValue);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

qlonglong FieldSpinBox::singleStep() const
{
    return m_field.kind == FieldKind::ByteSize ? kGiB : 1;
}

QString FieldSpinBox::shown() const
{
    return m_value ? valueText(m_field, FieldValue { *m_value }) : QString();
}

void FieldSpinBox::setValue(std::optional<std::int64_t> value)
{
    const bool typing = hasFocus() && lineEdit()->isModified();
    m_value = value;
    if (!typing && lineEdit()->text() != shown()) {
        lineEdit()->setText(shown());
    }
}

void FieldSpinBox::setRange(std::int64_t minimum, std::int64_t maximum)
{
    m_minimum = minimum;
    m_maximum = maximum;
}

void FieldSpinBox::setDerived(std::optional<std::int64_t> value)
{
    m_derived = value;
    lineEdit()->setPlaceholderText(value ? derivedText(m_field, *value) : QString());
}

std::optional<std::int64_t> FieldSpinBox::accepted(const QString& typed) const
{
    const auto parsed = parseFieldValue(m_field, withUnit(m_field, typed));
    const auto* number = parsed ? std::get_if<std::int64_t>(&*parsed) : nullptr;
    const bool within = number != nullptr && *number >= m_minimum && *number <= m_maximum
        && (m_stops.empty() || std::binary_search(m_stops.begin(), m_stops.end(), *number));
    return within ? std::optional(*number) : std::nullopt;
}

QString FieldSpinBox::refusalOf(const QString& typed) const
{
    if (!m_stops.empty()) {
        QStringList stops;
        for (const std::int64_t stop : m_stops) {
            stops << QString::number(stop);
        }
        return tr("%1: %2 is not one of %3.")
            .arg(fromCore(m_field.label), toQString(quoted(toUtf8(typed))), stops.join(QStringLiteral(", ")));
    }
    Field narrowed = m_field;
    narrowed.minimum = m_minimum;
    narrowed.maximum = m_maximum;
    return notAcceptedText(narrowed, typed);
}

bool FieldSpinBox::holdsRefusedText() const
{
    const QString typed = lineEdit()->text();
    const bool cleared = m_clearable && typed.trimmed().isEmpty();
    return hasFocus() && lineEdit()->isModified() && typed != shown() && !cleared && !accepted(typed);
}

bool FieldSpinBox::commit()
{
    if (!lineEdit()->isModified() || lineEdit()->text() == shown()) {
        lineEdit()->setModified(false);
        return true;
    }
    const QString typed = lineEdit()->text();
    if (typed.trimmed().isEmpty() && m_clearable) {
        take(std::nullopt);
        return true;
    }
    const auto number = accepted(typed);
    if (!number) {
        Q_EMIT refused(refusalOf(typed));
        return false;
    }
    take(*number);
    return true;
}

void FieldSpinBox::take(std::optional<std::int64_t> value)
{
    m_value = value;
    lineEdit()->setText(shown()); // also ends isModified()
    Q_EMIT edited(value ? FieldValue { *value } : FieldValue {});
}

std::int64_t FieldSpinBox::stepped(int steps) const
{
    const std::int64_t now = m_value ? *m_value : m_derived.value_or(m_minimum);
    if (!m_stops.empty()) {
        const auto next = steps > 0 ? std::upper_bound(m_stops.begin(), m_stops.end(), now)
                                    : std::lower_bound(m_stops.begin(), m_stops.end(), now);
        if (steps > 0) {
            return next != m_stops.end() ? *next : m_stops.back();
        }
        return next != m_stops.begin() ? *(next - 1) : m_stops.front();
    }
    if (m_pagesDouble && std::abs(steps) >= 10) {
        const auto bits = static_cast<std::uint64_t>(std::max<std::int64_t>(now, 1));
        const auto floor = static_cast<std::int64_t>(std::bit_floor(bits));
        const std::int64_t page = steps > 0 ? 2 * floor : floor == now ? floor / 2 : floor;
        return std::clamp(page, m_minimum, m_maximum);
    }
    // The range is far inside 64 bits of either sign, so the sum cannot wrap.
    return std::clamp<std::int64_t>(now + steps * singleStep(), m_minimum, m_maximum);
}

void FieldSpinBox::stepBy(int steps)
{
    if (!commit()) {
        return;
    }
    if (const std::int64_t next = stepped(steps); !m_value || next != *m_value) {
        take(next);
    }
    selectAll();
}

QValidator::State FieldSpinBox::validate(QString& /*input*/, int& /*position*/) const
{
    return QValidator::Acceptable; // judged as a whole by commit(), which can say what is wrong
}

QAbstractSpinBox::StepEnabled FieldSpinBox::stepEnabled() const
{
    StepEnabled enabled = StepNone;
    if (!m_value || *m_value > m_minimum) {
        enabled |= StepDownEnabled;
    }
    if (!m_value || *m_value < m_maximum) {
        enabled |= StepUpEnabled;
    }
    return enabled;
}

bool FieldSpinBox::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && !lineEdit()->isModified()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore(); // nothing typed to take back: the window's undo is meant
            return false;
        }
    }
    return QAbstractSpinBox::event(event);
}

void FieldSpinBox::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        commit();
        selectAll();
        event->accept();
        break;
    case Qt::Key_Escape:
        if (!lineEdit()->isModified()) {
            event->ignore();
            return;
        }
        lineEdit()->setText(shown());
        selectAll();
        event->accept();
        break;
    default:
        QAbstractSpinBox::keyPressEvent(event);
    }
}

void FieldSpinBox::focusOutEvent(QFocusEvent* event)
{
    if (!commit() && event->reason() != Qt::PopupFocusReason) {
        lineEdit()->setText(shown());
    }
    QAbstractSpinBox::focusOutEvent(event);
}

void FieldSpinBox::wheelEvent(QWheelEvent* event)
{
    if (!hasFocus()) {
        event->ignore();
        return;
    }
    QAbstractSpinBox::wheelEvent(event);
}

QSize FieldSpinBox::sizeHint() const
{
    // Wide enough for the field's largest value, so that nothing moves while numbers change.
    ensurePolished();
    const qsizetype digits = m_field.kind == FieldKind::ByteSize ? 12 : QString::number(m_field.maximum).size();
    const QString widest(std::max<qsizetype>(digits, 8) + 1, u'0');
    const QSize content(fontMetrics().horizontalAdvance(widest), lineEdit()->sizeHint().height());
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, content, this);
}

} // namespace sublinear
