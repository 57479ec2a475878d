// SPDX-License-Identifier: MIT
#pragma once

#include "app/measure/shown_marks.h"
#include "app/model/beside_rows.h"
#include "app/style/look.h"
#include "app/style/veil.h"
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
    /// As shown, if there is room: "Computing…" while the finding is of a scenario before.
    [[nodiscard]] QString titleText() const;
    [[nodiscard]] QString measureText() const { return m_note.isEmpty() ? m_measure : m_note; }
    [[nodiscard]] const QString& summary() const { return m_summary; }

    /// Shows an evaluation; hidden cards remember it and draw when they are shown.
    void present(const Evaluation& evaluation, const BesideRows& beside);
    /// The measured points, from now on: whoever has them keeps them, and calls this when they change.
    void showMeasured(const ShownMarks& marks);
    /// What everything is held against, drawn as a ghost: an evaluation counted as the present one is, which stays
    /// where it is until the next call; null for none.
    void setBaseline(const Evaluation* baseline);
    /// Whether the picture is of the present scenario.
    void setFace(Face face);
    [[nodiscard]] Face face() const { return m_veil->face(); }
    /// Said instead of the measure, as long as something is still to come; empty for nothing.
    void setNote(const QString& note);
    /// Whether the picture depends on the chosen policy, and whether it shows policies beside it.
    [[nodiscard]] virtual bool needsPolicy() const { return true; }
    [[nodiscard]] virtual bool comparesPolicies() const { return false; }
    /// Whether it draws the second figures of the rows.
    [[nodiscard]] virtual bool showsBeside() const { return false; }
    /// Whether it draws measured points.
    [[nodiscard]] virtual bool showsMeasured() const { return false; }
    /// Lights a component wherever the card shows it, and pales the rest; an empty id for none. Repaints, no more.
    virtual void setHighlighted(const QString& id);
    /// What a figure of the card shows: its picture, without what only a hand has a use for.
    [[nodiscard]] virtual QWidget* picture() const { return m_body; }

Q_SIGNALS:
    void numberChosen(Count k);
    void componentPointed(const QString& id); ///< under the pointer or reached by key; empty for none
    void policyChosen(const PolicySpec& spec);
    void choiceTakenBack(); ///< the click that chose was the first half of a double click
    void fullSizeAsked();
    void menuAsked(const QPoint& at); ///< on the screen

protected:
    virtual void update(const Evaluation& evaluation) = 0;
    /// For update().
    [[nodiscard]] const BesideRows& beside() const { return *m_beside; }
    [[nodiscard]] const ShownMarks& measured() const;
    /// For update(); null for none.
    [[nodiscard]] const Evaluation* baseline() const { return m_baseline; }
    /// "; dash-dot: baseline", to be put behind a measure; empty without one.
    [[nodiscard]] QString baselineWords() const;
    virtual void restyle(const Look& look) = 0;

    void setBody(QWidget* body);
    void setTitle(const QString& title);
    void setMeasure(const QString& measure);
    /// Read out by screen readers: what the picture shows, in numbers.
    void setSummary(const QString& summary);

    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void applyLook();
    void elideTitle();
    void describe();
    void placeVeil();

    QString m_name;
    QString m_shortName;
    QString m_title;
    QString m_measure;
    QString m_note;
    QString m_summary;
    QLabel* m_titleLabel;
    QLabel* m_measureLabel;
    QVBoxLayout* m_layout;
    Veil* m_veil;
    QWidget* m_body = nullptr;
    const Evaluation* m_latest = nullptr;
    const BesideRows* m_beside = nullptr;
    const ShownMarks* m_measured = nullptr;
    const Evaluation* m_baseline = nullptr;
    bool m_dirty = false;
    bool m_styled = false;
};

} // namespace sublinear
