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
#include <utility>

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

Status writeDirectly(const std::string& path, std::string_view content)
{
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC); // NOLINT(cppcoreguidelines-pro-type-vararg)
    if (file < 0) {
        return systemError();
    }
    Status written = writeAll(file, content);
    if (::close(file) != 0 && written) {
        written = systemError();
    }
    return written;
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

std::string folderOf(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

/// A file that is to come into its place when it is whole. Without a name until then, where the
/// system has such files: whatever ends the program, nothing is left.
class Temporary {
public:
    Temporary(std::string target, WriteOptions options)
        : m_target(std::move(target))
        , m_options(options)
    {
        if (m_options.unnamed) {
            m_file = ::open(folderOf(m_target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600); // NOLINT
        }
        if (m_file < 0) { // no such files here; what else is wrong will be so again
            m_name = m_target + ".XXXXXX";
            m_file = ::mkostemp(m_name.data(), O_CLOEXEC);
            m_isNamed = m_file >= 0;
        }
    }
    ~Temporary()
    {
        if (m_isNamed) {
            static_cast<void>(::unlink(m_name.c_str()));
        }
        if (m_file >= 0) {
            static_cast<void>(::close(m_file));
        }
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    Temporary(Temporary&&) = delete;
    Temporary& operator=(Temporary&&) = delete;

    [[nodiscard]] bool isOpen() const { return m_file >= 0; }
    [[nodiscard]] bool cannotBeNamed() const { return m_cannotBeNamed; } ///< as there is no /proc

    Status write(std::string_view content, mode_t mode)
    {
        Status written = ::fchmod(m_file, mode) == 0 ? writeAll(m_file, content) : Status(systemError());
        if (written && m_options.synced && ::fsync(m_file) != 0) {
            written = systemError();
        }
        if (!written || !m_isNamed) { // one without a name is reached by its descriptor alone
            return written;
        }
        // Whether it was closed well counts too: some file systems report a full disk only then.
        const int file = m_file;
        m_file = -1;
        return ::close(file) == 0 ? success() : Status(systemError());
    }

    /// Takes the place of the target. A link replaces nothing: an old file goes by a renaming.
    Status place()
    {
        if (!m_isNamed) {
            if (linkTo(m_target)) {
                return success();
            }
            for (int attempt = 0; errno == EEXIST && !m_isNamed; ++attempt) {
                m_name = m_target + "." + std::to_string(::getpid()) + "-" + std::to_string(attempt);
                m_isNamed = linkTo(m_name);
            }
            m_cannotBeNamed = !m_isNamed && errno == ENOENT;
        }
        if (!m_isNamed || ::rename(m_name.c_str(), m_target.c_str()) != 0) {
            return systemError();
        }
        m_isNamed = false;
        return success();
    }

private:
    [[nodiscard]] bool linkTo(const std::string& name) const
    {
        const std::string self = "/proc/self/fd/" + std::to_string(m_file);
        return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    }

    std::string m_target;
    WriteOptions m_options;
    std::string m_name;
    int m_file = -1;
    bool m_isNamed = false; ///< `m_name` is there and has to go
    bool m_cannotBeNamed = false;
};

} // namespace

Status writeWholeFile(const std::string& path, std::string_view content, WriteOptions options)
{
    struct stat old = {};
    const bool exists = ::stat(path.c_str(), &old) == 0;
    if (exists && !S_ISREG(old.st_mode)) {
        return writeDirectly(path, content);
    }
    Temporary file(behindLinks(path), options);
    if (!file.isOpen()) {
        return systemError();
    }
    Status written = file.write(content, exists ? old.st_mode & mode_t { 07777 } : usualMode());
    if (written) {
        written = file.place();
    }
    options.unnamed = options.unnamed && !file.cannotBeNamed();
    return file.cannotBeNamed() ? writeWholeFile(path, content, options) : written;
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
    const Temporary file(behindLinks(path), {});
    return file.isOpen() ? success() : Status(systemError());
}

} // namespace sublinear
