// SPDX-License-Identifier: MIT
#pragma once

#include <QTranslator>

namespace sublinear {

/// One vocabulary for the whole window: a word means the same wherever it stands, so a text is looked up by itself and
/// not by the class that shows it. tr() with a second argument tells two meanings of one text apart.
class Translation : public QTranslator {
public:
    using QTranslator::QTranslator;

    void setSilent(bool silent) { m_silent = silent; }
    [[nodiscard]] bool isSilent() const { return m_silent; }

    [[nodiscard]] QString translate(
        const char* context, const char* sourceText, const char* disambiguation, int n) const override;

private:
    bool m_silent = false; ///< lets everything stay English
};

/// The one context that sublinear_de.ts has.
inline constexpr const char* kVocabulary = "Sublinear";

} // namespace sublinear
