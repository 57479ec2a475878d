// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

namespace sublinear {

/// What a picture is worth now.
enum class Face {
    Current,
    Computing, ///< of the scenario before; the new one is being worked out
    Stale ///< of the last scenario that had a plan; the present one is refused
};

/// Lies over a picture that is not of the present scenario and dims it. While that is computed there
/// is a thin line on top, and the pointer does not get at the old numbers.
class Veil : public QWidget {
    Q_OBJECT
public:
    /// Over a part of its parent, which says by setGeometry() which.
    explicit Veil(QWidget* parent);

    void setFace(Face face);
    [[nodiscard]] Face face() const { return m_face; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Face m_face = Face::Current;
};

} // namespace sublinear
