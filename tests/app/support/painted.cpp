// SPDX-License-Identifier: MIT
#include "tests/app/support/painted.h"

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QWidget>

#include <algorithm>

namespace sublinear::testing {

namespace {

/// Keeps what is drawn instead of drawing it.
class RecordingEngine : public QPaintEngine {
public:
    RecordingEngine()
        : QPaintEngine(AllFeatures)
    {
    }

    bool begin(QPaintDevice* /*device*/) override { return true; }
    bool end() override { return true; }
    [[nodiscard]] Type type() const override { return User; }
    void updateState(const QPaintEngineState& /*state*/) override { }
    void drawPixmap(const QRectF& /*to*/, const QPixmap& /*pixmap*/, const QRectF& /*from*/) override { }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode /*mode*/) override
    {
        QPointF sum;
        for (int i = 0; i < count; ++i) {
            sum += state->transform().map(points[i]);
        }
        m_painted.markers.push_back({ sum / std::max(1, count), state->pen(), state->brush() });
    }
    void drawPolygon(const QPoint* points, int count, PolygonDrawMode mode) override
    {
        QPolygonF polygon;
        for (int i = 0; i < count; ++i) {
            polygon << points[i];
        }
        drawPolygon(polygon.constData(), count, mode);
    }
    void drawPath(const QPainterPath& /*path*/) override { }

    void drawTextItem(const QPointF& at, const QTextItem& item) override
    {
        if (item.text().trimmed().isEmpty()) {
            return;
        }
        const QRectF own(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent());
        PaintedText text { item.text(), state->transform().mapRect(own), state->pen().color() };
        if (const QPainter* on = painter(); on->hasClipping()) {
            // A pixel of the box may be lost: glyphs do not fill it.
            text.cut = !on->clipBoundingRect().adjusted(-1.5, -1.5, 1.5, 1.5).contains(own);
        }
        if (const QRegion visible = systemClip(); !visible.isEmpty()) { // what the widget shows of itself
            text.cut = text.cut || !QRectF(visible.boundingRect()).adjusted(-1.5, -1.5, 1.5, 1.5).contains(text.box);
        }
        m_painted.texts.push_back(std::move(text));
    }

    void drawLines(const QLineF* lines, int count) override
    {
        for (int i = 0; i < count; ++i) {
            m_painted.lines.push_back({ state->transform().map(lines[i]), state->pen() });
        }
    }
    void drawLines(const QLine* lines, int count) override
    {
        for (int i = 0; i < count; ++i) {
            m_painted.lines.push_back({ state->transform().map(QLineF(lines[i])), state->pen() });
        }
    }
    void drawEllipse(const QRectF& box) override { keep(m_painted.ellipses, box); }
    void drawEllipse(const QRect& box) override { drawEllipse(QRectF(box)); }
    void drawRects(const QRectF* rects, int count) override
    {
        for (int i = 0; i < count; ++i) {
            keep(m_painted.rects, rects[i]);
        }
    }
    void drawRects(const QRect* rects, int count) override
    {
        for (int i = 0; i < count; ++i) {
            keep(m_painted.rects, QRectF(rects[i]));
        }
    }

    Painted m_painted;

private:
    void keep(std::vector<PaintedShape>& shapes, const QRectF& box)
    {
        shapes.push_back({ state->transform().mapRect(box), state->pen(), state->brush() });
        m_painted.markers.push_back({ shapes.back().box.center(), state->pen(), state->brush() });
    }
};

class RecordingDevice : public QPaintDevice {
public:
    explicit RecordingDevice(QSize size)
        : m_size(size)
    {
    }
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_engine; }
    [[nodiscard]] Painted take() { return std::move(m_engine.m_painted); }

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
        }
        return 0;
    }

private:
    QSize m_size;
    mutable RecordingEngine m_engine; // paintEngine() is const in Qt
};

} // namespace

Painted painted(QWidget& widget)
{
    RecordingDevice device(widget.size());
    widget.render(&device);
    return device.take();
}

QStringList Painted::textList() const
{
    QStringList list;
    for (const PaintedText& one : texts) {
        list << one.text;
    }
    return list;
}

bool Painted::hasText(const QString& text) const
{
    return std::any_of(texts.begin(), texts.end(), [&](const PaintedText& one) { return one.text == text; });
}

QStringList unreadable(const std::vector<PaintedText>& texts)
{
    QStringList faults;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i].cut) {
            faults << QStringLiteral("\"%1\" is cut").arg(texts[i].text);
        }
        for (std::size_t j = 0; j < i; ++j) {
            // Line boxes hold the leading too, so neighbours may share a hair.
            const QRectF common = texts[i].box & texts[j].box;
            if (common.width() > 1.5 && common.height() > 3) {
                faults << QStringLiteral("\"%1\" lies over \"%2\"").arg(texts[i].text, texts[j].text);
            }
        }
    }
    return faults;
}

} // namespace sublinear::testing
