// SPDX-License-Identifier: MIT
#include "app/export/tikz_picture.h"

#include "app/model/text.h"
#include "core/report/csv_text.h"
#include "core/report/latex_text.h"

#include <utility>

namespace sublinear {

namespace {

std::string coordinates(const TexPlaces& places)
{
    std::string text = "coordinates {";
    for (const TexPlace& place : places) {
        text += " (" + shortestNumber(place.x) + "," + shortestNumber(place.y) + ")";
    }
    return text + " }";
}

} // namespace

std::string texText(std::string_view text)
{
    static const std::vector<std::pair<std::string_view, std::string_view>> kSigns = { { "\u221a", "$\\surd$" },
        { "\u00b7", "$\\cdot$" }, { "\u00d7", "$\\times$" }, { "\u00b2", "$^2$" }, { "\u2026", "\\dots{}" },
        { "\u2212", "$-$" } };
    std::string result = latexEscaped(text);
    for (const auto& [sign, command] : kSigns) {
        for (std::size_t at = result.find(sign); at != std::string::npos; at = result.find(sign, at + command.size())) {
            result.replace(at, sign.size(), command);
        }
    }
    return result;
}

void Picture::color(const std::string& name, const QColor& value)
{
    m_colors += "\\definecolor{" + name + "}{HTML}{" + toUtf8(value.name().mid(1).toUpper()) + "}\n";
}

void Picture::plot(const std::string& options, const TexPlaces& places, std::string_view legend, bool closed)
{
    m_plots += "\\addplot[" + options + "] " + coordinates(places) + (closed ? " \\closedcycle;\n" : ";\n");
    if (!legend.empty()) {
        m_plots += "\\addlegendentry{" + texText(legend) + "}\n";
    }
}

void Picture::node(const std::string& place, const std::string& options, std::string_view text)
{
    m_plots += "\\node[" + options + "] at (" + place + ") {" + texText(text) + "};\n";
}

std::string Picture::text(std::string_view title) const
{
    return "% needs \\usepackage{pgfplots} and \\pgfplotsset{compat=1.16}\n" + m_colors
        + "\\begin{tikzpicture}\n\\begin{axis}[\n  width=\\linewidth, height=0.62\\linewidth,\n  title={"
        + texText(title)
        + "}, title style={align=center, text width=0.9\\linewidth},\n  axis lines=left, legend style={draw=none, "
          "font=\\footnotesize, at={(0.5,-0.22)}, anchor=north, legend columns=3},\n"
        + m_options + "]\n" + m_plots + "\\end{axis}\n\\end{tikzpicture}\n";
}

} // namespace sublinear
