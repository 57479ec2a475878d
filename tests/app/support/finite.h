// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace sublinear {
struct Evaluation;
}

namespace sublinear::testing {

/// Whether a text says "nan" or "inf" as a number would be written; "information" does not.
bool saysNoNumber(const QString& text);
/// Sums that miss their total, and figures that are no numbers, in words.
QStringList evaluationFaults(const Evaluation& evaluation);
/// Points, bars and slices of all visible charts that are no numbers.
QStringList seriesFaults(QWidget& window);
/// Texts that the window paints now which say that something is no number.
QStringList textFaults(QWidget& window);

} // namespace sublinear::testing
