// SPDX-License-Identifier: MIT
#include "app/compare/difference.h"

#include "app/charts/sweep_rows.h"

#include <QCoreApplication>

namespace sublinear {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Difference", text);
}

} // namespace

bool areComparable(const Evaluation& shown, const Evaluation& baseline)
{
    return shown.scenario.accounting == baseline.scenario.accounting;
}

bool haveSameThroughput(const Evaluation& shown, const Evaluation& baseline)
{
    const auto device = [](const Evaluation& each) { return each.timedOn ? each.timedOn->device : std::string(); };
    return areComparable(shown, baseline) && device(shown) == device(baseline);
}

QString changeText(Bytes now, Bytes before)
{
    if (now == before) {
        return QStringLiteral("=");
    }
    return now > before ? QStringLiteral("\u25B2 +") + gibText(now - before)
                        : QStringLiteral("\u25BC \u2212") + gibText(before - now);
}

QString changeUnitText(Bytes now, Bytes before)
{
    return now == before ? changeText(now, before) : changeText(now, before) + QStringLiteral(" GiB");
}

QString baselineLine(Bytes now, Bytes before)
{
    return tr("baseline: %1, %2").arg(gibUnitText(before), changeText(now, before));
}

QString differenceSentence(const Evaluation& shown, const Evaluation& baseline)
{
    if (!areComparable(shown, baseline)) {
        return baseline.scenario.accounting == Accounting::Article
            ? tr("Not compared: the baseline is counted as the article does.")
            : tr("Not compared: the baseline counts a whole training step.");
    }
    const Bytes now = shown.memory.totalBytes;
    const Bytes before = baseline.memory.totalBytes;
    if (now == before) {
        return tr("As much as the baseline.");
    }
    return now < before ? tr("%1 less than the baseline.").arg(gibUnitText(before - now))
                        : tr("%1 more than the baseline.").arg(gibUnitText(now - before));
}

} // namespace sublinear
