// SPDX-License-Identifier: MIT
#include "app/controls/picker_button.h"

#include "app/controls/picker_popup.h"
#include "app/model/text.h"

#include <QKeyEvent>
#include <QLineEdit>

#include <algorithm>

namespace sublinear {

PickerButton::PickerButton(QString title, std::vector<PickerEntry> entries, QWidget* parent)
    : QPushButton(parent)
    , m_title(std::move(title))
    , m_entries(std::move(entries))
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long name must not widen the panel
    setAutoDefault(false);
    connect(this, &QPushButton::clicked, this, &PickerButton::openPopup);
}

void PickerButton::setCurrent(const std::string& id, bool changed, const QString& otherwise)
{
    m_current = id;
    const auto found =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const PickerEntry& entry) { return entry.id == id; });
    QString text = found != m_entries.end() ? found->name : id.empty() ? otherwise : toQString(id);
    if (changed) {
        text += tr(" (changed)");
    }
    if (text == m_text) {
        return;
    }
    m_text = text;
    setAccessibleName(QStringLiteral("%1: %2").arg(m_title, text));
    setToolTip(text);
    elide();
}

PickerPopup* PickerButton::popup()
{
    if (m_popup == nullptr) {
        m_popup = new PickerPopup(m_title, m_entries, this);
        m_popup->setObjectName(objectName() + QStringLiteral(".popup"));
        connect(m_popup, &PickerPopup::picked, this, &PickerButton::picked);
    }
    return m_popup;
}

void PickerButton::openPopup()
{
    popup()->filter()->clear();
    popup()->openBelow(*this);
    popup()->setCurrent(m_current);
}

void PickerButton::elide()
{
    constexpr int kPadding = 24;
    setText(fontMetrics()
                .elidedText(m_text, Qt::ElideMiddle, std::max(width() - kPadding, 0))
                .replace(u'&', QStringLiteral("&&")));
}

void PickerButton::resizeEvent(QResizeEvent* event)
{
    QPushButton::resizeEvent(event);
    elide();
}

void PickerButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        openPopup();
        event->accept();
        return;
    }
    QPushButton::keyPressEvent(event);
}

} // namespace sublinear
