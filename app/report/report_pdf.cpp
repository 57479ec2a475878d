// SPDX-License-Identifier: MIT
#include "app/export/render.h"
#include "app/export/same_order.h"
#include "app/report/report.h"
#include "app/report/report_pages.h"
#include "core/base/version.h"
#include "core/figure/embed.h"

#include <QBuffer>

#include <span>

namespace sublinear {

QByteArray reportPdf(const FigureContent& content)
{
    const SameOrder sameOrder;
    const std::vector<ReportBlock> blocks = reportBlocks(content);
    QByteArray bytes;
    {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter writer(&buffer);
        constexpr int kDpi = 96;
        writer.setResolution(kDpi);
        writer.setPageLayout(QPageLayout(QPageSize(QPageSize::A4), QPageLayout::Portrait, QMarginsF()));
        ReportPages pages(writer, content);
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            pages.put(std::span(blocks).subspan(i));
        }
        pages.finish();
    }
    return QByteArray::fromStdString(
        pdfWithRecord({ bytes.constData(), static_cast<std::size_t>(bytes.size()) }, writeFigureRecord(content.record),
            { blocks.front().text, "Sublinear " + std::string(kVersion), documentDate() }));
}

} // namespace sublinear
