// SPDX-License-Identifier: MIT
#pragma once

#include "app/export/figure_content.h"
#include "app/export/figure_format.h"
#include "app/export/figure_style.h"

#include <QByteArray>
#include <QString>

#include <string>
#include <vector>

namespace sublinear {

class Figure;

/// The bytes of one file of a figure.
QByteArray figureFile(const Figure& figure, FigureFormat format);

/// Writes one file; the message names it. An old file stays whole where that fails.
Status saveFigure(const QString& path, const Figure& figure, FigureFormat format);

/// Which figures, and where to: FOLDER/<chart>.<format>.
struct ExportOrder {
    std::vector<std::string> charts;
    std::vector<FigureFormat> formats;
    FigureStyle style;
    QString folder; ///< made if it is not there
};

/// All of them; stops at the first that cannot be written.
Status exportFigures(const FigureContent& content, const ExportOrder& order);

} // namespace sublinear
