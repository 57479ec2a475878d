// SPDX-License-Identifier: MIT
#include "app/measure/device_finder.h"

#include "app/model/text.h"
#include "core/base/json_document.h"

#include <QSignalBlocker>

#include <nlohmann/json.hpp>

namespace sublinear {

namespace {

using nlohmann::json;

constexpr qsizetype kMostComplaint = 300;
constexpr std::size_t kMostBytes = std::size_t { 1 } << 20;

template <class Value> std::optional<Value> positive(const json& object, const char* name)
{
    const auto found = object.find(name);
    const bool whole = found != object.end() && found->is_number_integer();
    const Value value = whole ? found->get<Value>() : 0;
    return value > 0 ? std::optional(value) : std::nullopt;
}

std::string textOf(const json& object, const char* name)
{
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

} // namespace

Result<std::vector<FoundDevice>> readDevices(std::string_view text)
{
    const Result<json> document = parseJson(text, kMostBytes);
    if (!document) {
        return document.error();
    }
    const auto list = document->is_object() ? document->find("devices") : document->end();
    if (!document->is_object() || list == document->end() || !list->is_array()) {
        return Error { "there is no list of devices in it" };
    }
    std::vector<FoundDevice> devices;
    for (const json& each : *list) {
        FoundDevice device;
        if (each.is_object()) {
            device = { textOf(each, "id"), textOf(each, "kind"), textOf(each, "name"), positive<Count>(each, "threads"),
                positive<Bytes>(each, "memory_bytes") };
        }
        if (device.id.empty()) {
            return Error { "a device in it has no id" };
        }
        devices.push_back(std::move(device));
    }
    return devices;
}

DeviceFinder::DeviceFinder(const QString& program, std::chrono::milliseconds patience, QObject* parent)
    : QObject(parent)
    , m_place { program, {}, false }
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience);
    connect(&m_patience, &QTimer::timeout, this, [this] { m_family.kill(m_process); });
    connect(&m_process, &QProcess::finished, this, &DeviceFinder::onFinished);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            tell(tr("%1 could not be started: %2").arg(m_place.program, m_process.errorString()));
        }
    });
}

DeviceFinder::~DeviceFinder()
{
    abandon();
}

void DeviceFinder::abandon()
{
    if (isLooking()) {
        const QSignalBlocker silent(m_process);
        m_family.kill(m_process);
        m_process.waitForFinished();
    }
    m_patience.stop();
}

void DeviceFinder::setPlace(const WorkerPlace& place)
{
    abandon();
    m_place = place;
    m_devices.clear();
    m_trouble.clear();
}

void DeviceFinder::find()
{
    if (!isLooking()) {
        m_family.mark(m_process);
        m_process.start(m_place.program,
            m_place.arguments
                + QStringList { QStringLiteral("--list-devices"), QStringLiteral("--format"), QStringLiteral("json") });
        m_process.closeWriteChannel();
        m_patience.start();
    }
}

void DeviceFinder::onFinished()
{
    if (m_place.elsewhere) {
        m_family.killRest();
    }
    const bool late = !m_patience.isActive();
    m_patience.stop();
    const QByteArray said = m_process.readAllStandardOutput();
    if (m_process.exitStatus() != QProcess::NormalExit || m_process.exitCode() != 0) {
        tell(late ? tr("the worker did not say in time which devices there are") : whyNone());
        return;
    }
    Result<std::vector<FoundDevice>> read = readDevices({ said.constData(), static_cast<std::size_t>(said.size()) });
    if (!read) {
        tell(tr("the worker's list of devices cannot be read: %1").arg(toQString(read.error().message)));
        return;
    }
    m_devices = std::move(*read);
    tell({});
}

QString DeviceFinder::whyNone()
{
    const bool left = m_place.elsewhere && m_process.exitStatus() == QProcess::NormalExit;
    const QString known = left ? elsewhereTrouble(m_process.exitCode()) : QString();
    QString why = known.isEmpty() ? tr("the worker left without saying which devices there are") : known;
    const QStringList lines = QString::fromUtf8(m_process.readAllStandardError()).split(u'\n', Qt::SkipEmptyParts);
    if (m_place.elsewhere && !lines.isEmpty()) {
        why += QStringLiteral(": ") + lines.last().left(kMostComplaint);
    }
    return why;
}

void DeviceFinder::tell(const QString& trouble)
{
    m_patience.stop();
    m_trouble = trouble;
    Q_EMIT found();
}

} // namespace sublinear
