// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "core/peers/peers.h"
#include "core/report/csv_text.h"

#include <array>

namespace sublinear {

namespace {

std::string gibOrNone(const PeerFigure& figure)
{
    return figure.bytes ? formatGiB(*figure.bytes) : "-";
}

std::string bytesOrNone(const PeerFigure& figure)
{
    return figure.bytes ? std::to_string(*figure.bytes) : "";
}

template <class Line> std::string linesOf(const PeerComparison& comparison, const Line& line)
{
    std::string text = line(comparison.ours);
    for (const PeerRow& row : comparison.rows) {
        text += line(row);
    }
    return text;
}

} // namespace

std::string peersMarkdown(const PeerComparison& comparison)
{
    std::string text =
        "| Calculator | Nothing recomputed, GiB | Every layer recomputed, GiB | As chosen, GiB | States, GiB "
        "| Formula | Assumes | Leaves out | Source |\n| --- | ---: | ---: | ---: | ---: | --- | --- | "
        "--- | --- |\n";
    text += linesOf(comparison, [](const PeerRow& row) {
        return "| " + std::string(row.peer.name) + " | " + gibOrNone(row.stored) + " | " + gibOrNone(row.everyLayer)
            + " | " + gibOrNone(row.chosen) + " | " + gibOrNone(row.states) + " | `" + std::string(row.peer.formula)
            + "` | " + std::string(row.peer.assumes) + " | " + std::string(row.peer.leavesOut) + " | "
            + std::string(row.peer.source) + " |\n";
    });
    for (const std::string& sentence : comparison.spread) {
        text += "\n" + sentence + "\n";
    }
    return text;
}

std::string peersCsv(const PeerComparison& comparison)
{
    return "calculator,source,formula,stored_bytes,every_layer_bytes,chosen_bytes,states_bytes,assumes,leaves_out\n"
        + linesOf(comparison, [](const PeerRow& row) {
              std::string line;
              for (const std::string& cell : std::array<std::string, 9> { std::string(row.peer.name),
                       std::string(row.peer.source), std::string(row.peer.formula), bytesOrNone(row.stored),
                       bytesOrNone(row.everyLayer), bytesOrNone(row.chosen), bytesOrNone(row.states),
                       std::string(row.peer.assumes), std::string(row.peer.leavesOut) }) {
                  line += (line.empty() ? "" : ",") + csvCell(cell);
              }
              return line + "\n";
          });
}

} // namespace sublinear
