// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <QObject>
#include <QString>

#include <optional>

namespace sublinear {

/// The one component that is lit in every view that shows it: "kind:activations", "tensor:qkv", "k:9",
/// "policy:segments"; empty for none. What is pointed at comes before what is pinned.
class HighlightModel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    static QString idOf(std::optional<MemoryKind> kind);
    static QString idOf(Count k); ///< of kNoNumber none
    static QString idOfPolicy(PolicyId policy);
    static QString idOfTensor(const QString& component);
    static std::optional<MemoryKind> kindOf(const QString& id);
    static Count numberOf(const QString& id); ///< kNoNumber unless it is of a K
    static std::optional<PolicyId> policyOf(const QString& id); ///< whatever number stands behind it
    static QString tensorOf(const QString& id); ///< empty unless it is of a tensor
    /// Whether it names something inside charts, not a widget.
    static bool isComponent(const QString& id);

    [[nodiscard]] const QString& lit() const { return m_pointed.isEmpty() ? m_pinned : m_pointed; }
    /// As long as a pointer or the keys are on it; empty afterwards.
    void light(const QString& id);
    /// Lit whenever nothing is pointed at; empty for nothing.
    void pin(const QString& id);

Q_SIGNALS:
    /// Also where it stays the same: a view may have let go of it when the numbers changed.
    void litAnew();

private:
    QString m_pointed;
    QString m_pinned;
};

} // namespace sublinear
