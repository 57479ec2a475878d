// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/fields.h"
#include "core/scenario/resolve.h"

#include <QTest>

/// Scenarios as tests write them: assignments with a space between them.
namespace sublinear::testing {

inline QByteArray bytesOf(std::string_view text)
{
    return { text.data(), static_cast<qsizetype>(text.size()) };
}

inline std::string_view viewOf(const QByteArray& text)
{
    return { text.constData(), static_cast<std::size_t>(text.size()) };
}

/// A scenario from assignments with a space between them.
inline Scenario given(const QByteArray& assignments)
{
    Scenario scenario;
    for (const QByteArray& assignment : assignments.split(' ')) {
        if (!assignment.isEmpty() && !applySet(scenario, viewOf(assignment)).ok()) {
            qFatal("the test's own assignment is refused: %s", assignment.constData());
        }
    }
    return scenario;
}

/// "accepted" or the message.
inline QByteArray outcomeOf(const Scenario& scenario)
{
    const Result<ResolvedScenario> resolved = resolve(scenario);
    return resolved ? QByteArray("accepted") : bytesOf(resolved.error().message);
}

/// A field's value as text, "-" if there is none.
inline QByteArray textAt(const Scenario& scenario, std::string_view path)
{
    const FieldValue value = findField(path)->get(scenario);
    return std::holds_alternative<std::monostate>(value) ? QByteArray("-") : bytesOf(fieldValueText(value));
}

/// Every pair PATH=TEXT of `expected` that a scenario does not have; empty if it has all.
inline QByteArray differences(const Scenario& scenario, const QByteArray& expected)
{
    QByteArrayList found;
    for (const QByteArray& pair : expected.split(' ')) {
        const QByteArray path = pair.left(pair.indexOf('='));
        const QByteArray text = textAt(scenario, viewOf(path));
        if (path + '=' + text != pair) {
            found += path + '=' + text + " instead of " + pair;
        }
    }
    return found.join("; ");
}

/// A row of the columns `assignments` and `expected`, named after what it assigns.
inline void addExpectation(const char* assignments, const char* expected)
{
    QTest::addRow("%s", assignments) << QByteArray(assignments) << QByteArray(expected);
}

} // namespace sublinear::testing
