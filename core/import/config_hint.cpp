// SPDX-License-Identifier: MIT
#include "core/import/config_hint.h"

#include "core/import/config_text.h"
#include "core/import/hf_config.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace sublinear {

namespace {

bool looksLikeConfig(std::string_view json)
{
    constexpr std::array<const char*, 8> kKeys { "model_type", "architectures", "hidden_size", "n_embd", "n_layer",
        "num_hidden_layers", "num_attention_heads", "text_config" };
    const Result<nlohmann::json> document = hf::parseConfig(json);
    return document && document->is_object() && !document->contains("format")
        && std::any_of(kKeys.begin(), kKeys.end(), [&](const char* key) { return document->contains(key); });
}

std::string hint(std::string_view json, std::string_view whereImported)
{
    if (!looksLikeConfig(json)) {
        return {};
    }
    const Result<ImportedModel> imported = importHfConfig(json);
    return imported ? std::string(whereImported)
                    : " (a model's config.json, which cannot be imported: " + imported.error().message + ")";
}

} // namespace

std::string importRefusal(std::string_view json)
{
    return hint(json, {});
}

std::string importHint(std::string_view json)
{
    return hint(json, " (this is a model's config.json: sublinear import makes a scenario of it)");
}

} // namespace sublinear
