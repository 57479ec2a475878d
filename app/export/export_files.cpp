// SPDX-License-Identifier: MIT
#include "app/export/export_files.h"

#include "app/export/chart_rows.h"
#include "app/export/figure.h"
#include "app/export/render.h"
#include "app/files/save_file.h"
#include "app/language/language.h"
#include "app/model/text.h"

#include <QDir>

#include <memory>

namespace sublinear {

QByteArray figureFile(const Figure& figure, FigureFormat format)
{
    const std::string title = toUtf8(figure.title());
    switch (format) {
    case FigureFormat::Svg:
        return svgOf(figure);
    case FigureFormat::Pdf:
        return pdfOf(figure);
    case FigureFormat::Png:
        return pngOf(figure);
    case FigureFormat::Csv:
        return QByteArray::fromStdString(chartCsv(figure.chart(), figure.content(), figure.record(format)));
    case FigureFormat::Json:
        return QByteArray::fromStdString(chartJson(figure.chart(), figure.content(), figure.record(format), title));
    case FigureFormat::Tikz:
        return QByteArray::fromStdString(chartTikz(figure.chart(), figure.content(), figure.record(format), title));
    }
    return {};
}

Status saveFigure(const QString& path, const Figure& figure, FigureFormat format)
{
    return saveFile(path, figureFile(figure, format));
}

Status exportFigures(const FigureContent& content, const ExportOrder& order)
{
    if (!QDir().mkpath(order.folder)) {
        return Error { toUtf8(QDir::toNativeSeparators(order.folder)) + ": the folder could not be made" };
    }
    for (const std::string& chart : order.charts) {
        for (const FigureFormat format : order.formats) {
            const bool picture =
                format == FigureFormat::Svg || format == FigureFormat::Pdf || format == FigureFormat::Png;
            const auto english = picture ? nullptr : std::make_unique<InEnglish>();
            const Figure figure(chart, content, order.style);
            const QString path = QDir(order.folder).filePath(toQString(chart) + u'.' + toQString(formatName(format)));
            if (Status saved = saveFigure(path, figure, format); !saved) {
                return saved;
            }
        }
    }
    return success();
}

} // namespace sublinear
