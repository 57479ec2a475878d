// SPDX-License-Identifier: MIT
#pragma once

#include <QToolButton>

namespace sublinear {

class Baseline;

/// What the ghosts of all charts are, said once: their line and the baseline's total. Opens what can be done with it.
/// Not there without a baseline.
class BaselineChip : public QToolButton {
    Q_OBJECT
public:
    explicit BaselineChip(const Baseline& baseline, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void sync();

    const Baseline& m_baseline;
};

} // namespace sublinear
