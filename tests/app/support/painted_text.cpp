// SPDX-License-Identifier: MIT
#include "tests/app/support/painted_text.h"

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QWidget>

namespace sublinear::testing {

namespace {

/// Keeps texts and forgets everything else.
class TextEngine : public QPaintEngine {
public:
    TextEngine()
        : QPaintEngine(AllFeatures)
    {
    }

    bool begin(QPaintDevice* /*device*/) override { return true; }
    bool end() override { return true; }
    [[nodiscard]] Type type() const override { return User; }
    void updateState(const QPaintEngineState& /*state*/) override { }
    void drawPixmap(const QRectF& /*to*/, const QPixmap& /*pixmap*/, const QRectF& /*from*/) override { }
    void drawPolygon(const QPointF* /*points*/, int /*count*/, PolygonDrawMode /*mode*/) override { }
    void drawPath(const QPainterPath& /*path*/) override { }

    void drawTextItem(const QPointF& at, const QTextItem& item) override
    {
        if (item.text().trimmed().isEmpty()) {
            return;
        }
        const QRectF own(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent());
        PaintedText painted { item.text(), state->transform().mapRect(own), state->pen().color() };
        if (const QPainter* on = painter(); on->hasClipping()) {
            // A pixel of the box may be lost: glyphs do not fill it.
            const QRectF clip = on->clipBoundingRect().adjusted(-1.5, -1.5, 1.5, 1.5);
            painted.cut = !clip.contains(own);
        }
        m_texts.push_back(std::move(painted));
    }

    std::vector<PaintedText> m_texts;
};

class TextDevice : public QPaintDevice {
public:
    explicit TextDevice(QSize size)
        : m_size(size)
    {
    }
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_engine; }
    [[nodiscard]] std::vector<PaintedText> take() { return std::move(m_engine.m_texts); }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmWidthMM:
            return m_size.width() * 254 / 960;
        case PdmHeightMM:
            return m_size.height() * 254 / 960;
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return 96;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(devicePixelRatioFScale());
        case PdmDepth:
            return 32;
        case PdmNumColors:
            return 1 << 24;
        default:
            return QPaintDevice::metric(metric);
        }
    }

private:
    QSize m_size;
    mutable TextEngine m_engine; // paintEngine() is const in Qt
};

} // namespace

std::vector<PaintedText> paintedTexts(QWidget& widget)
{
    TextDevice device(widget.size());
    widget.render(&device);
    return device.take();
}

QStringList textsOf(const std::vector<PaintedText>& painted)
{
    QStringList texts;
    for (const PaintedText& one : painted) {
        texts << one.text;
    }
    return texts;
}

QStringList unreadable(const std::vector<PaintedText>& painted)
{
    QStringList faults;
    for (std::size_t i = 0; i < painted.size(); ++i) {
        if (painted[i].cut) {
            faults << QStringLiteral("\"%1\" is cut").arg(painted[i].text);
        }
        for (std::size_t j = 0; j < i; ++j) {
            // Line boxes hold the leading too, so neighbours may share a hair.
            const QRectF common = painted[i].box & painted[j].box;
            if (common.width() > 1.5 && common.height() > 3) {
                faults << QStringLiteral("\"%1\" lies over \"%2\"").arg(painted[i].text, painted[j].text);
            }
        }
    }
    return faults;
}

} // namespace sublinear::testing
