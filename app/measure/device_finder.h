// SPDX-License-Identifier: MIT
#pragma once

#include "app/measure/worker_family.h"
#include "app/measure/worker_place.h"
#include "core/base/checked.h"
#include "core/base/result.h"

#include <QObject>
#include <QProcess>
#include <QTimer>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// A device that the worker can run on.
struct FoundDevice {
    std::string id; ///< what a run asks for: "cpu", "cuda:0"
    std::string kind;
    std::string name;
    std::optional<Count> threads;
    std::optional<Bytes> memoryBytes;
    bool operator==(const FoundDevice&) const = default;
};

/// What `sublinear-microrun --list-devices --format json` says. Refused: anything else.
Result<std::vector<FoundDevice>> readDevices(std::string_view json);

/// Asks the worker which devices there are, beside the window.
class DeviceFinder : public QObject {
    Q_OBJECT

public:
    explicit DeviceFinder(const QString& program, std::chrono::milliseconds patience = std::chrono::seconds(20),
        QObject* parent = nullptr);
    ~DeviceFinder() override;

    /// Whom the next find() asks; one that is looking elsewhere is given up, and so is what it found.
    void setPlace(const WorkerPlace& place);
    void find(); ///< anew; nothing while it is looking
    void abandon(); ///< at once
    [[nodiscard]] bool isLooking() const { return m_process.state() != QProcess::NotRunning; }
    [[nodiscard]] const std::vector<FoundDevice>& devices() const { return m_devices; }
    [[nodiscard]] QString trouble() const { return m_trouble; } ///< why there is no answer

Q_SIGNALS:
    void found(); ///< devices, or trouble

private:
    void onFinished();
    [[nodiscard]] QString whyNone();
    void tell(const QString& trouble);

    WorkerPlace m_place;
    QProcess m_process;
    WorkerFamily m_family;
    QTimer m_patience;
    std::vector<FoundDevice> m_devices;
    QString m_trouble;
};

} // namespace sublinear
