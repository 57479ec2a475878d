// SPDX-License-Identifier: MIT
#include "app/report/report.h"

#include "app/export/figure_command.h"
#include "app/files/save_file.h"
#include "app/model/text.h"
#include "core/scenario/refusal.h"

namespace sublinear {

std::optional<ReportFormat> reportFormat(const QString& path)
{
    if (path.endsWith(QLatin1String(".html"), Qt::CaseInsensitive)
        || path.endsWith(QLatin1String(".htm"), Qt::CaseInsensitive)) {
        return ReportFormat::Html;
    }
    return path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive) ? std::optional(ReportFormat::Pdf) : std::nullopt;
}

std::string reportCommand(const FigureRecord& record, ReportFormat format)
{
    return "sublinear report" + contentArguments(record) + " --out report."
        + (format == ReportFormat::Html ? "html" : "pdf");
}

Status saveReport(const QString& path, FigureContent content)
{
    const std::optional<ReportFormat> format = reportFormat(path);
    if (!format) {
        return refusal("report", toUtf8(path), "a name that ends in .pdf or .html");
    }
    content.record.command = reportCommand(content.record, *format);
    return saveFile(path, *format == ReportFormat::Html ? reportHtml(content) : reportPdf(content));
}

} // namespace sublinear
