// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// Something that a step waits for: a field's value, or an event of the window.
struct TourCondition {
    enum class Op { Equal, AtLeast, AtMost };

    std::string field; ///< path; empty: an event is meant
    Op op = Op::Equal;
    FieldValue value;
    std::string event; ///< one of tourEvents()
};

/// A question to be answered before the answer is seen.
struct TourAsk {
    std::string question;
    std::vector<std::string> options; ///< two at least
    std::size_t answer = 0; ///< index of the right one
    std::string because; ///< said once it is answered, whatever the answer was
};

/// One step of the guided tour: where it begins, what it says, what to do. It is done once its question is
/// answered and all of its conditions hold. Texts have their figures filled in.
struct TourStep {
    std::string id;
    std::string title;
    std::vector<std::string> text; ///< paragraphs
    std::string task; ///< what to do, in a line; empty where the answer is all there is to do
    std::string after; ///< said once it is done
    Scenario scenario; ///< what it begins with
    std::vector<std::string> cards; ///< ids of what is shown in the window's middle
    std::vector<std::string> revealed; ///< the same once the question is answered; empty: no others
    std::vector<std::string> highlight; ///< component ids: "card:layers", "field:workload.sequence", "kind:activations"
    std::optional<TourAsk> ask;
    std::vector<TourCondition> doneWhen;
};

struct Tour {
    std::vector<TourStep> steps;
};

/// Events that steps may wait for: "scrubbed" (a hand or the player moved the timeline's instant), "measured"
/// (a measured point came).
const std::vector<std::string_view>& tourEvents();

/// Whether a field's condition holds; `completed` has every field filled. An event never holds by itself.
bool holds(const TourCondition& condition, const Scenario& completed);
/// The step's scenario with its fields as the conditions want them; refused where no such scenario can be.
Result<Scenario> reached(const TourStep& step);

/// What an English text is in the language of whoever reads it; empty: English.
using TourTranslator = std::function<std::string(const std::string&)>;

/// A tour from its steps (`sublinear-tour`) and their texts (`sublinear-tour-text`), which are translated before their
/// figures are filled in. Refused in a
/// line that names the step and the key: unknown keys, ids, fields and figures, scenarios without a plan, texts
/// that are missing or left over, steps that are done before they begin or never.
Result<Tour> readTour(std::string_view steps, std::string_view texts, const TourTranslator& translated = {});

/// The tour in resources/tour; English where its translation is refused.
Tour builtInTour(const TourTranslator& translated = {});

} // namespace sublinear
