// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

class QCoreApplication;

namespace sublinear {

/// What the window speaks, and the pictures that it exports. Numbers keep the point whatever the language; CSV, JSON,
/// TikZ, reports and the command line stay English, as they go on to other programs and people.
enum class Language { System, English, German };

/// The language that was chosen last; System until one is.
Language languageSetting();
void storeLanguageSetting(Language language);

/// Lets tr() answer in it, from now on: what a window already shows stays as it is. System asks the desktop; where
/// it names no language that we have, English.
void applyLanguage(QCoreApplication& application, Language language);

/// Lets tr() answer in English while it lives.
class InEnglish {
    Q_DISABLE_COPY_MOVE(InEnglish)

public:
    InEnglish();
    ~InEnglish();

private:
    bool m_before;
};

/// Whether tr() answers in German.
bool speaksGerman();

/// A name as it stands inside a sentence: "largest: activations". German nouns keep their capital.
QString withinSentence(const QString& name);

} // namespace sublinear
