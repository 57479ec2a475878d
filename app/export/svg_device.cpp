// SPDX-License-Identifier: MIT
#include "app/export/svg_device.h"

#include <QBuffer>
#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sublinear {

QByteArray svgNumber(double value)
{
    QByteArray text = QByteArray::number(value, 'f', 2);
    while (text.endsWith('0')) {
        text.chop(1);
    }
    if (text.endsWith('.')) {
        text.chop(1);
    }
    return text == "-0" ? QByteArray("0") : text;
}

QByteArray xmlEscaped(const QString& text)
{
    return text.toHtmlEscaped().toUtf8();
}

namespace {

QByteArray attribute(const char* name, const QByteArray& value)
{
    return QByteArray(" ") + name + "=\"" + value + '"';
}

QByteArray colorAttributes(const char* name, const QColor& color, double opacity)
{
    QByteArray text = attribute(name, color.name(QColor::HexRgb).toLatin1());
    if (const double alpha = color.alphaF() * opacity; alpha < 0.9995) {
        text += attribute((QByteArray(name) + "-opacity").constData(), QByteArray::number(alpha, 'g', 3));
    }
    return text;
}

QByteArray pathData(const QPainterPath& path)
{
    QByteArray data;
    const auto add = [&data](const char* command, const QPainterPath::Element& element) {
        data += command + svgNumber(element.x) + ' ' + svgNumber(element.y);
    };
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        switch (element.type) {
        case QPainterPath::MoveToElement:
            add("M", element);
            break;
        case QPainterPath::LineToElement:
            add("L", element);
            break;
        case QPainterPath::CurveToElement:
            add("C", element);
            break;
        case QPainterPath::CurveToDataElement:
            add(" ", element);
            break;
        }
    }
    return data;
}

const char* capOf(Qt::PenCapStyle cap)
{
    return cap == Qt::RoundCap ? "round" : cap == Qt::SquareCap ? "square" : "butt";
}

const char* joinOf(Qt::PenJoinStyle join)
{
    return join == Qt::RoundJoin ? "round" : join == Qt::BevelJoin ? "bevel" : "miter";
}

} // namespace

class SvgDevice::Engine : public QPaintEngine {
public:
    explicit Engine(QByteArray name)
        : QPaintEngine(PaintEngineFeatures(AllFeatures) & ~PaintEngineFeatures(PerspectiveTransform | PorterDuff))
        , m_name(std::move(name))
    {
    }

    bool begin(QPaintDevice* /*device*/) override { return true; }
    bool end() override
    {
        setClip(-1);
        return true;
    }
    [[nodiscard]] Type type() const override { return User; }

    void updateState(const QPaintEngineState& changed) override
    {
        if (changed.state() & (DirtyClipPath | DirtyClipRegion | DirtyClipEnabled)) {
            m_clipDirty = true;
        }
    }

    void drawPath(const QPainterPath& path) override
    {
        element("path", attribute("d", pathData(onDevice().map(path))) + fill() + stroke());
    }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override
    {
        QPainterPath path(points[0]);
        for (int i = 1; i < count; ++i) {
            path.lineTo(points[i]);
        }
        if (mode != PolylineMode) {
            path.closeSubpath();
        }
        element("path",
            attribute("d", pathData(onDevice().map(path)))
                + (mode == PolylineMode ? QByteArray(" fill=\"none\"") : fill()) + stroke());
    }
    void drawLines(const QLineF* lines, int count) override
    {
        for (int i = 0; i < count; ++i) {
            const QLineF line = onDevice().map(lines[i]);
            element("line",
                attribute("x1", svgNumber(line.x1())) + attribute("y1", svgNumber(line.y1()))
                    + attribute("x2", svgNumber(line.x2())) + attribute("y2", svgNumber(line.y2())) + stroke());
        }
    }
    void drawRects(const QRectF* rects, int count) override
    {
        for (int i = 0; i < count; ++i) {
            const QRectF rect = onDevice().mapRect(rects[i]);
            element("rect",
                attribute("x", svgNumber(rect.x())) + attribute("y", svgNumber(rect.y()))
                    + attribute("width", svgNumber(rect.width())) + attribute("height", svgNumber(rect.height()))
                    + fill() + stroke());
        }
    }
    void drawTextItem(const QPointF& at, const QTextItem& item) override
    {
        const QPointF place = onDevice().map(at);
        const QFont font = item.font();
        QByteArray attributes = attribute("x", svgNumber(place.x())) + attribute("y", svgNumber(place.y()))
            + attribute("font-size", svgNumber(font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() * 96 / 72));
        if (font.weight() >= QFont::DemiBold) {
            attributes += attribute("font-weight", "bold");
        }
        if (item.width() > 0) { // as wide as laid out, whatever font the reader has
            attributes +=
                attribute("textLength", svgNumber(item.width())) + attribute("lengthAdjust", "spacingAndGlyphs");
        }
        attributes += colorAttributes("fill", state->pen().color(), state->opacity());
        element("text", attributes, xmlEscaped(item.text()));
    }
    void drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) override
    {
        drawImage(target, pixmap.toImage(), source, Qt::AutoColor);
    }
    void drawImage(
        const QRectF& target, const QImage& image, const QRectF& source, Qt::ImageConversionFlags /*flags*/) override
    {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        image.copy(source.toRect()).save(&buffer, "PNG");
        const QRectF rect = onDevice().mapRect(target);
        element("image",
            attribute("x", svgNumber(rect.x())) + attribute("y", svgNumber(rect.y()))
                + attribute("width", svgNumber(rect.width())) + attribute("height", svgNumber(rect.height()))
                + attribute("href", "data:image/png;base64," + bytes.toBase64()));
    }

    [[nodiscard]] QByteArray elements() const
    {
        return (m_definitions.isEmpty() ? QByteArray() : "<defs>\n" + m_definitions + "</defs>\n") + m_body;
    }

