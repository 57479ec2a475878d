// SPDX-License-Identifier: MIT
#include "app/export/tikz_picture.h"

#include "app/charts/number_span.h"
#include "app/export/figure_content.h"
#include "app/export/measured_places.h"
#include "app/style/policy_look.h"
#include "core/base/units.h"
#include "core/report/csv_text.h"
#include "core/report/listed_rows.h"

#include <algorithm>
#include <bit>
#include <map>

namespace sublinear {

namespace {

constexpr double kFar = 300; ///< % of a forward pass: as on screen, who recomputes more is counted, not drawn

double savedPercent(Bytes total, Bytes all)
{
    return all > 0 ? 100 - 100 * static_cast<double>(total) / static_cast<double>(all) : 0;
}

TexPlace placeOf(const SweepRow& row)
{
    return { row.extraForwardFraction * 100, row.savedFraction * 100 };
}

/// "K=4"; the policy's name where it has no number.
std::string nameOf(const SweepRow& row)
{
    const PolicyInfo& info = policyInfo(row.policy);
    switch (row.k ? info.number : PolicyNumber::None) {
    case PolicyNumber::K:
        return "K=" + std::to_string(*row.k);
    case PolicyNumber::M:
        return "m=" + std::to_string(*row.k);
    case PolicyNumber::Slots:
        return "c=" + std::to_string(*row.k);
    case PolicyNumber::Budget:
        return formatGiBShort(*row.k) + " GiB";
    case PolicyNumber::None:
        break;
    }
    return std::string(info.name);
}

void name(Picture& picture, const SweepRow& row)
{
    const TexPlace at = placeOf(row);
    picture.node("axis cs:" + shortestNumber(at.x) + "," + shortestNumber(at.y),
        "anchor=north west, font=\\footnotesize", nameOf(row));
}

/// What the second figures save of their own store-all: those that no other beats, by what they recompute.
TexPlaces besideFront(const BesideRows& beside)
{
    TexPlaces places;
    for (const auto& figure : beside.figures) {
        if (figure && beside.storeAllBytes && figure->extraForwardFraction * 100 <= kFar) {
            places.push_back(
                { figure->extraForwardFraction * 100, savedPercent(figure->totalBytes, *beside.storeAllBytes) });
        }
    }
    std::sort(places.begin(), places.end(),
        [](const TexPlace& a, const TexPlace& b) { return a.x != b.x ? a.x < b.x : a.y > b.y; });
    TexPlaces front;
    for (const TexPlace& place : places) {
        if (front.empty() || place.y > front.back().y) {
            front.push_back(place);
        }
    }
    return front;
}

/// All that is drawn as points, and how far it reaches.
struct Drawn {
    std::vector<SweepRow> rows;
    TexPlaces beside;
    MeasuredPlaces measured;
    std::size_t far = 0;
    std::size_t farMeasured = 0;
    double lowest = 0;
    double highest = 0;
    double widest = 100;

