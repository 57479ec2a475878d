// SPDX-License-Identifier: MIT
#pragma once

#include "app/controls/choice_row.h"

namespace sublinear {

/// How a field is shown in a section of the panel. Its kind says which control it gets: a
/// check box, a combo box where entries are named, else a number.
struct PanelField {
    std::string_view path;
    QString why;
    std::vector<ChoiceRow::Entry> entries = {};
    bool clearable = false; ///< numbers: empty text takes the value away
};

std::vector<ChoiceRow::Entry> accountingEntries();
std::vector<ChoiceRow::Entry> policyEntries(); ///< every policy
std::vector<ChoiceRow::Entry> startEntries();

std::vector<PanelField> shapeFields();
std::vector<PanelField> expertFields();
std::vector<PanelField> recipeFields();
std::vector<PanelField> shardingFields();
std::vector<PanelField> memoryFields(); ///< of the device

/// "Keeps the input of each segment of K layers. Met as torch checkpoint_sequential; ..."
QString policySentence(std::string_view policy);

} // namespace sublinear
