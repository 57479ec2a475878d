// SPDX-License-Identifier: MIT
#include "core/tour/tour.h"

#include "core/base/json_document.h"
#include "core/base/text.h"
#include "core/catalog/entry.h"
#include "core/plan/evaluate.h"
#include "core/tour/tour_facts.h"
#include "core/tour/tour_ids.h"

#include <algorithm>

namespace sublinear {
namespace {

constexpr std::size_t kMaxTourBytes = std::size_t { 1 } << 20;

/// What a step says, figures still in braces.
struct StepTexts {
    std::string id;
    std::string title;
    std::vector<std::string> text;
    std::string question;
    std::vector<std::string> options;
    std::string because;
    std::string task;
    std::string after;
};

void translate(StepTexts& texts, const TourTranslator& translated)
{
    const auto each = [&](std::string& text) {
        if (!text.empty()) {
            text = translated(text);
        }
    };
    for (std::string* text : { &texts.title, &texts.question, &texts.because, &texts.task, &texts.after }) {
        each(*text);
    }
    std::for_each(texts.text.begin(), texts.text.end(), each);
    std::for_each(texts.options.begin(), texts.options.end(), each);
}

Result<std::vector<StepTexts>> readTexts(std::string_view json, const TourTranslator& translated)
{
    std::vector<StepTexts> all;
    const Status status = forEachEntry(json, "sublinear-tour-text", "steps", [&](Entry& entry) {
        StepTexts texts;
        texts.id = entry.text("id");
        texts.title = entry.text("title");
        texts.text = entry.texts("text");
        texts.question = entry.optionalText("question");
        texts.options = entry.optionalTexts("options");
        texts.because = entry.optionalText("because");
        texts.task = entry.optionalText("task");
        texts.after = entry.text("after");
        if (texts.text.empty()) {
            entry.fail("has no text");
        }
        if (std::any_of(all.begin(), all.end(), [&](const StepTexts& other) { return other.id == texts.id; })) {
            entry.fail("is there twice");
        }
        if (translated) {
            translate(texts, translated);
        }
        all.push_back(std::move(texts));
        return entry.finish();
    });
    if (!status) {
        return status.error();
    }
    return all;
}

Result<TourCondition::Op> opFrom(const std::string& text)
{
    if (text == "==") {
        return TourCondition::Op::Equal;
    }
    if (text == ">=") {
        return TourCondition::Op::AtLeast;
    }
    if (text == "<=") {
        return TourCondition::Op::AtMost;
    }
    return Error { "op " + quoted(text) + " is not accepted; it takes one of ==, >=, <=" };
}

/// The field's part of a condition; complaints go to the entry.
void readFieldCondition(Entry& entry, TourCondition& condition)
{
    const Field* field = findField(condition.field);
    if (field == nullptr) {
        entry.fail("waits for a field that is not known: " + quoted(std::string_view(condition.field)));
        return;
    }
    if (const Result<TourCondition::Op> op = opFrom(entry.text("op")); op) {
        condition.op = *op;
    } else {
        entry.fail(op.error().message);
    }
    const Result<FieldValue> value = parseFieldValue(*field, shownJson(entry.raw("value")));
    if (!value) {
        entry.fail(value.error().message);
        return;
    }
    condition.value = *value;
    if (condition.op != TourCondition::Op::Equal && !std::holds_alternative<std::int64_t>(*value)) {
        entry.fail("compares " + quoted(std::string_view(condition.field)) + ", which is no number");
    }
}

std::vector<TourCondition> readConditions(Entry& step, const std::string& id)
{
    std::vector<TourCondition> conditions;
    const nlohmann::json* list = step.optionalRaw("done_when");
    if (list == nullptr) {
        return conditions;
    }
    if (!list->is_array()) {
        step.fail("done_when is not a list");
        return conditions;
    }
    for (const nlohmann::json& object : *list) {
        Entry entry(object, id + " done_when");
        TourCondition condition;
        condition.field = entry.optionalText("field");
        condition.event = entry.optionalText("event");
        if (condition.field.empty() == condition.event.empty()) {
            entry.fail("takes either a field or an event");
        } else if (!condition.field.empty()) {
            readFieldCondition(entry, condition);
        } else if (const auto& events = tourEvents();
                   std::find(events.begin(), events.end(), condition.event) == events.end()) {
            entry.fail("waits for an event that is not known: " + quoted(std::string_view(condition.event))
                + "; it takes one of " + join(events));
        }
        step.adopt(entry.finish());
        conditions.push_back(std::move(condition));
    }
    return conditions;
}

Status readAsk(TourStep& step, const std::optional<Count>& answer, const StepTexts& texts)
{
    const bool asks = !texts.question.empty();
    if (asks != answer.has_value() || asks == texts.options.empty() || asks == texts.because.empty()) {
        return Error { step.id + " takes question, options, because and answer, all of them or none" };
    }
    if (!asks) {
        return step.revealed.empty() ? success() : Status(Error { step.id + " reveals cards, but asks nothing" });
    }
    const auto options = static_cast<Count>(texts.options.size());
    if (options < 2 || *answer >= options) {
        return Error { step.id + " answer " + std::to_string(*answer) + " is not one of " + std::to_string(options)
            + " options, of which there must be two" };
    }
    step.ask = TourAsk { {}, {}, static_cast<std::size_t>(*answer), {} };
    return success();
}

/// Fills `to` with the text and its figures.
Status fill(std::string& to, const std::string& id, const char* key, const std::string& text, const Evaluation& from)
{
    Result<std::string> filled = withFacts(text, from);
    if (!filled) {
        return Error { id + " " + key + " " + filled.error().message };
    }
    to = std::move(filled).value();
    return success();
}

/// Before it is done figures are those of the step's own scenario, afterwards of the one that it leads to.
Status fillTexts(TourStep& step, const StepTexts& texts, const Evaluation& before, const Evaluation& after)
{
    Status status = fill(step.title, step.id, "title", texts.title, before);
    for (const std::string& paragraph : texts.text) {
        if (status) {
            status = fill(step.text.emplace_back(), step.id, "text", paragraph, before);
        }
    }
    if (status) {
        status = fill(step.task, step.id, "task", texts.task, before);
    }
    if (status) {
        status = fill(step.after, step.id, "after", texts.after, after);
    }
    if (!step.ask) {
        return status;
    }
    for (const std::string& option : texts.options) {
        if (status) {
            status = fill(step.ask->options.emplace_back(), step.id, "options", option, before);
        }
    }
    if (status) {
        status = fill(step.ask->question, step.id, "question", texts.question, before);
    }
    return status ? fill(step.ask->because, step.id, "because", texts.because, before) : status;
}

Status checkDoing(const TourStep& step)
{
    if (step.doneWhen.empty() && !step.ask) {
        return Error { step.id + " has nothing to do: it takes a question or done_when" };
    }
    const Result<ResolvedScenario> resolved = resolve(step.scenario);
    if (!resolved) {
        return Error { step.id + " scenario: " + resolved.error().message };
    }
    const Scenario completed = complete(*resolved);
    const bool held = !step.doneWhen.empty()
        && std::all_of(step.doneWhen.begin(), step.doneWhen.end(),
            [&](const TourCondition& condition) { return holds(condition, completed); });
    if (held) {
        return Error { step.id + " is done before it begins" };
    }
    return success();
}

/// The step's conditions, ids and texts against what its scenario comes to.
Status finishStep(TourStep& step, const StepTexts& texts)
{
    if (Status doing = checkDoing(step); !doing) {
        return doing;
    }
    if (!step.doneWhen.empty() && texts.task.empty()) {
        return Error { step.id + " has no task, but done_when" };
    }
    const Result<Evaluation> before = evaluate(step.scenario);
    if (!before) {
        return Error { step.id + " scenario: " + before.error().message };
    }
    const Result<Scenario> end = reached(step);
    if (!end) {
        return Error { step.id + " cannot be done: " + end.error().message };
    }
    const Result<Evaluation> after = evaluate(*end);
    if (!after) {
        return Error { step.id + " cannot be done: " + after.error().message };
    }
    for (const std::string& id : step.highlight) {
        if (Status known = checkComponentId(id, *before); !known) {
            return Error { step.id + " highlight " + known.error().message };
        }
    }
    return fillTexts(step, texts, *before, *after);
}

/// `base` with the step's own fields; null takes one away.
Result<Scenario> stepScenario(const nlohmann::json& base, const nlohmann::json* patch)
{
    nlohmann::json body = base;
    if (patch != nullptr) {
        if (!patch->is_object()) {
            return Error { "is not an object" };
        }
        body.merge_patch(*patch);
    }
    return scenarioFromBody(body);
}

Status readStep(
    const nlohmann::json& object, const nlohmann::json& base, const std::vector<StepTexts>& texts, Tour& tour)
{
    const bool named = object.is_object() && object.contains("id") && object["id"].is_string();
    Entry entry(object, named ? object["id"].get<std::string>() : std::string("a step"));
    TourStep step;
    step.id = entry.text("id");
    if (Result<Scenario> scenario = stepScenario(base, entry.optionalRaw("scenario")); scenario) {
        step.scenario = std::move(scenario).value();
    } else {
        entry.fail("scenario: " + scenario.error().message);
    }
    step.cards = entry.texts("cards");
    step.revealed = entry.optionalTexts("revealed");
    step.highlight = entry.optionalTexts("highlight");
    const std::optional<Count> answer = entry.optionalWhole("answer");
    step.doneWhen = readConditions(entry, step.id);
    if (step.cards.empty()) {
        entry.fail("shows no cards");
    }
    if (std::any_of(tour.steps.begin(), tour.steps.end(), [&](const TourStep& other) { return other.id == step.id; })) {
        entry.fail("is there twice");
    }
    if (Status read = entry.finish(); !read) {
        return read;
    }
    const auto own =
        std::find_if(texts.begin(), texts.end(), [&](const StepTexts& each) { return each.id == step.id; });
    if (own == texts.end()) {
        return Error { step.id + " has no texts" };
    }
    if (Status asks = readAsk(step, answer, *own); !asks) {
        return asks;
    }
    if (Status finished = finishStep(step, *own); !finished) {
        return finished;
    }
    tour.steps.push_back(std::move(step));
    return success();
}

} // namespace

Result<Tour> readTour(std::string_view steps, std::string_view texts, const TourTranslator& translated)
{
    const Result<std::vector<StepTexts>> said = readTexts(texts, translated);
    if (!said) {
        return said.error();
    }
    constexpr std::string_view kFormat = "sublinear-tour";
    const Result<nlohmann::json> document = parseJson(steps, kMaxTourBytes);
    if (!document) {
        return Error { std::string(kFormat) + ": " + document.error().message };
    }
    Entry file(*document, std::string(kFormat));
    if (file.text("format") != kFormat || file.whole("version") != 1) {
        file.fail("has another format or version");
    }
    const nlohmann::json& base = file.raw("scenario");
    const nlohmann::json& list = file.raw("steps");
    if (!list.is_array() || list.empty()) {
        file.fail("steps is no list of steps");
    }
    if (const Status head = file.finish(); !head) {
        return head.error();
    }
    Tour tour;
    for (const nlohmann::json& object : list) {
        if (Status read = readStep(object, base, *said, tour); !read) {
            return Error { std::string(kFormat) + ": " + read.error().message };
        }
    }
    for (const StepTexts& each : *said) {
        if (std::none_of(
                tour.steps.begin(), tour.steps.end(), [&](const TourStep& step) { return step.id == each.id; })) {
            return Error { "sublinear-tour-text: " + each.id + " is no step of the tour" };
        }
    }
    return tour;
}

} // namespace sublinear
