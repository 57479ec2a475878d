// SPDX-License-Identifier: MIT
#include "app/export/step_card.h"

#include "app/charts/sweep_rows.h"
#include "app/language/core_text.h"
#include "app/model/text.h"

#include <QFontMetricsF>
#include <QPainter>

namespace sublinear {

class StepCard::View : public QWidget {
public:
    View(const StepPicture& picture, QWidget* parent)
        : QWidget(parent)
        , m_picture(picture)
        , m_look(lookOf(palette(), font()))
    {
    }

    void setLook(const Look& look) { m_look = look; }

    [[nodiscard]] bool hasRoom() const
    {
        const double lines = m_picture.lanes.size() > 1 ? 2.5 : 4.5; // of type in each lane's plot
        return m_picture.lanes.empty() || painter().plotRect(0).height() >= lines * QFontMetricsF(m_look.axis).height();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        if (m_picture.lanes.empty()) {
            return;
        }
        QPainter device(this);
        device.setRenderHint(QPainter::Antialiasing);
        const StepPainter steps = painter();
        steps.paintGround(device);
        steps.paintInstant(device, m_picture.axis.instantOf(0, m_picture.lanes.front().detail->timeline.peakIndex));
    }

private:
    [[nodiscard]] StepPainter painter() const
    {
        StepPicture picture = m_picture;
        picture.printed = true;
        return { picture, m_look, QRectF(rect()).adjusted(2, 2, -2, -2) };
    }

    const StepPicture& m_picture;
    Look m_look;
};

StepCard::StepCard(const TimelineSource::Answer& answer, QWidget* parent)
    : Card(QStringLiteral("timeline"), tr("Step timeline"), tr("Timeline"), parent)
    , m_answer(answer)
    , m_view(new View(answer.picture, this))
{
    setBody(m_view);
}

bool StepCard::hasRoom() const
{
    return m_view->hasRoom();
}

void StepCard::update(const Evaluation& evaluation)
{
    if (m_answer.picture.lanes.empty()) {
        setTitle(tr("No step to show"));
        setMeasure(m_answer.trouble);
        return;
    }
    const Timeline& steps = m_answer.picture.lanes.front().detail->timeline;
    const TimelineOp& peak = steps.ops[static_cast<std::size_t>(steps.peakIndex)];
    setTitle(tr("Peak: %1").arg(fromCore(peak.name)));
    QString measure = tr("Live over a step, GiB; peak %1").arg(gibText(peak.liveBytes));
    if (evaluation.memory.totalBytes > evaluation.memory.scheduledBytes) {
        measure += tr("; by law %1").arg(gibText(evaluation.memory.totalBytes));
    }
    setMeasure(measure);
    setSummary(tr("%1 operations; the highest is %2 at %3")
                   .arg(steps.ops.size())
                   .arg(gibUnitText(peak.liveBytes), fromCore(peak.name)));
}

void StepCard::restyle(const Look& look)
{
    m_view->setLook(look);
}

} // namespace sublinear
