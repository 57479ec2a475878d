// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <QObject>
#include <QString>

#include <optional>

namespace sublinear {

/// The one component that is lit in every view that shows it: "kind:activations", "k:9"; empty for none.
class HighlightModel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    static QString idOf(std::optional<MemoryKind> kind);
    static QString idOf(Count k); ///< of kNoNumber none
    static std::optional<MemoryKind> kindOf(const QString& id);
    static Count numberOf(const QString& id); ///< kNoNumber unless it is of a K

    [[nodiscard]] const QString& lit() const { return m_lit; }
    void light(const QString& id);

Q_SIGNALS:
    /// Also where it stays the same: a view may have let go of it when the numbers changed.
    void litAnew();

private:
    QString m_lit;
};

} // namespace sublinear
