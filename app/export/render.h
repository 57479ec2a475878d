// SPDX-License-Identifier: MIT
#pragma once

#include "app/export/figure.h"

#include <QByteArray>
#include <QImage>

namespace sublinear {

/// A figure as the bytes of a file, with its record inside. The same figure gives the same bytes, whatever the screen.
QByteArray svgOf(const Figure& figure);
/// The <svg> element alone, for a page that has a record of its own; as wide as the page lets it be.
QByteArray svgElementOf(const Figure& figure);
QByteArray pdfOf(const Figure& figure);
QByteArray pngOf(const Figure& figure);

/// Its pixels alone.
QImage imageOf(const Figure& figure);

/// When a document says it was made: SOURCE_DATE_EPOCH, as scripts that want the same bytes again set it; else never.
std::string documentDate();

} // namespace sublinear
