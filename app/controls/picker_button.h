// SPDX-License-Identifier: MIT
#pragma once

#include "app/controls/picker_entries.h"

#include <QPushButton>

namespace sublinear {

class PickerPopup;

/// Shows what is picked, "(changed)" where fields differ from it since, and opens the list.
class PickerButton : public QPushButton {
    Q_OBJECT

public:
    PickerButton(QString title, std::vector<PickerEntry> entries, QWidget* parent = nullptr);

    /// `id` empty: `otherwise` is shown, the name of something that is in no list.
    void setCurrent(const std::string& id, bool changed, const QString& otherwise);
    [[nodiscard]] const QString& currentText() const { return m_text; }
    void openPopup();
    [[nodiscard]] PickerPopup* popup(); ///< made when first asked for

Q_SIGNALS:
    void picked(const std::string& id);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void elide();

    QString m_title;
    std::vector<PickerEntry> m_entries;
    std::string m_current;
    QString m_text;
    PickerPopup* m_popup = nullptr;
};

} // namespace sublinear
