// SPDX-License-Identifier: MIT
#include "core/io/write_file.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace sublinear {

namespace {

Error systemError()
{
    return Error { std::strerror(errno) };
}

Status writeAll(int file, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t count = ::write(file, content.data(), content.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return systemError();
        }
        content.remove_prefix(static_cast<std::size_t>(count));
    }
    return success();
}

// Whether the file was closed well counts too: some file systems report a full disk only then.
Status writeAndClose(int file, std::string_view content, bool isRegular)
{
    Status written = writeAll(file, content);
    if (written && isRegular && ::fsync(file) != 0) {
        written = systemError();
    }
    if (::close(file) != 0 && written) {
        written = systemError();
    }
    return written;
}

Status writeDirectly(const std::string& path, std::string_view content)
{
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC); // NOLINT(cppcoreguidelines-pro-type-vararg)
    return file < 0 ? Status(systemError()) : writeAndClose(file, content, false);
}

mode_t usualMode()
{
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

// Where a symbolic link leads, so that the link stays one.
std::string behindLinks(const std::string& path)
{
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
    return real ? std::string(real.get()) : path;
}

} // namespace

Status writeWholeFile(const std::string& path, std::string_view content)
{
    struct stat old = {};
    const bool exists = ::stat(path.c_str(), &old) == 0;
    if (exists && !S_ISREG(old.st_mode)) {
        return writeDirectly(path, content);
    }
    const std::string target = behindLinks(path);
    std::string temporary = target + ".XXXXXX";
    const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (file < 0) {
        return systemError();
    }
    const mode_t mode = exists ? old.st_mode & mode_t { 07777 } : usualMode();
    Status written = ::fchmod(file, mode) == 0 ? success() : Status(systemError());
    if (const Status closed = writeAndClose(file, content, true); written) {
        written = closed;
    }
    if (written && ::rename(temporary.c_str(), target.c_str()) != 0) {
        written = systemError();
    }
    if (!written) {
        static_cast<void>(::unlink(temporary.c_str()));
    }
    return written;
}

Status canWriteFile(const std::string& path)
{
    struct stat old = {};
    if (::stat(path.c_str(), &old) == 0 && !S_ISREG(old.st_mode)) {
        if (S_ISDIR(old.st_mode)) {
            return Error { std::strerror(EISDIR) };
        }
        return ::access(path.c_str(), W_OK) == 0 ? success() : Status(systemError());
    }
    // As it will be done: rights alone do not tell of every file system.
    std::string temporary = behindLinks(path) + ".XXXXXX";
    const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (file < 0) {
        return systemError();
    }
    static_cast<void>(::close(file));
    static_cast<void>(::unlink(temporary.c_str()));
    return success();
}

} // namespace sublinear
