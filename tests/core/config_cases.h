// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/hf_config.h"
#include "core/scenario/fields.h"

#include <QtTest>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sublinear::testing {

inline std::string fixture(const QString& name)
{
    QFile file(QStringLiteral(SUBLINEAR_TEST_DATA "/configs/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// "layers=12 heads=3" of what `wanted` names, so that two such texts compare field by field.
inline std::string fieldsOf(const Scenario& scenario, const std::string& wanted)
{
    std::string result;
    for (const QString& pair : QString::fromStdString(wanted).split(' ', Qt::SkipEmptyParts)) {
        const std::string name = pair.section('=', 0, 0).toStdString();
        const Field* field = findField("model." + name);
        result +=
            (result.empty() ? "" : " ") + name + '=' + (field == nullptr ? "?" : fieldValueText(field->get(scenario)));
    }
    return result;
}

inline QByteArray complaint(const Result<ImportedModel>& imported)
{
    return imported ? QByteArray("(imported)") : QByteArray::fromStdString(imported.error().message);
}

inline bool hasNote(const ImportedModel& imported, const char* part)
{
    return std::any_of(imported.notes.begin(), imported.notes.end(),
        [part](const std::string& note) { return note.find(part) != std::string::npos; });
}

/// A small Llama config with some keys replaced: `"hidden_size": "64"` and so on.
inline std::string llama(const nlohmann::json& changes)
{
    nlohmann::json config = { { "model_type", "llama" }, { "hidden_size", 64 }, { "intermediate_size", 128 },
        { "num_attention_heads", 4 }, { "num_hidden_layers", 2 }, { "vocab_size", 100 } };
    config.update(changes);
    return config.dump();
}

} // namespace sublinear::testing
