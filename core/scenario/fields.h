// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/scenario/scenario.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sublinear {

enum class FieldKind { Whole, ByteSize, Boolean, Choice, Text, WholeList, ChoiceList };

/// A field's value in neutral form; monostate = not given. Choices are their file spelling.
using FieldValue =
    std::variant<std::monostate, std::int64_t, bool, std::string, std::vector<std::int64_t>, std::vector<std::string>>;

/// One row of the table of all scenario fields: readers, writers, --set, the window's
/// controls and the undo texts all go through it, so a field is described once.
struct Field {
    std::string_view path; ///< "model.layers"
    std::string_view label; ///< for people: "Layers"
    FieldKind kind;
    std::int64_t minimum; ///< Whole, ByteSize and WholeList: inclusive range
    std::int64_t maximum;
    std::span<const std::string_view> choices; ///< Choice, ChoiceList
    FieldValue (*get)(const Scenario&);
    void (*set)(Scenario&, const FieldValue&); ///< the value must have passed parseFieldValue or checkFieldValue
};

std::span<const Field> allFields();
const Field* findField(std::string_view path);

/// "a whole number from 1 to 10000", "one of bf16, fp16, fp32": ends a message.
std::string acceptedText(const Field& field);

/// Text as typed ("2k", "80GiB", "true", "1,2,4") to a value in range.
Result<FieldValue> parseFieldValue(const Field& field, std::string_view text);
/// A value of the right type and range, or the reason why not.
Status checkFieldValue(const Field& field, const FieldValue& value);
/// The value as typed text; empty for monostate.
std::string fieldValueText(const FieldValue& value);

/// `--set PATH=VALUE`. "PATH=" (nothing behind the sign) un-gives the field. A misspelt
/// path names the nearest ones. Contradictions are not looked for here but in resolve(),
/// once, after all of them.
Status applySet(Scenario& scenario, std::string_view assignment);

/// File spelling of the enumerations.
std::string_view toText(Accounting value);
std::string_view toText(Dtype value);
std::string_view toText(Norm value);
std::string_view toText(Positions value);
std::string_view toText(QkNorm value);
std::string_view toText(Gradients value);
std::string_view toText(Optimizer value);
std::string_view toText(Attention value);
std::string_view toText(Loss value);
std::string_view toText(PolicyId value);

Count bytesPerElement(Dtype dtype);

} // namespace sublinear
