// SPDX-License-Identifier: MIT
#include "core/io/check_files.h"

#include "core/io/check_document.h"
#include "core/io/streams.h"

namespace sublinear {

ExitCode checkFiles(std::span<const std::string> files)
{
    ExitCode result = ExitCode::Ok;
    std::string report;
    for (const std::string& file : files) {
        const Result<std::string> text = readInput(file, kMaxDocumentBytes);
        const Result<CheckedDocument> checked = text ? checkDocument(*text) : Result<CheckedDocument>(text.error());
        if (checked) {
            report += inputName(file) + ": " + checked->description + "\n";
        } else {
            complain(inputName(file) + ": " + checked.error().message);
            result = ExitCode::BadFile;
        }
    }
    const ExitCode printed = print(report);
    return printed == ExitCode::Ok ? result : printed;
}

} // namespace sublinear
