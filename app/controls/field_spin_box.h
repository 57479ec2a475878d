// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/fields.h"

#include <QAbstractSpinBox>

#include <optional>
#include <vector>

namespace sublinear {

/// The number of one field, 64 bits wide, typed as people type it ("2k", "1Mi", "80 GiB").
/// Takes the text at Enter or when the focus leaves. What it cannot take it refuses with
/// a message and keeps the value; the text stays for correction until the focus leaves.
class FieldSpinBox : public QAbstractSpinBox {
    Q_OBJECT
    Q_PROPERTY(qlonglong value READ value) // these four are what a screen reader asks for
    Q_PROPERTY(qlonglong minimum READ minimum)
    Q_PROPERTY(qlonglong maximum READ maximum)
    Q_PROPERTY(qlonglong singleStep READ singleStep)

public:
    explicit FieldSpinBox(const Field& field, QWidget* parent = nullptr);

    /// Shows a value; empty shows the derived one. Emits nothing; text being typed stays.
    void setValue(std::optional<std::int64_t> value);
    void setRange(std::int64_t minimum, std::int64_t maximum);
    /// What the field is worth while no value is given: shown pale, and where steps start from.
    void setDerived(std::optional<std::int64_t> value);
    /// Takes these only, and steps from one to the next; empty for every number of the range.
    void setStops(const std::vector<std::int64_t>& stops) { m_stops = stops; }
    /// Empty text then takes the value away instead of being refused.
    void setClearable(bool clearable) { m_clearable = clearable; }
    /// Page Up and Page Down go to powers of two instead of ten steps.
    void setPagesDouble(bool pagesDouble) { m_pagesDouble = pagesDouble; }

    /// Whether text stands here for correction that would be refused again.
    [[nodiscard]] bool holdsRefusedText() const;

    [[nodiscard]] qlonglong value() const { return m_value.value_or(0); }
    [[nodiscard]] qlonglong minimum() const { return m_minimum; }
    [[nodiscard]] qlonglong maximum() const { return m_maximum; }
    [[nodiscard]] qlonglong singleStep() const;

    void stepBy(int steps) override;
    [[nodiscard]] QValidator::State validate(QString& input, int& position) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void edited(const sublinear::FieldValue& value);
    void refused(const QString& message);

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    [[nodiscard]] QString shown() const;
    [[nodiscard]] std::int64_t stepped(int steps) const;
    [[nodiscard]] std::optional<std::int64_t> accepted(const QString& typed) const;
    [[nodiscard]] QString refusalOf(const QString& typed) const;
    bool commit();
    void take(std::optional<std::int64_t> value);

    const Field& m_field;
    std::optional<std::int64_t> m_value;
    std::optional<std::int64_t> m_derived;
    std::vector<std::int64_t> m_stops;
    std::int64_t m_minimum;
    std::int64_t m_maximum;
    bool m_clearable = false;
    bool m_pagesDouble = false;
};

} // namespace sublinear
