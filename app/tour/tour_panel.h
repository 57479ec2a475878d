// SPDX-License-Identifier: MIT
#pragma once

#include <QFrame>

#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace sublinear {

class TourGuide;

/// The tour's step in words, beside the charts: text, question, what to do, and the way on and back. It is never
/// modal: everything else in the window goes on working.
class TourPanel : public QFrame {
    Q_OBJECT
public:
    explicit TourPanel(TourGuide& guide, QWidget* parent = nullptr);

    void focusWay(); ///< the keyboard goes to Next

Q_SIGNALS:
    void widthChanged(); ///< with the size of type

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* buildHead();
    QWidget* buildStep();
    QWidget* buildWay();
    QLabel* addText(QVBoxLayout& column, const char* id);
    void showStep();
    void showOptions();
    void sync(); ///< what answers and doing change
    void syncHead();
    void inkOptions();
    void applyLook();

    TourGuide& m_guide;
    QComboBox* m_steps = nullptr;
    QScrollArea* m_scroll = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QLabel* m_question = nullptr;
    QWidget* m_optionHost = nullptr;
    std::vector<QPushButton*> m_options;
    QLabel* m_because = nullptr;
    QLabel* m_task = nullptr;
    QLabel* m_after = nullptr;
    QPushButton* m_again = nullptr;
    QPushButton* m_own = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_next = nullptr;
};

} // namespace sublinear
