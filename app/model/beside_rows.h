// SPDX-License-Identifier: MIT
#pragma once

#include "app/model/newest_job.h"
#include "core/plan/evaluation.h"

#include <optional>
#include <vector>

namespace sublinear {

/// The second figure of each sweep row: what really runs beside the law (article accounting), or the
/// law beside what is simulated (training accounting).
struct BesideRows {
    enum class Kind { None, Executed, Law };
    Kind kind = Kind::None; ///< None also while they are worked out, and of `optimal` in article accounting
    struct Figure {
        Bytes totalBytes = 0;
        double extraForwardFraction = 0; ///< of one forward pass
    };
    std::vector<std::optional<Figure>> figures; ///< by sweep row; empty where there is none
    std::optional<Bytes> storeAllBytes; ///< the same of storing all, which this kind's savings are against
};

/// Of a whole evaluation, at once: as long as an evaluation in training accounting takes.
BesideRows besideRows(const Evaluation& evaluation);

/// Works out the second figures of the newest evaluation, beside the window where that takes long.
class BesideSource : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BesideSource)

public:
    explicit BesideSource(QObject* parent = nullptr);
    ~BesideSource() override;

    /// From now on rows() are this one's, or none until they are ready.
    void follow(const Evaluation& evaluation);
    /// There is no evaluation they could stand beside.
    void clear();
    [[nodiscard]] const BesideRows& rows() const { return m_rows; }
    bool finish(std::chrono::milliseconds most) { return m_job.deliverWithin(most); }

Q_SIGNALS:
    void ready(); ///< later than follow()

private:
    BesideRows m_rows;
    NewestJob m_job;
    bool m_following = false; ///< inside follow(): no signal
};

} // namespace sublinear
