// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/import/hf_config.h"
#include "core/scenario/scenario.h"

#include <QString>

#include <variant>

namespace sublinear {

/// A model from a config.json. Refused with one line that names the file: not there, not
/// readable, too large, no config, or a model that cannot be modelled, with the reason.
Result<ImportedModel> loadConfig(const QString& path);

/// A file that somebody hands to the window: it says itself whether it is a scenario or a
/// model's config. Refused in one line, as anything else is.
using IncomingFile = std::variant<Scenario, ImportedModel>;
Result<IncomingFile> loadIncoming(const QString& path);

} // namespace sublinear
