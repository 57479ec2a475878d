// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"
#include "core/scenario/scenario.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace sublinear {

/// A scenario in the comparison: what it is called there, what it is and what it comes to.
struct ComparedScenario {
    QString name;
    Scenario scenario;
    Evaluation evaluation;
};

/// Several scenarios side by side: a column each, a row for every input that differs, and below them what each comes
/// to.
struct Comparison {
    struct Row {
        QString name;
        QStringList cells; ///< by scenario
        std::vector<bool> best = {}; ///< by scenario; empty where none is better than another
    };
    QStringList names;
    std::vector<Row> inputs;
    std::vector<Row> results;
};

/// With `allInputs` those that are the same, too. Bytes are ranked only where all are counted in one way, throughput
/// only where all are in one unit.
Comparison compare(const std::vector<ComparedScenario>& scenarios, bool allInputs);

/// A result as it stands in a table: the best of its row with a mark before it.
QString cellText(const Comparison::Row& row, qsizetype scenario);

QString comparisonMarkdown(const Comparison& comparison);
QString comparisonLatex(const Comparison& comparison);
QString comparisonCsv(const Comparison& comparison);

} // namespace sublinear
