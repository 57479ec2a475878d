// SPDX-License-Identifier: MIT
#include "gpu/sweep/dump_folder.h"

#include "core/base/json_document.h"
#include "core/io/check_document.h"
#include "core/io/streams.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string_view>
#include <vector>

namespace sublinear {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// A name that a dump gives; none that leads elsewhere.
bool isArrayName(std::string_view name)
{
    return name.ends_with(".npy") && name.find('/') == std::string_view::npos;
}

// The arrays of the dump that has these facts; empty where they are none.
std::vector<std::string> listedArrays(const fs::path& facts)
{
    std::error_code none;
    if (!fs::is_regular_file(facts, none)) {
        return {};
    }
    const Result<std::string> text = readInput(facts.string(), kMaxDocumentBytes);
    const Result<json> document = text ? parseJson(*text, kMaxDocumentBytes) : Result<json>(text.error());
    if (!document || !document->is_object() || document->value("format", json()) != kDumpFormat) {
        return {};
    }
    std::vector<std::string> names;
    for (const json& name : document->value("arrays", json::array())) {
        if (name.is_string() && isArrayName(name.get_ref<const std::string&>())) {
            names.push_back(name.get<std::string>());
        }
    }
    return names;
}

Status removeFile(const fs::path& file)
{
    std::error_code failed;
    fs::remove(file, failed); // one that is not there is no failure
    return failed ? Status(Error { file.string() + ": " + failed.message(), "cannot_write" }) : success();
}

} // namespace

Status removeDump(const std::string& folder)
{
    const fs::path facts = fs::path(folder) / kDumpFacts;
    const std::vector<std::string> names = listedArrays(facts);
    for (const std::string& name : names) {
        if (Status removed = removeFile(fs::path(folder) / name); !removed) {
            return removed;
        }
    }
    return names.empty() ? success() : removeFile(facts); // last, so that a dump that is left over can be told
}

} // namespace sublinear
