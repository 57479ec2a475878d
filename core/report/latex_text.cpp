// SPDX-License-Identifier: MIT
#include "core/report/latex_text.h"

namespace sublinear {

std::string latexEscaped(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '\\':
            result += "\\textbackslash{}";
            break;
        case '~':
            result += "\\textasciitilde{}";
            break;
        case '^':
            result += "\\textasciicircum{}";
            break;
        case '<':
            result += "\\textless{}";
            break;
        case '>':
            result += "\\textgreater{}";
            break;
        case '&':
        case '%':
        case '$':
        case '#':
        case '_':
        case '{':
        case '}':
            result += '\\';
            result += c;
            break;
        default:
            result += c;
        }
    }
    return result;
}

} // namespace sublinear
