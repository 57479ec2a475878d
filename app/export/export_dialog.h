// SPDX-License-Identifier: MIT
#pragma once

#include "app/export/export_files.h"

#include <QDialog>
#include <QStringList>

#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace sublinear {

/// Asks which charts are to be exported, in which formats, how large, and where to. Remembers all but the charts.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    struct Chart {
        QString id;
        QString name;
    };
    /// `chosen`: the chart that is asked for; empty for all.
    ExportDialog(const std::vector<Chart>& charts, const QString& chosen, QWidget* parent = nullptr);

    /// What was asked for; only sound while the button is enabled.
    [[nodiscard]] ExportOrder order() const;
    /// How figures were last asked for, or the usual way.
    [[nodiscard]] static FigureStyle lastStyle();

Q_SIGNALS:
    void commandAsked(); ///< the command line of order() is to be copied

protected:
    void accept() override;

private:
    void sync();
    void browse();

    QComboBox* m_charts;
    std::vector<QCheckBox*> m_formats;
    QLineEdit* m_size;
    QDoubleSpinBox* m_scale;
    QDoubleSpinBox* m_font;
    QComboBox* m_theme;
    QCheckBox* m_title;
    QLineEdit* m_folder;
    QLabel* m_trouble;
    QPushButton* m_export;
    QPushButton* m_command;
};

} // namespace sublinear
