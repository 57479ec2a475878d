// SPDX-License-Identifier: MIT
#pragma once

#include "core/measurement/measurement.h"

#include <QObject>
#include <QString>

#include <vector>

namespace sublinear {

/// Points that were measured together: by this window's last run, or out of a file.
struct MeasuredSet {
    QString name; ///< "This machine", "run.json"
    QString path; ///< empty: measured by the window
    Measurement measurement;
    int color = 0; ///< 0 is the own run's; no two sets share one
    int id = 0; ///< of these points in this window; 0: of no window
    QString given = {}; ///< the file as a command line names it

    [[nodiscard]] bool isOwnRun() const { return path.isEmpty() && color == 0; }
};

/// All measurements that the window shows; in the order in which they came, the own run first.
class MeasuredSets : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const std::vector<MeasuredSet>& all() const { return m_sets; }
    [[nodiscard]] const MeasuredSet* ownRun() const;

    void setOwnRun(const Measurement& measurement, const QString& name = tr("This machine"));
    /// Makes way for the next run: what was measured stays, as a set of its own with a number.
    void keepOwnRun();
    void dropOwnRun();
    [[nodiscard]] bool has(int id) const;
    /// From a file; takes the place of what was read from it before. `given` is how a command line names it, else
    /// its path from the current folder.
    void open(const QString& path, const Measurement& measurement, const QString& given = {});
    void remove(std::size_t index);

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] int freeColor() const;

    std::vector<MeasuredSet> m_sets;
    int m_lastId = 0;
    int m_kept = 0; ///< runs so far
};

} // namespace sublinear
