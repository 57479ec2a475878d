// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

namespace sublinear {

/// The sign before the verdict; shape and colour both say it.
class VerdictMark : public QWidget {
    Q_OBJECT

public:
    enum class State { Fits, DoesNotFit, Refused, Computing };

    explicit VerdictMark(QWidget* parent = nullptr);
    void setState(State state);
    [[nodiscard]] State state() const { return m_state; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    State m_state = State::Refused;
};

} // namespace sublinear
