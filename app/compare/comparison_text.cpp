// SPDX-License-Identifier: MIT
// The comparison as text for other programs; the best of a row is marked there too.
#include "app/compare/comparison.h"
#include "app/model/text.h"
#include "core/report/csv_text.h"
#include "core/report/latex_text.h"

#include <QCoreApplication>

namespace sublinear {

namespace {

QString markdownCell(const QString& text)
{
    QString escaped;
    for (const QChar c : text) {
        if (QStringLiteral("\\`*_[]<>|#").contains(c)) {
            escaped += u'\\';
        }
        escaped += c;
    }
    return escaped;
}

QString latexCell(const QString& text)
{
    QString plain = text; // fonts of the usual classes have none of these
    plain.replace(QStringLiteral("\u2713 "), QString()).replace(QStringLiteral("\u2717 "), QString());
    const bool best = plain.startsWith(QStringLiteral("\u2605 "));
    plain.replace(QStringLiteral("\u2605 "), QString()).replace(QChar(0x2013), u'-').replace(QChar(0x2212), u'-');
    const QString escaped = toQString(latexEscaped(toUtf8(plain)));
    return best ? QStringLiteral("\\textbf{%1}").arg(escaped) : escaped;
}

QStringList cellsOf(const Comparison::Row& row)
{
    QStringList cells { row.name };
    for (qsizetype i = 0; i < row.cells.size(); ++i) {
        cells << cellText(row, i);
    }
    return cells;
}

template <class Line> QString linesOf(const Comparison& comparison, const Line& line)
{
    QString text;
    for (const std::vector<Comparison::Row>* rows : { &comparison.inputs, &comparison.results }) {
        for (const Comparison::Row& row : *rows) {
            text += line(cellsOf(row));
        }
    }
    return text;
}

QStringList headOf(const Comparison& comparison)
{
    return QStringList(QString()) + comparison.names;
}

} // namespace

QString comparisonMarkdown(const Comparison& comparison)
{
    const auto line = [](const QStringList& cells) {
        QString text = QStringLiteral("|");
        for (const QString& cell : cells) {
            text += QStringLiteral(" %1 |").arg(markdownCell(cell));
        }
        return text + u'\n';
    };
    QString rule = QStringLiteral("| :--- |");
    for (qsizetype i = 0; i < comparison.names.size(); ++i) {
        rule += QStringLiteral(" ---: |");
    }
    return line(headOf(comparison)) + rule + u'\n' + linesOf(comparison, line);
}

QString comparisonLatex(const Comparison& comparison)
{
    const auto line = [](const QStringList& cells) {
        QStringList escaped;
        for (const QString& cell : cells) {
            escaped << latexCell(cell);
        }
        return QStringLiteral("  %1 \\\\\n").arg(escaped.join(QStringLiteral(" & ")));
    };
    const QString columns = QStringLiteral("l") + QString(comparison.names.size(), u'r');
    return QStringLiteral("\\begin{tabular}{%1}\n").arg(columns) + line(headOf(comparison))
        + QStringLiteral("  \\hline\n") + linesOf(comparison, line) + QStringLiteral("\\end{tabular}\n");
}

QString comparisonCsv(const Comparison& comparison)
{
    const auto line = [](const QStringList& cells) {
        QStringList quoted;
        for (const QString& cell : cells) {
            quoted << toQString(csvCell(toUtf8(cell)));
        }
        return quoted.join(u',') + u'\n';
    };
    return line(headOf(comparison)) + linesOf(comparison, line);
}

} // namespace sublinear
