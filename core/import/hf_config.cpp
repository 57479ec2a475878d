// SPDX-License-Identifier: MIT
#include "core/import/hf_config.h"

#include "core/base/json_document.h"
#include "core/base/text.h"
#include "core/import/config_text.h"
#include "core/import/decoder.h"
#include "core/import/infer.h"
#include "core/import/refusals.h"
#include "core/scenario/fields.h"
#include "core/scenario/refusal.h"
#include "core/scenario/resolve.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

using hf::Config;
using hf::Family;

constexpr Count kUsualSequence = 2048;

/// The part that holds the language model, in configs of several parts.
const char* languagePart(Config& config)
{
    for (const char* key : { "text_config", "llm_config", "language_config" }) {
        const nlohmann::json* part = config.find(key);
        if (part == nullptr) {
            continue;
        }
        if (!part->is_object()) {
            config.refuse(refusal(config.named(key), shownJson(*part), "a JSON object, the language model's config"));
            continue;
        }
        return key;
    }
    return nullptr;
}

/// model_type as given, or inferred and noted; empty if nothing fits.
std::string typeOf(Config& config)
{
    if (const nlohmann::json* given = config.find("model_type")) {
        if (!given->is_string()) {
            config.refuse(refusal(config.named("model_type"), shownJson(*given), "a text such as \"llama\""));
        }
        return config.text("model_type");
    }
    auto [type, from] = hf::inferType(config);
    if (!type.empty()) {
        config.note(config.named("model_type") + " is not given: " + type + ", inferred from " + from);
        config.askForSizes();
    }
    return type;
}

Error unknownType(const Config& config, const std::string& type)
{
    std::vector<std::string_view> known;
    for (const Family& family : hf::families()) {
        known.push_back(family.type);
    }
    const std::string field = config.named("model_type");
    if (type.empty()) {
        return { field + ": not given, and no other key tells the family; it takes one of " + join(known), field };
    }
    const std::vector<std::string> nearest = nearestNames(type, known);
    return { field + ": " + quoted(type) + " is not known; it takes "
            + (nearest.empty() ? "one of " + join(known)
                               : "one of " + std::to_string(known.size()) + " families, nearest: " + join(nearest)),
        field };
}

void noteLeftOut(Config& config, const std::string& type)
{
    std::vector<std::string> left;
    for (const char* key : { "vision_config", "audio_config", "speech_config", "audio_processor", "embd_layer" }) {
        if (config.has(key)) {
            left.emplace_back(key);
        }
    }
    config.note("only the language model" + (type.empty() ? std::string() : " of " + quoted(type))
        + " is taken; the other parts" + (left.empty() ? std::string() : " (" + join(left) + ")") + " are left out");
}

void noteDropout(Config& config)
{
    for (const char* key : { "resid_pdrop", "attn_pdrop", "embd_pdrop", "hidden_dropout", "attention_dropout",
             "dropout", "resid_dropout", "residual_dropout" }) {
        const std::optional<double> rate = config.number(key);
        if (rate && *rate > 0) {
            config.note(config.named(key) + " is above 0: recipe.dropout=true counts the masks, which is off here");
            return;
        }
    }
}

/// What the model was called where it came from, else its type and shape.
std::string nameOf(const Config& config, const std::string& type, const Scenario::Model& model)
{
    std::string name = config.text("_name_or_path");
    name.erase(0, name.find_last_of('/') + 1);
    if (!trimmed(name).empty() && checkFieldValue(*findField("model.name"), name).ok()) {
        return name;
    }
    return type + ' ' + std::to_string(*model.layers) + " x " + std::to_string(*model.dModel);
}

/// Sums and products of accepted numbers may still be out of a field's range.
Status checkFields(const Scenario& scenario)
{
    for (const Field& field : allFields()) {
        const FieldValue value = field.get(scenario);
        if (!std::holds_alternative<std::monostate>(value)) {
            if (Status status = checkFieldValue(field, value); !status) {
                return status;
            }
        }
    }
    const Result<ResolvedScenario> resolved = resolve(scenario);
    return resolved ? success() : Status(resolved.error());
}

Result<ImportedModel> importPart(Config& config, const std::string& type)
{
    if (config.refused()) {
        return *config.refused();
    }
    if (const auto refused = hf::refusedType(config, type)) {
        return *refused;
    }
    if (const auto refused = hf::refusedKeys(config)) {
        return *refused;
    }
    const Family* family = hf::findFamily(hf::languageModelType(type));
    if (family == nullptr) {
        return unknownType(config, type);
    }
    ImportedModel imported;
    imported.scenario.accounting = Accounting::Training;
    imported.scenario.model = hf::readDecoder(config, *family);
    const Count longest = hf::longestSequence(config, *family);
    noteDropout(config);
    if (config.refused()) {
        return *config.refused();
    }
    imported.scenario.model.name = nameOf(config, type, imported.scenario.model);
    if (longest > 0 && longest < kUsualSequence) {
        imported.scenario.workload.sequence = longest;
        config.note("workload.sequence is " + std::to_string(longest) + ", the longest that the model takes");
    }
    if (const Status status = checkFields(imported.scenario); !status) {
        return status.error();
    }
    imported.notes = config.notes();
    return imported;
}

} // namespace

Result<ImportedModel> importHfConfig(std::string_view json)
{
    const Result<nlohmann::json> document = hf::parseConfig(json);
    if (!document) {
        return document.error();
    }
    if (!document->is_object()) {
        return Error { "a config.json is a JSON object, not " + quoted(shownJson(*document)) };
    }
    Config config(*document, {}, nullptr);
    if (config.text("format").starts_with("sublinear-")) {
        return Error { "format: " + quoted(config.text("format"))
                + " is not accepted; it takes a model's config.json, without a format",
            "format" };
    }
    std::string type = typeOf(config);
    const char* part = languagePart(config);
    if (part == nullptr) {
        if (hf::languageModelType(type) != type) {
            noteLeftOut(config, type);
        }
        return importPart(config, type);
    }
    if (const auto refused = hf::refusedType(config, type)) {
        return *refused;
    }
    Config language = config.section(part);
    noteLeftOut(config, type);
    language.adopt(config);
    if (language.has("model_type") || type.empty()) {
        type = typeOf(language);
    }
    return importPart(language, type);
}

} // namespace sublinear