    void reach(const TexPlaces& places)
    {
        for (const TexPlace& place : places) {
            lowest = std::min(lowest, place.y);
            highest = std::max(highest, place.y);
            widest = std::max(widest, place.x);
        }
    }
};

Drawn drawnOf(const FigureContent& content)
{
    const Evaluation& evaluation = content.evaluation;
    Drawn drawn;
    for (const SweepRow& row : listedRows(evaluation)) {
        if (placeOf(row).x > kFar) {
            ++drawn.far;
            continue;
        }
        drawn.rows.push_back(row);
        drawn.reach({ placeOf(row) });
    }
    drawn.beside = besideFront(content.beside);
    drawn.reach(drawn.beside);
    const bool executed = content.beside.kind == BesideRows::Kind::Executed;
    const Bytes storeAll = executed ? content.beside.storeAllBytes.value_or(0) : evaluation.storeAllBytes;
    for (const ShownMark& shown : content.marks) {
        const TexPlace at { shown.mark.extraForward * 100, savedPercent(shown.mark.totalBytes, storeAll) };
        if (at.x > kFar) {
            ++drawn.farMeasured;
        } else if (storeAll > 0) {
            drawn.measured.add(shown, at);
        }
    }
    drawn.reach(drawn.measured.all());
    return drawn;
}

void limits(Picture& picture, const FigureContent& content, const Drawn& drawn)
{
    const Evaluation& evaluation = content.evaluation;
    const Bytes capacity = evaluation.memory.capacityBytes;
    const auto across = [&](const std::string& options, double needed, const std::string& legend) {
        if (needed > drawn.lowest && needed < 2 * drawn.highest) {
            picture.plot(options, { { 0, needed }, { drawn.widest, needed } }, legend);
        }
    };
    picture.color("sublinear-limit", kTexLimit);
    across("sublinear-limit, dashed, thick", savedPercent(capacity, evaluation.storeAllBytes),
        "above: fits " + formatGiBShort(capacity) + " GiB");
    if (content.beside.storeAllBytes && !drawn.beside.empty()) {
        across("black, dotted", savedPercent(capacity, *content.beside.storeAllBytes),
            content.beside.kind == BesideRows::Kind::Executed ? "above: fits, executed" : "above: fits, by the law");
    }
}

/// The chosen and the recommended row, and names of these and of every power of two.
void marks(Picture& picture, const Evaluation& evaluation, const Drawn& drawn)
{
    const PolicyId own = evaluation.scenario.checkpointing.policy;
    const Count chosen = chosenNumber(evaluation);
    const Count recommended = recommendedNumber(evaluation);
    for (const SweepRow& row : drawn.rows) {
        const Count number = row.k.value_or(0);
        const bool round = number > 0 && std::has_single_bit(static_cast<unsigned long long>(number));
        if (row.policy == own && ((round && row.pareto) || number == chosen || number == recommended)) {
            name(picture, row);
        }
        if (row.policy == own && number == recommended) {
            picture.color("sublinear-fits", QColor(0x1B, 0x7F, 0x4B));
            picture.plot("only marks, mark=o, mark size=4pt, thick, sublinear-fits", { placeOf(row) }, "recommended");
        }
    }
    if (placeOf(evaluation.chosen).x <= kFar) {
        picture.color("sublinear-chosen", QColor(0x1F, 0x5F, 0xBF));
        picture.plot("only marks, mark=*, mark size=2.6pt, sublinear-chosen", { placeOf(evaluation.chosen) }, "chosen");
    }
}

} // namespace

void frontierPicture(Picture& picture, const FigureContent& content)
{
    const Evaluation& evaluation = content.evaluation;
    const Drawn drawn = drawnOf(content);
    picture.option("xlabel={Extra forward, \\%}");
    picture.option("ylabel={Saved of store-all's total, \\%}");
    limits(picture, content, drawn);
    TexPlaces front;
    std::map<PolicyId, std::pair<TexPlaces, TexPlaces>> byPolicy; // on the front, and dominated
    for (const SweepRow& row : drawn.rows) {
        auto& [undominated, dominated] = byPolicy[row.policy];
        (row.pareto ? undominated : dominated).push_back(placeOf(row));
        if (row.pareto) {
            front.push_back(placeOf(row));
        }
    }
    std::sort(front.begin(), front.end(), [](const TexPlace& a, const TexPlace& b) { return a.x < b.x; });
    if (front.size() > 1) {
        picture.plot("gray, forget plot", front);
    }
    if (!drawn.beside.empty()) {
        picture.plot("black, dashed, mark=square, mark size=1.4pt, mark options={solid}", drawn.beside,
            content.beside.kind == BesideRows::Kind::Executed ? "executed" : "by the law");
    }
    for (const auto& [policy, places] : byPolicy) {
        const std::string ink = "sublinear-" + std::to_string(static_cast<int>(policy));
        const std::string marksOf = "only marks, mark=*, mark size=1.6pt, " + ink;
        picture.color(ink, policyLook(policy, false).color);
        const auto& [undominated, dominated] = places;
        if (!dominated.empty()) {
            const bool alone = undominated.empty();
            picture.plot(marksOf + ", opacity=0.35" + (alone ? "" : ", forget plot"), dominated,
                alone ? policyInfo(policy).name : std::string_view());
        }
        if (!undominated.empty()) {
            picture.plot(marksOf, undominated, policyInfo(policy).name);
        }
    }
    drawn.measured.plot(picture);
    marks(picture, evaluation, drawn);
    if (drawn.far + drawn.farMeasured > 0) {
        picture.node("rel axis cs:1,0", "anchor=south east, font=\\footnotesize",
            std::to_string(drawn.far + drawn.farMeasured) + " beyond +300 %, " + std::to_string(drawn.farMeasured)
                + " of them measured");
    }
}

} // namespace sublinear
