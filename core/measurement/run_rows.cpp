// SPDX-License-Identifier: MIT
#include "core/measurement/run_rows.h"

#include "core/base/json_document.h"
#include "core/base/text.h"
#include "core/io/check_document.h"
#include "core/measurement/training_runs.h"
#include "core/scenario/refusal.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace sublinear {

namespace {

using nlohmann::json;

constexpr std::size_t kMostCells = 64;
constexpr std::string_view kMark = "\xEF\xBB\xBF";

std::string_view withoutMark(std::string_view text)
{
    return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

bool isJson(std::string_view text)
{
    const std::string_view rest = trimmed(withoutMark(text));
    return rest.starts_with('{') || rest.starts_with('[');
}

/// Reads cell by cell; quoted ones may hold commas, line ends and doubled quotes.
class Cells {
public:
    explicit Cells(std::string_view text)
        : m_text(text)
    {
    }
    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] std::size_t line() const { return m_line; }

    /// One line's cells; empty: a quote that nothing closes, or more cells than any table has.
    std::optional<std::vector<std::string>> next()
    {
        std::vector<std::string> cells;
        for (bool more = true; more;) {
            std::optional<std::string> one = cell();
            if (!one || cells.size() == kMostCells) {
                return std::nullopt;
            }
            cells.push_back(std::move(*one));
            more = !atEnd() && m_text[m_at] == ',';
            m_at += more ? 1 : 0;
        }
        if (!atEnd() && m_text[m_at] == '\r') {
            ++m_at;
        }
        if (!atEnd() && m_text[m_at] != '\n') {
            return std::nullopt;
        }
        ++m_at;
        ++m_line;
        return cells;
    }

private:
    std::optional<std::string> cell()
    {
        if (atEnd() || m_text[m_at] != '"') {
            const std::size_t end = std::min(m_text.find_first_of(",\r\n", m_at), m_text.size());
            const std::string_view plain = m_text.substr(m_at, end - m_at);
            m_at = end;
            return std::string(trimmed(plain));
        }
        std::string value;
        for (++m_at; !atEnd(); ++m_at) {
            if (m_text[m_at] != '"') {
                m_line += m_text[m_at] == '\n' ? 1 : 0;
                value += m_text[m_at];
            } else if (m_at + 1 < m_text.size() && m_text[m_at + 1] == '"') {
                value += m_text[++m_at];
            } else {
                ++m_at;
                return value;
            }
        }
        return std::nullopt;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_line = 1;
};

Result<std::vector<RunRow>> readTable(std::string_view text)
{
    Cells cells(text);
    const auto broken = [&](std::size_t line) {
        return Error { "line " + std::to_string(line) + ": cannot be read as a line of a table" };
    };
    const std::optional<std::vector<std::string>> header = cells.next();
    if (!header) {
        return broken(1);
    }
    std::vector<RunRow> rows;
    while (!cells.atEnd()) {
        const std::size_t line = cells.line();
        std::optional<std::vector<std::string>> values = cells.next();
        if (!values) {
            return broken(line);
        }
        if (values->size() == 1 && values->front().empty()) {
            continue; // an empty line
        }
        if (values->size() != header->size()) {
            return Error { "line " + std::to_string(line) + ": " + std::to_string(values->size())
                + " cells under a header of " + std::to_string(header->size()) };
        }
        RunRow row { "line " + std::to_string(line), {} };
        for (std::size_t i = 0; i < header->size(); ++i) {
            if (!row.cells.emplace((*header)[i], std::move((*values)[i])).second) {
                return Error { "line 1: " + quoted((*header)[i]) + " stands there twice" };
            }
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

Status takeMembers(const json& object, RunRow& row)
{
    for (const auto& [name, value] : object.items()) {
        if (value.is_structured()) {
            return refusal(row.place + "." + name, shownJson(value), "a text or a number");
        }
        row.cells[name] = value.is_null() ? std::string() : shownJson(value);
    }
    return success();
}

Result<std::vector<RunRow>> readJson(std::string_view text)
{
    Result<json> document = parseJson(text, kMaxDocumentBytes);
    if (!document) {
        return document.error();
    }
    RunRow common;
    json list = *document;
    if (document->is_object()) {
        list = document->value("runs", json());
        document->erase("runs");
        common.place = "beside runs";
        if (const Status taken = takeMembers(*document, common); !taken) {
            return taken.error();
        }
    }
    if (!list.is_array()) {
        return missing("runs", "a list of objects, a run each");
    }
    std::vector<RunRow> rows;
    for (std::size_t i = 0; i < list.size(); ++i) {
        RunRow row { "runs[" + std::to_string(i) + "]", common.cells };
        if (!list[i].is_object()) {
            return refusal(row.place, shownJson(list[i]), "an object");
        }
        if (const Status taken = takeMembers(list[i], row); !taken) {
            return taken.error();
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

Result<std::vector<RunRow>> readRunRows(std::string_view text)
{
    if (text.size() > kMaxDocumentBytes) {
        return Error { "is larger than any table of runs" };
    }
    return isJson(text) ? readJson(text) : readTable(withoutMark(text));
}

bool looksLikeTrainingRuns(std::string_view text)
{
    constexpr std::size_t kHead = 4096;
    std::string_view head = withoutMark(text).substr(0, kHead);
    if (!isJson(text)) {
        head = head.substr(0, head.find('\n'));
    }
    const bool ours = isJson(text) && head.find("\"format\"") != std::string_view::npos; // which says what it is
    return !ours && head.find("policy") != std::string_view::npos
        && (head.find("peak_bytes") != std::string_view::npos || head.find("step_ms") != std::string_view::npos);
}

} // namespace sublinear
