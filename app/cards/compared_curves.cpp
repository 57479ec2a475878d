// SPDX-License-Identifier: MIT
#include "app/cards/compared_curves.h"

#include "app/cards/findings.h"
#include "app/charts/sweep_rows.h"

#include <QCoreApplication>

#include <algorithm>

namespace sublinear {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ComparedCurve", text);
}

QString letterOf(PolicyNumber number)
{
    switch (number) {
    case PolicyNumber::K:
        return QStringLiteral("K");
    case PolicyNumber::M:
        return QStringLiteral("m");
    case PolicyNumber::Slots:
        return QStringLiteral("c");
    case PolicyNumber::Budget:
    case PolicyNumber::None:
        break;
    }
    return {};
}

} // namespace

ComparedCurve curveOver(PolicyId policy, std::vector<SweepRow> rows, const NumberSpan& axis)
{
    ComparedCurve curve { policy, policyShortName(policy), false, std::move(rows) };
    const QString letter = letterOf(policyInfo(policy).number);
    if (!letter.isEmpty() && !axis.letter.isEmpty()) {
        if (letter != axis.letter) {
            curve.name = tr("%1, %2=%3").arg(curve.name, letter, axis.letter);
        }
        std::erase_if(curve.rows, [&axis](const SweepRow& row) { return !axis.holds(row.k.value_or(kNoNumber)); });
        return curve;
    }
    curve.level = true;
    if (curve.rows.size() > 1) {
        curve.rows = { *std::min_element(curve.rows.begin(), curve.rows.end(),
            [](const SweepRow& a, const SweepRow& b) { return a.totalBytes < b.totalBytes; }) };
        curve.name = tr("%1, least").arg(curve.name);
    }
    return curve;
}

const SweepRow* ComparedCurve::rowFor(Count number) const
{
    return level ? (rows.empty() ? nullptr : &rows.front()) : rowOf(rows, number);
}

std::vector<ComparedCurve> comparedCurves(const Evaluation& evaluation)
{
    const NumberSpan axis = numberSpan(evaluation);
    std::vector<ComparedCurve> curves;
    const std::vector<SweepRow>& all = evaluation.compared;
    for (auto first = all.begin(); first != all.end();) { // rows of one policy stand together
        const auto last =
            std::find_if(first, all.end(), [first](const SweepRow& row) { return row.policy != first->policy; });
        if (first->policy != evaluation.scenario.checkpointing.policy) {
            curves.push_back(curveOver(first->policy, std::vector<SweepRow>(first, last), axis));
        }
        first = last;
    }
    return curves;
}

} // namespace sublinear
