// SPDX-License-Identifier: MIT
#pragma once

#include <QLabel>

namespace sublinear {

/// A line that explains and that a class can do without: not there on a projector, where room is dear, nor without
/// words.
class HintLabel : public QLabel {
    Q_OBJECT

public:
    explicit HintLabel(QWidget* parent = nullptr);

    void say(const QString& hint);

protected:
    void changeEvent(QEvent* event) override;

private:
    void sync();
};

} // namespace sublinear
