// SPDX-License-Identifier: MIT
#include "app/window/verdict_bar.h"

#include "app/compare/baseline.h"
#include "app/compare/difference.h"
#include "app/language/core_text.h"
#include "app/model/scenario_model.h"
#include "app/style/look.h"
#include "app/window/elided_line.h"
#include "app/window/verdict_mark.h"
#include "core/plan/verdict.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace sublinear {
namespace {

constexpr double kHeadlineScale = 1.6; ///< of the base font: 18 to 20 pixels
constexpr double kAdviceScale = 1.15;

QFont scaled(QFont font, double factor)
{
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(font.pointSizeF() * factor);
    } else {
        font.setPixelSize(int(font.pixelSize() * factor));
    }
    return font;
}

} // namespace

VerdictBar::VerdictBar(ScenarioModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_mark(new VerdictMark(this))
    , m_headline(new ElidedLine(QStringLiteral("verdict.headline"), tr("Verdict"), this))
    , m_advice(new ElidedLine(QStringLiteral("verdict.advice"), tr("Advice"), this))
{
    setObjectName(QStringLiteral("verdict.bar"));
    auto* lines = new QVBoxLayout;
    lines->setSpacing(0);
    lines->addWidget(m_headline);
    lines->addWidget(m_advice);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 12, 4);
    row->setSpacing(8);
    row->addWidget(m_mark);
    row->addLayout(lines, 1);

    connect(&m_model, &ScenarioModel::evaluationChanged, this, &VerdictBar::sync);
    connect(&m_model, &ScenarioModel::adviceFilledIn, this, &VerdictBar::sync);
    restyle();
    sync();
}

void VerdictBar::sync()
{
    if (!m_model.refusal().isEmpty()) {
        m_mark->setState(VerdictMark::State::Refused);
        m_headline->setWhole(tr("No plan: %1").arg(fromCore(m_model.refusal())));
        m_advice->setWhole(tr("Below stands the last scenario that had one."));
        return;
    }
    if (m_model.missing() == Evaluator::Missing::Chosen) {
        m_mark->setState(VerdictMark::State::Computing);
        m_headline->setWhole(tr("Computing the best plan…"));
        m_advice->setWhole({});
        return;
    }
    const Verdict answer = verdict(m_model.evaluation());
    m_mark->setState(answer.fits ? VerdictMark::State::Fits : VerdictMark::State::DoesNotFit);
    QString headline = fromCore(answer.headline);
    if (const Evaluation* baseline = m_baseline != nullptr ? m_baseline->evaluation() : nullptr) {
        headline += QLatin1Char(' ') + differenceSentence(m_model.evaluation(), *baseline);
    }
    m_headline->setWhole(headline);
    m_advice->setWhole(fromCore(answer.advice));
}

void VerdictBar::followBaseline(const Baseline& baseline)
{
    m_baseline = &baseline;
    connect(&baseline, &Baseline::changed, this, &VerdictBar::sync);
    sync();
}

void VerdictBar::restyle()
{
    m_headline->setFont(scaled(font(), kHeadlineScale));
    m_advice->setFont(scaled(font(), kAdviceScale));
    // The lines lie on the window's own ground, in its own ink.
    QPalette ground = palette();
    ground.setColor(QPalette::Base, ground.color(QPalette::Window));
    ground.setColor(QPalette::Text, ground.color(QPalette::WindowText));
    m_headline->setPalette(ground);
    m_advice->setPalette(ground);
}

void VerdictBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        restyle();
    }
}

} // namespace sublinear
