// SPDX-License-Identifier: MIT
#pragma once

#include "app/style/look.h"
#include "core/plan/evaluation.h"

#include <QFrame>

class QLabel;
class QVBoxLayout;

namespace sublinear {

/// A titled frame around one view. The title says the finding, the line under it what is shown
/// and in which unit. Double click, or Enter where the view has no use for it, asks for full size.
class Card : public QFrame {
    Q_OBJECT
public:
    /// `id` names the card in exports, tests and the saved page: "memory".
    /// `name` is what it is called, `shortName` what its switch says.
    Card(const QString& id, const QString& name, const QString& shortName, QWidget* parent = nullptr);

    [[nodiscard]] QString id() const { return objectName(); }
    [[nodiscard]] QString name() const { return m_name; }
    [[nodiscard]] QString shortName() const { return m_shortName; }
    [[nodiscard]] QString titleText() const { return m_title; }
    [[nodiscard]] QString measureText() const { return m_measure; }

    /// Shows an evaluation; hidden cards remember it and draw when they are shown.
    void present(const Evaluation& evaluation);
    /// The K under the pointer in another card; 0 for none.
    virtual void setPointedK(Count k);

Q_SIGNALS:
    void numberChosen(Count k);
    void numberPointed(Count k);
    void policyChosen(const PolicySpec& spec);
    void fullSizeAsked();

protected:
    virtual void update(const Evaluation& evaluation) = 0;
    virtual void restyle(const Look& look) = 0;

    void setBody(QWidget* body);
    void setTitle(const QString& title);
    void setMeasure(const QString& measure);
    /// Read out by screen readers: what the picture shows, in numbers.
    void setSummary(const QString& summary);

    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void applyLook();
    void elideTitle();

    QString m_name;
    QString m_shortName;
    QString m_title;
    QString m_measure;
    QLabel* m_titleLabel;
    QLabel* m_measureLabel;
    QVBoxLayout* m_layout;
    const Evaluation* m_latest = nullptr;
    bool m_dirty = false;
    bool m_styled = false;
};

} // namespace sublinear
