// SPDX-License-Identifier: MIT
#include "core/figure/embed.h"

#include "core/base/json_document.h"
#include "core/figure/figure_record.h"

#include <array>
#include <cctype>
#include <cstdint>

#include <nlohmann/json.hpp>

namespace sublinear {

namespace {

constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";
constexpr std::string_view kKeyword = "sublinear-figure";
constexpr std::string_view kPdfStart = "%PDF-";
constexpr std::string_view kPdfKey = "/SublinearFigure (";
constexpr std::string_view kXmlStart = "<metadata><![CDATA[";
constexpr std::string_view kXmlEnd = "]]></metadata>";
constexpr std::string_view kHtmlStart = R"(<script type="application/json" id="sublinear-figure">)";
constexpr std::string_view kHtmlEnd = "</script>";
constexpr std::string_view kTexStart = "% sublinear-figure: ";
constexpr std::string_view kCsvStart = R"("{""format"":""sublinear-figure"")";

std::uint32_t crcOf(std::string_view bytes)
{
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc & 1U) != 0 ? (crc >> 1U) ^ 0xEDB88320U : crc >> 1U;
        }
    }
    return ~crc;
}

std::string bigEndian(std::uint32_t value)
{
    std::string bytes;
    for (const int shift : { 24, 16, 8, 0 }) {
        bytes += static_cast<char>((value >> static_cast<unsigned>(shift)) & 0xFFU);
    }
    return bytes;
}

std::uint32_t fromBigEndian(std::string_view bytes)
{
    std::uint32_t value = 0;
    for (const char c : bytes.substr(0, 4)) {
        value = (value << 8U) | static_cast<unsigned char>(c);
    }
    return value;
}

using Found = Result<std::optional<std::string>>;

struct Chunk {
    std::string_view type;
    std::string_view data;
    bool sound = false; ///< as its checksum says
    std::size_t end = 0; ///< where the next one begins
};

std::optional<Chunk> chunkAt(std::string_view png, std::size_t at)
{
    constexpr std::size_t kFrame = 12; // length, type and checksum
    if (at + kFrame > png.size()) {
        return std::nullopt;
    }
    const std::size_t length = fromBigEndian(png.substr(at));
    if (length > png.size() - at - kFrame) {
        return std::nullopt;
    }
    const bool sound = crcOf(png.substr(at + 4, length + 4)) == fromBigEndian(png.substr(at + 8 + length));
    return Chunk { png.substr(at + 4, 4), png.substr(at + 8, length), sound, at + kFrame + length };
}

Found recordInPng(std::string_view png)
{
    std::size_t at = kPngSignature.size();
    while (const std::optional<Chunk> chunk = chunkAt(png, at)) {
        const bool ours = chunk->type == "tEXt" && chunk->data.size() > kKeyword.size()
            && chunk->data.substr(0, kKeyword.size()) == kKeyword && chunk->data[kKeyword.size()] == '\0';
        if (ours && !chunk->sound) {
            return Error { "the figure inside is damaged: the checksum of its text chunk is wrong" };
        }
        if (ours) {
            return std::optional(std::string(chunk->data.substr(kKeyword.size() + 1)));
        }
        at = chunk->end;
    }
    return std::optional<std::string>();
}

std::string pdfText(std::string_view text)
{
    std::string literal = "(";
    for (const char c : text) {
        if (c == '(' || c == ')' || c == '\\') {
            literal += '\\';
        }
        literal += c;
    }
    return literal + ")";
}

std::optional<std::string> recordInPdf(std::string_view pdf)
{
    const std::size_t start = pdf.rfind(kPdfKey);
    if (start == std::string_view::npos) {
        return std::nullopt;
    }
    std::string text;
    for (std::size_t at = start + kPdfKey.size(); at < pdf.size(); ++at) {
        if (pdf[at] == ')') {
            return text;
        }
        if (pdf[at] == '\\' && at + 1 < pdf.size()) {
            ++at;
        }
        text += pdf[at];
    }
    return std::nullopt;
}

std::optional<std::string> between(std::string_view text, std::string_view start, std::string_view end)
{
    const std::size_t from = text.find(start);
    if (from == std::string_view::npos) {
        return std::nullopt;
    }
    const std::size_t to = text.find(end, from + start.size());
    return to == std::string_view::npos
        ? std::nullopt
        : std::optional(std::string(text.substr(from + start.size(), to - from - start.size())));
}

/// A cell from its opening quote on.
std::optional<std::string> recordInCsv(std::string_view text)
{
    const std::size_t start = text.find(kCsvStart);
    if (start == std::string_view::npos) {
        return std::nullopt;
    }
    std::string cell;
    for (std::size_t at = start + 1; at < text.size(); ++at) {
        if (text[at] == '"') {
            if (at + 1 >= text.size() || text[at + 1] != '"') {
                return cell;
            }
            ++at;
        }
        cell += text[at];
    }
    return std::nullopt;
}

