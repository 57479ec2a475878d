// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace sublinear::testing {

struct SourceText {
    QString text;
    QString meaning; ///< tr()'s second argument

    friend bool operator<(const SourceText& a, const SourceText& b)
    {
        return std::tie(a.text, a.meaning) < std::tie(b.text, b.meaning);
    }
};

struct Translated {
    QString text;
    bool finished = true;
};

/// A file of resources/i18n; `root` is the folder of the sources.
std::map<SourceText, Translated> translationFile(const QString& root, const char* name);

/// What lupdate finds in app/, and what the window shows of data files; none where lupdate is not there.
std::optional<std::set<SourceText>> textsOfTheSources(const QString& root);

/// Where a translation has not the source's %1, its & and … or its blanks at the ends; in words.
QStringList differencesInForm(const QString& source, const QString& translation);

} // namespace sublinear::testing
