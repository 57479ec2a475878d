// SPDX-License-Identifier: MIT
#include "app/language/translation.h"

namespace sublinear {

QString Translation::translate(const char* /*context*/, const char* sourceText, const char* disambiguation, int n) const
{
    return m_silent ? QString() : QTranslator::translate(kVocabulary, sourceText, disambiguation, n);
}

} // namespace sublinear