std::optional<std::string> recordInJson(std::string_view text)
{
    if (text.find(kKeyword) == std::string_view::npos) {
        return std::nullopt;
    }
    const Result<nlohmann::json> document = parseJson(text, kMaxFigureBytes);
    if (!document || !document->is_object()) {
        return std::nullopt;
    }
    const auto record = document->find("figure");
    return record != document->end() && record->is_object() ? std::optional(record->dump()) : std::nullopt;
}

/// The text between a key and what ends it, from the last place where the key stands.
std::string_view lastAfter(std::string_view text, std::string_view key, std::string_view ends)
{
    const std::size_t found = text.rfind(key);
    if (found == std::string_view::npos) {
        return {};
    }
    const std::string_view rest = text.substr(found + key.size());
    return rest.substr(0, rest.find_first_of(ends));
}

/// The date that Qt wrote is of the moment; spaces in its place keep every offset.
void blankDate(std::string& pdf)
{
    constexpr std::string_view kKey = "/CreationDate (";
    const std::size_t start = pdf.find(kKey);
    const std::size_t end = start == std::string::npos ? start : pdf.find(')', start);
    if (end != std::string::npos) {
        pdf.replace(start, end + 1 - start, std::string(end + 1 - start, ' '));
    }
}

Found recordOf(std::string_view file)
{
    if (file.substr(0, kPngSignature.size()) == kPngSignature) {
        return recordInPng(file);
    }
    if (file.substr(0, kPdfStart.size()) == kPdfStart) {
        return recordInPdf(file);
    }
    if (std::optional<std::string> found = between(file, kXmlStart, kXmlEnd)) {
        return found;
    }
    if (std::optional<std::string> found = between(file, kHtmlStart, kHtmlEnd)) {
        return found;
    }
    if (file.substr(0, kTexStart.size()) == kTexStart) {
        return between(file, kTexStart, "\n");
    }
    if (std::optional<std::string> found = recordInCsv(file)) {
        return found;
    }
    return recordInJson(file);
}

/// A picture, a document or a page, of which nothing but a record is of use here.
bool isShownByOthers(std::string_view file)
{
    const std::size_t start = file.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return file.substr(0, kPngSignature.size()) == kPngSignature || file.substr(0, kPdfStart.size()) == kPdfStart
        || (start != std::string_view::npos && file[start] == '<');
}

} // namespace

std::string pngWithRecord(std::string_view png, std::string_view record)
{
    if (png.substr(0, kPngSignature.size()) != kPngSignature) {
        return std::string(png);
    }
    const std::optional<Chunk> header = chunkAt(png, kPngSignature.size());
    if (!header) {
        return std::string(png);
    }
    std::string body = "tEXt" + std::string(kKeyword) + '\0' + std::string(record);
    const std::string chunk = bigEndian(static_cast<std::uint32_t>(body.size() - 4)) + body + bigEndian(crcOf(body));
    return std::string(png.substr(0, header->end)) + chunk + std::string(png.substr(header->end));
}

std::string pdfWithRecord(std::string_view pdf, std::string_view record, const PdfInformation& information)
{
    std::string file(pdf);
    const std::string root(lastAfter(file, "/Root ", "/>\r\n"));
    const std::string size(lastAfter(file, "/Size ", "/>\r\n "));
    const std::string previous(lastAfter(file, "startxref\n", "\r\n"));
    if (root.empty() || size.empty() || previous.empty()) {
        return file;
    }
    blankDate(file);
    const std::size_t object = file.size();
    file += size + " 0 obj\n<<\n/Title " + pdfText(information.title) + "\n/Creator " + pdfText(information.creator)
        + "\n/Producer " + pdfText(information.creator) + "\n";
    if (!information.date.empty()) {
        file += "/CreationDate " + pdfText(information.date) + "\n";
    }
    file += std::string(kPdfKey) + pdfText(record).substr(1) + "\n>>\nendobj\n";
    const std::size_t table = file.size();
    const std::string offset = std::to_string(object);
    file += "xref\n" + size + " 1\n" + std::string(10 - offset.size(), '0') + offset + " 00000 n \ntrailer\n<<\n/Size "
        + std::to_string(std::stoll(size) + 1) + "\n/Root " + root + "\n/Info " + size + " 0 R\n/Prev " + previous
        + "\n>>\nstartxref\n" + std::to_string(table) + "\n%%EOF\n";
    return file;
}

std::string xmlRecord(std::string_view record)
{
    return std::string(kXmlStart) + std::string(record) + std::string(kXmlEnd);
}

std::string htmlRecord(std::string_view record)
{
    return std::string(kHtmlStart) + std::string(record) + std::string(kHtmlEnd);
}

std::string texRecord(std::string_view record)
{
    return std::string(kTexStart) + std::string(record) + "\n";
}

Result<std::optional<std::string>> recordIn(std::string_view file)
{
    Found found = recordOf(file);
    if (found && !*found && isShownByOthers(file)) {
        return Error { "no figure of Sublinear is inside, and so no scenario" };
    }
    return found;
}

} // namespace sublinear