private:
    /// What is painted here is moved, never turned or scaled.
    [[nodiscard]] QTransform onDevice() const { return state->transform(); }

    void element(const char* name, const QByteArray& attributes, const QByteArray& content = {})
    {
        syncClip();
        m_body += QByteArray("<") + name + attributes;
        m_body += content.isEmpty() ? QByteArray("/>\n") : '>' + content + "</" + name + ">\n";
    }

    [[nodiscard]] QByteArray fill()
    {
        const QBrush brush = state->brush();
        if (brush.style() == Qt::NoBrush) {
            return " fill=\"none\"";
        }
        if (brush.style() == Qt::BDiagPattern || brush.style() == Qt::FDiagPattern) {
            return attribute("fill", "url(#" + hatch(brush) + ")");
        }
        return colorAttributes("fill", brush.color(), state->opacity());
    }

    [[nodiscard]] QByteArray stroke() const
    {
        const QPen pen = state->pen();
        if (pen.style() == Qt::NoPen || pen.color().alpha() == 0) {
            return {};
        }
        const double width = pen.widthF() > 0 ? pen.widthF() : 1;
        QByteArray text = colorAttributes("stroke", pen.color(), state->opacity());
        text += attribute("stroke-width", svgNumber(width));
        if (pen.capStyle() != Qt::FlatCap) {
            text += attribute("stroke-linecap", capOf(pen.capStyle()));
        }
        if (pen.joinStyle() != Qt::MiterJoin) {
            text += attribute("stroke-linejoin", joinOf(pen.joinStyle()));
        }
        if (pen.style() != Qt::SolidLine) {
            QByteArray dashes;
            for (const qreal part : pen.dashPattern()) { // in widths of the pen
                dashes += (dashes.isEmpty() ? "" : " ") + svgNumber(part * width);
            }
            text += attribute("stroke-dasharray", dashes);
        }
        if (!(state->renderHints() & QPainter::Antialiasing)) {
            text += attribute("shape-rendering", "crispEdges");
        }
        return text;
    }

    /// Lines every eight pixels, as Qt hatches: one pixel in eight, which is a line of 1/sqrt(2).
    QByteArray hatch(const QBrush& brush)
    {
        const bool rising = brush.style() == Qt::BDiagPattern;
        const QByteArray id =
            m_name + "-hatch-" + brush.color().name(QColor::HexRgb).mid(1).toLatin1() + (rising ? "" : "-f");
        if (!m_hatches.contains(id)) {
            m_hatches.push_back(id);
            m_definitions += "<pattern id=\"" + id
                + "\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><path d=\""
                + (rising ? "M-1 9L9 -1M-1 1L1 -1M7 9L9 7" : "M-1 -1L9 9M7 -1L9 1M-1 7L1 9")
                + "\" fill=\"none\" stroke-width=\"0.71\"" + colorAttributes("stroke", brush.color(), state->opacity())
                + "/></pattern>\n";
        }
        return id;
    }

    void syncClip()
    {
        if (!m_clipDirty) {
            return;
        }
        m_clipDirty = false;
        if (!painter()->hasClipping()) {
            setClip(-1);
            return;
        }
        const QRectF rect = painter()->deviceTransform().mapRect(painter()->clipBoundingRect());
        auto found = std::find(m_clips.begin(), m_clips.end(), rect);
        if (found == m_clips.end()) {
            m_definitions += "<clipPath id=\"" + m_name + "-clip-" + QByteArray::number(qsizetype(m_clips.size()))
                + "\"><rect" + attribute("x", svgNumber(rect.x())) + attribute("y", svgNumber(rect.y()))
                + attribute("width", svgNumber(rect.width())) + attribute("height", svgNumber(rect.height()))
                + "/></clipPath>\n";
            found = m_clips.insert(m_clips.end(), rect);
        }
        setClip(static_cast<int>(found - m_clips.begin()));
    }

    void setClip(int clip)
    {
        if (clip == m_clip) {
            return;
        }
        m_body += m_clip >= 0 ? "</g>\n" : "";
        m_body +=
            clip >= 0 ? "<g clip-path=\"url(#" + m_name + "-clip-" + QByteArray::number(clip) + ")\">\n" : QByteArray();
        m_clip = clip;
    }

    QByteArray m_name;
    QByteArray m_body;
    QByteArray m_definitions;
    std::vector<QRectF> m_clips;
    QByteArrayList m_hatches;
    int m_clip = -1;
    bool m_clipDirty = true;
};

SvgDevice::SvgDevice(QSize size, const QByteArray& name)
    : m_size(size)
    , m_engine(std::make_unique<Engine>(name))
{
}

SvgDevice::~SvgDevice() = default;

QByteArray SvgDevice::elements() const
{
    return m_engine->elements();
}

QPaintEngine* SvgDevice::paintEngine() const
{
    return m_engine.get();
}

int SvgDevice::metric(PaintDeviceMetric metric) const
{
    constexpr int kDpi = 96;
    constexpr double kMillimetres = 25.4 / kDpi;
    switch (metric) {
    case PdmWidth:
        return m_size.width();
    case PdmHeight:
        return m_size.height();
    case PdmWidthMM:
        return qRound(m_size.width() * kMillimetres);
    case PdmHeightMM:
        return qRound(m_size.height() * kMillimetres);
    case PdmNumColors:
        return 0xffffff;
    case PdmDepth:
        return 24;
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return kDpi;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
    }
    return 0;
}

} // namespace sublinear
