// SPDX-License-Identifier: MIT
#pragma once

#include "app/export/figure_content.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>

namespace sublinear {

/// One page that needs nothing beside it: style and charts are inside.
QByteArray reportHtml(const FigureContent& content);
/// A4 pages; charts as vectors, text selectable.
QByteArray reportPdf(const FigureContent& content);

enum class ReportFormat { Html, Pdf };
/// By how the name ends: .html, .pdf.
std::optional<ReportFormat> reportFormat(const QString& path);

/// "sublinear report --set ... --out report.pdf"
std::string reportCommand(const FigureRecord& record, ReportFormat format);

/// Fills in the command and writes the file; the message names it.
Status saveReport(const QString& path, FigureContent content);

} // namespace sublinear
