// SPDX-License-Identifier: MIT
#include "app/style/theme.h"

#include "app/style/calm_style.h"
#include "app/style/desktop_scheme.h"

#include <QApplication>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>

#include <optional>

namespace sublinear {
namespace {

bool isProjector(Ground ground)
{
    return ground == Ground::Projector || ground == Ground::ProjectorDark;
}

} // namespace

QPalette paletteFor(Ground ground)
{
    const bool dark = ground == Ground::Dark || ground == Ground::ProjectorDark;
    const bool strong = isProjector(ground);
    const QColor window = strong ? (dark ? QColor(0, 0, 0) : QColor(0xFF, 0xFF, 0xFF))
        : dark                   ? QColor(0x17, 0x19, 0x1D)
                                 : QColor(0xF4, 0xF5, 0xF7);
    const QColor base = !dark ? QColor(0xFF, 0xFF, 0xFF) : strong ? QColor(0, 0, 0) : QColor(0x1F, 0x22, 0x27);
    const QColor text = strong ? (dark ? QColor(0xFF, 0xFF, 0xFF) : QColor(0, 0, 0))
        : dark                 ? QColor(0xE8, 0xEA, 0xED)
                               : QColor(0x1B, 0x1F, 0x24);
    const QColor hint = strong ? (dark ? QColor(0xDD, 0xE1, 0xE6) : QColor(0x24, 0x28, 0x2E))
        : dark                 ? QColor(0xA6, 0xAD, 0xB7)
                               : QColor(0x5A, 0x63, 0x70);
    const QColor button = dark ? QColor(0x2A, 0x2E, 0x34) : QColor(0xEC, 0xEE, 0xF1);
    const QColor accent = dark ? QColor(0x3B, 0x82, 0xC9) : QColor(0x1F, 0x5F, 0xAE);
    const QColor faint = dark ? QColor(0x7D, 0x84, 0x8E) : QColor(0x8A, 0x91, 0x9B);
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, dark ? QColor(0x24, 0x27, 0x2D) : QColor(0xF7, 0xF8, 0xFA));
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::Button, button);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::ToolTipBase, dark ? QColor(0x2A, 0x2E, 0x34) : QColor(0xFF, 0xFF, 0xFF));
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::PlaceholderText, hint); // it is read, too
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, dark ? QColor(0x6C, 0xB6, 0xFF) : accent);
    palette.setColor(QPalette::Light, dark ? QColor(0x3A, 0x3F, 0x46) : QColor(0xFF, 0xFF, 0xFF));
    palette.setColor(QPalette::Midlight, dark ? QColor(0x32, 0x36, 0x3D) : QColor(0xE3, 0xE6, 0xEA));
    palette.setColor(QPalette::Mid, dark ? QColor(0x3A, 0x3F, 0x46) : QColor(0xC8, 0xCC, 0xD2));
    palette.setColor(QPalette::Dark, dark ? QColor(0x12, 0x14, 0x17) : QColor(0xA0, 0xA6, 0xAE));
    palette.setColor(QPalette::Shadow, QColor(0, 0, 0));
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText }) {
        palette.setColor(QPalette::Disabled, role, faint);
    }
    return palette;
}

namespace {

QFont enlarged(QFont font)
{
    constexpr double kProjectorType = 1.6;
    if (font.pixelSize() > 0) {
        font.setPixelSize(qRound(font.pixelSize() * kProjectorType));
    } else {
        font.setPointSizeF(font.pointSizeF() * kProjectorType);
    }
    return font;
}

/// Lives as long as the application and repaints it when the desktop switches.
class ThemeKeeper : public QObject {
public:
    explicit ThemeKeeper(QApplication& application)
        : QObject(&application)
        , m_desktop(this)
        , m_usual(QApplication::font())
    {
        setObjectName(QStringLiteral("sublinear.themeKeeper"));
        if (QStyle* fusion = QStyleFactory::create(QStringLiteral("Fusion"))) {
            QApplication::setStyle(new CalmStyle(fusion));
        }
        connect(&m_desktop, &DesktopScheme::changed, this, [this] { set(m_theme); });
    }

    void set(Theme theme)
    {
        m_theme = theme;
        const bool dark = theme == Theme::Dark || (theme == Theme::System && m_desktop.dark());
        const Ground ground = theme == Theme::Projector ? Ground::Projector
            : theme == Theme::ProjectorDark             ? Ground::ProjectorDark
            : dark                                      ? Ground::Dark
                                                        : Ground::Light;
        if (m_shown == ground) {
            return; // a palette change restyles every widget
        }
        const bool other = isProjector(ground) != (m_shown && isProjector(*m_shown));
        m_shown = ground;
        if (other) {
            QApplication::setFont(isProjector(ground) ? enlarged(m_usual) : m_usual);
        }
        QApplication::setPalette(paletteFor(ground));
    }

private:
    DesktopScheme m_desktop;
    Theme m_theme = Theme::System;
    QFont m_usual; ///< of the desktop
    std::optional<Ground> m_shown;
};

} // namespace

void applyTheme(QApplication& application, Theme theme)
{
    auto* keeper = static_cast<ThemeKeeper*>(
        application.findChild<QObject*>(QStringLiteral("sublinear.themeKeeper"), Qt::FindDirectChildrenOnly));
    if (keeper == nullptr) {
        keeper = new ThemeKeeper(application);
    }
    keeper->set(theme);
}

} // namespace sublinear
