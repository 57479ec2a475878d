// SPDX-License-Identifier: MIT
#include "app/export/render.h"

#include "app/export/same_order.h"
#include "app/export/svg_device.h"
#include "app/model/text.h"
#include "core/base/version.h"
#include "core/figure/embed.h"

#include <QBuffer>
#include <QDateTime>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>

namespace sublinear {

namespace {

constexpr int kDpi = 96;

QSizeF onPaper(const FigureSize& size)
{
    return size.millimetres ? *size.millimetres : QSizeF(size.pixels) * 25.4 / kDpi;
}

QByteArray bytesOf(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

QByteArray svgElement(const Figure& figure, const QByteArray& attributes, const QByteArray& record)
{
    const QSize size = figure.style().size.pixels;
    SvgDevice device(size, QByteArray::fromStdString(figure.chart()));
    QPainter painter(&device);
    figure.paint(painter);
    painter.end();
    QByteArray svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" " + attributes + "viewBox=\"0 0 "
        + QByteArray::number(size.width()) + ' ' + QByteArray::number(size.height())
        + "\" font-family=\"DejaVu Sans, Bitstream Vera Sans, Verdana, sans-serif\" xml:space=\"preserve\">\n<title>"
        + xmlEscaped(figure.title()) + "</title>\n<desc>" + xmlEscaped(figure.summary()) + "</desc>\n";
    return svg + record + device.elements() + "</svg>\n";
}

std::string_view viewOf(const QByteArray& bytes)
{
    return { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
}

} // namespace

std::string documentDate()
{
    bool set = false;
    const qint64 seconds = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong(&set);
    return set
        ? toUtf8(QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).toString(QStringLiteral("'D:'yyyyMMddHHmmss'Z'")))
        : std::string();
}

QByteArray svgElementOf(const Figure& figure)
{
    return svgElement(figure, {}, {});
}

QByteArray svgOf(const Figure& figure)
{
    const FigureSize& size = figure.style().size;
    const QByteArray unit = size.millimetres ? "mm" : "";
    const QSizeF shown = size.millimetres ? *size.millimetres : QSizeF(size.pixels);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + svgElement(figure,
            "width=\"" + svgNumber(shown.width()) + unit + "\" height=\"" + svgNumber(shown.height()) + unit + "\" ",
            bytesOf(xmlRecord(figure.record(FigureFormat::Svg))) + '\n');
}

QByteArray pdfOf(const Figure& figure)
{
    const SameOrder sameOrder;
    QByteArray bytes;
    {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter writer(&buffer);
        const QSizeF paper = onPaper(figure.style().size);
        writer.setResolution(kDpi);
        writer.setPageLayout(QPageLayout(
            QPageSize(paper, QPageSize::Millimeter, {}, QPageSize::ExactMatch), QPageLayout::Portrait, QMarginsF()));
        writer.setTitle(figure.title());
        QPainter painter(&writer);
        const QSizeF page(writer.width(), writer.height());
        const QSizeF laidOut = figure.style().size.pixels;
        painter.scale(page.width() / laidOut.width(), page.height() / laidOut.height());
        figure.paint(painter);
    }
    return bytesOf(pdfWithRecord(viewOf(bytes), figure.record(FigureFormat::Pdf),
        { toUtf8(figure.title()), "Sublinear " + std::string(kVersion), documentDate() }));
}

QImage imageOf(const Figure& figure)
{
    const double scale = figure.style().scale;
    const QSize size = (QSizeF(figure.style().size.pixels) * scale).toSize();
    QImage image(size, QImage::Format_RGB32);
    image.setDotsPerMeterX(qRound(kDpi * scale / 0.0254));
    image.setDotsPerMeterY(qRound(kDpi * scale / 0.0254));
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    figure.paint(painter);
    return image;
}

QByteArray pngOf(const Figure& figure)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    imageOf(figure).save(&buffer, "PNG");
    return bytesOf(pngWithRecord(viewOf(bytes), figure.record(FigureFormat::Png)));
}

} // namespace sublinear
