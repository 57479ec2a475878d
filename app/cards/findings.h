// SPDX-License-Identifier: MIT
#pragma once

#include "app/model/beside_rows.h"
#include "core/plan/evaluation.h"

#include <QString>

namespace sublinear {

/// A memory kind's name, translated.
QString kindName(MemoryKind kind);
/// A policy's plain name, translated.
QString policyName(PolicyId policy);
/// The same in a word or two, for a legend: "K-th recomputed".
QString policyShortName(PolicyId policy);

/// What each card says in its title, and what it tells a screen reader, as pure functions of
/// the evaluation. Titles state the finding; K ranges are closed up ("K=5 to 7").
namespace findings {
QString split(const Evaluation& evaluation);
/// `dropped` names what the policy leaves out, of which `kept` bytes stay; empty for nothing.
QString layer(const Evaluation& evaluation, const QString& dropped, Bytes kept);
QString depth(const Evaluation& evaluation);
QString memory(const Evaluation& evaluation);
QString batch(const Evaluation& evaluation);
QString frontier(const Evaluation& evaluation);
QString throughput(const Evaluation& evaluation);
/// "samples per normalised step"
QString throughputUnitText(Accounting accounting);
QString meanings(const Evaluation& evaluation);

QString splitSummary(const Evaluation& evaluation);
QString layerSummary(const Evaluation& evaluation);
QString depthSummary(const Evaluation& evaluation);
/// "; dashed: executed": what the second curve is, to be put behind a measure; empty without one.
QString besideWords(const BesideRows& beside);
/// ". Executed at the chosen one: 84.31 GiB"; empty where the chosen row has no second figure.
QString besideSummary(const Evaluation& evaluation, const BesideRows& beside);

QString memorySummary(const Evaluation& evaluation);
QString batchSummary(const Evaluation& evaluation);
QString frontierSummary(const Evaluation& evaluation);
QString throughputSummary(const Evaluation& evaluation);
QString meaningsSummary(const Evaluation& evaluation);
} // namespace findings

} // namespace sublinear
