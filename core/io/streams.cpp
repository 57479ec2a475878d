// SPDX-License-Identifier: MIT
#include "core/io/streams.h"

#include "core/base/units.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace sublinear {

namespace {

struct Closer {
    void operator()(std::FILE* file) const
    {
        if (file != stdin) {
            static_cast<void>(std::fclose(file)); // read only: nothing is lost
        }
    }
};

std::string onOneLine(std::string_view message)
{
    std::string line;
    for (const char c : message) {
        const bool isControl = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
        line += isControl ? '?' : c;
    }
    return line;
}

} // namespace

void complain(std::string_view message)
{
    // The C library keeps the name under which the program was started, without its folder.
    const std::string line = std::string(program_invocation_short_name) + ": " + onOneLine(message) + "\n";
    // Where stderr is gone there is nobody left to tell.
    static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
}

ExitCode print(std::string_view data)
{
    errno = 0;
    const bool written = std::fwrite(data.data(), 1, data.size(), stdout) == data.size() && std::fflush(stdout) == 0;
    if (written) {
        return ExitCode::Ok;
    }
    complain("standard output: " + std::string(errno != 0 ? std::strerror(errno) : "could not be written"));
    return ExitCode::CannotWrite;
}

std::string refuseEmptyName(const std::string& name)
{
    return name.empty() ? "\"\" is not a file name; - is standard input" : std::string();
}

std::string inputName(const std::string& path)
{
    return path == "-" ? "standard input" : path;
}

Result<std::string> readInput(const std::string& path, std::size_t maxBytes)
{
    errno = 0;
    const std::unique_ptr<std::FILE, Closer> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
    if (!file) {
        return Error { std::strerror(errno) };
    }
    std::string content;
    std::array<char, 65536> buffer {};
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
        content.append(buffer.data(), count);
        if (content.size() > maxBytes) {
            return Error { "is larger than " + std::to_string(maxBytes / static_cast<std::size_t>(kMiB))
                + " MiB, the most that is read" };
        }
    }
    if (std::ferror(file.get()) != 0) {
        return Error { std::strerror(errno) }; // a directory, for one
    }
    return content;
}

} // namespace sublinear
