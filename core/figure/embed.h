// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace sublinear {

/// A figure's record (figure_record.h) inside of files that other programs show. `record` is one line of ASCII.

/// A PNG with the record as a text chunk before its pixels. The image as it is, if it is no PNG.
std::string pngWithRecord(std::string_view png, std::string_view record);

/// A PDF as Qt writes it with the record in its information dictionary, by an update at its end. The date of making
/// is `date` ("D:20260101000000Z"), or none: the same figure is the same bytes.
struct PdfInformation {
    std::string title;
    std::string creator;
    std::string date;
};
std::string pdfWithRecord(std::string_view pdf, std::string_view record, const PdfInformation& information);

/// The element that XML documents take it in: <metadata>...</metadata>.
std::string xmlRecord(std::string_view record);
/// The element that HTML documents take it in.
std::string htmlRecord(std::string_view record);
/// The comment that TeX takes it in, a line.
std::string texRecord(std::string_view record);

/// The record that stands in a file of any of these, of the charts' CSV and of their JSON; empty if there is none and
/// the file may be something else. Refused: a picture, document or page without one, or one whose checksum is wrong.
Result<std::optional<std::string>> recordIn(std::string_view file);

} // namespace sublinear
