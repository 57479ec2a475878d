// SPDX-License-Identifier: MIT
#include "app/style/look.h"

#include <algorithm>

namespace sublinear {

namespace {

QFont sized(const QFont& base, int pixels, QFont::Weight weight)
{
    QFont font = base;
    font.setPixelSize(std::max(8, pixels));
    font.setWeight(weight);
    return font;
}

int basePixels(const QFont& base)
{
    // A font set in points has no pixel size; 96 dpi is what Qt lays out with on every desktop we know.
    return base.pixelSize() > 0 ? base.pixelSize() : qRound(base.pointSizeF() * 96.0 / 72.0);
}

} // namespace

Look lookOf(const QPalette& palette, const QFont& base)
{
    Look look;
    look.dark = palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
    look.window = palette.color(QPalette::Window);
    look.card = palette.color(QPalette::Base);
    look.text = palette.color(QPalette::WindowText);
    // A projector's ink and ground are the extremes: pale greys would be gone on the wall.
    const QColor white(0xFF, 0xFF, 0xFF);
    const QColor black(0, 0, 0);
    look.projector = look.text == (look.dark ? white : black) && look.window == (look.dark ? black : white);
    const auto pick = [&](QRgb dark, QRgb strongDark, QRgb light, QRgb strongLight) {
        return QColor(look.dark ? (look.projector ? strongDark : dark) : (look.projector ? strongLight : light));
    };
    look.border = pick(0x3A3F46, 0x8A9099, 0xD9DCE1, 0x80858C);
    look.grid = pick(0x2E3238, 0x454A52, 0xEBEDF0, 0xD2D5DA);
    look.muted = pick(0xA6ADB7, 0xDDE1E6, 0x5A6370, 0x24282E);
    look.accent = look.dark ? QColor(0x6C, 0xB6, 0xFF) : QColor(0x1F, 0x5F, 0xAE);
    look.fits = look.dark ? QColor(0x4C, 0xC3, 0x8A) : QColor(0x0B, 0x7A, 0x4B);
    look.doesNotFit = look.dark ? QColor(0xFF, 0x8A, 0x70) : QColor(0xB4, 0x2A, 0x12);
    look.limit = look.dark ? QColor(0xFF, 0x9C, 0x8A) : QColor(0xA6, 0x1C, 0x1C);
    const int pixels = basePixels(base);
    look.title = sized(base, pixels, QFont::DemiBold);
    look.axis = sized(base, pixels - 2, QFont::Normal);
    look.strong = sized(base, pixels + 3, QFont::DemiBold);
    return look;
}

QColor kindColor(MemoryKind kind, bool dark)
{
    QColor color;
    switch (kind) {
    case MemoryKind::Parameters:
        color = QColor(0x00, 0x72, 0xB2);
        break;
    case MemoryKind::Gradients:
        color = QColor(0x56, 0xB4, 0xE9);
        break;
    case MemoryKind::MasterWeights:
        color = QColor(0x3D, 0x5A, 0x80);
        break;
    case MemoryKind::Optimizer:
        color = QColor(0xCC, 0x79, 0xA7);
        break;
    case MemoryKind::Activations:
        color = QColor(0xE6, 0x9F, 0x00);
        break;
    case MemoryKind::Checkpoints:
        color =
            QColor(0xB6, 0x50, 0x00); // darker than the hue's usual one, which a tritanope takes for the optimizer's
        break;
    case MemoryKind::Recomputed:
        color = QColor(0xF0, 0xE4, 0x42);
        break;
    case MemoryKind::Logits:
        color = QColor(0x00, 0x9E, 0x73);
        break;
    case MemoryKind::Transient: // dark enough to be told from the optimizer's by every eye
        color = QColor(0x4A, 0x4F, 0x57);
        break;
    case MemoryKind::Reserve:
        color = QColor(0x70, 0x75, 0x7E);
        break;
    }
    if (!dark) {
        return color;
    }
    float hue = 0;
    float saturation = 0;
    float lightness = 0;
    color.getHslF(&hue, &saturation, &lightness);
    return QColor::fromHslF(hue, saturation * 0.85F, std::min(0.72F, lightness + 0.08F));
}

QColor edgeColor(const QColor& fill, bool dark)
{
    return dark ? fill.lighter(135) : fill.darker(160);
}

} // namespace sublinear
