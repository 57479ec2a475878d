// SPDX-License-Identifier: MIT
#include "app/controls/tensors_row.h"

#include "app/controls/field_label.h"
#include "app/model/text.h"

#include <QCheckBox>
#include <QGridLayout>

#include <algorithm>

namespace sublinear {
namespace {

struct TensorText {
    std::string_view tensor;
    QString name;
    QString why;
};

const std::vector<TensorText>& tensorTexts()
{
    static const std::vector<TensorText> texts = {
        { "attention", TensorsRow::tr("attention"),
            TensorsRow::tr("Scores and probabilities of the attention, where they are kept at all: S by S per head") },
        { "gelu", TensorsRow::tr("activation"), TensorsRow::tr("The MLP's activation (GELU, SiLU): B S F") },
        { "norms", TensorsRow::tr("norms"), TensorsRow::tr("Outputs of the norms: B S D each") },
        { "up", TensorsRow::tr("up-projection"),
            TensorsRow::tr("Output of the MLP's first matrix: B S F, and a matrix product to make again") },
    };
    return texts;
}

} // namespace

TensorsRow::TensorsRow(ScenarioModel& model, std::string_view path, const QString& why, QWidget* parent)
    : ScenarioRow(model, path, why, parent)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(0);
    auto* label = new FieldLabel(name(), this);
    label->setObjectName(partName(u".label"));
    connect(label, &FieldLabel::doubleClicked, this, &TensorsRow::reset);
    grid->addWidget(label, 0, 0, 1, 2);
    for (const std::string_view tensor : field().choices) {
        const auto& texts = tensorTexts();
        const auto text =
            std::find_if(texts.begin(), texts.end(), [&](const TensorText& one) { return one.tensor == tensor; });
        const bool known = text != texts.end();
        auto* check = new QCheckBox(known ? text->name : toQString(tensor), this);
        check->setObjectName(partName(u".") + toQString(tensor));
        check->setAccessibleName(tr("%1: %2").arg(name(), check->text()));
        check->setAccessibleDescription(known ? text->why : why);
        check->setToolTip(known ? text->why : why);
        connect(check, &QCheckBox::clicked, this, &TensorsRow::take);
        const int index = static_cast<int>(m_boxes.size());
        grid->addWidget(check, 1 + index / 2, index % 2);
        m_boxes.push_back({ tensor, check });
    }
}

void TensorsRow::sync(const Scenario& completed)
{
    const FieldValue value = field().get(completed);
    const auto* list = std::get_if<std::vector<std::string>>(&value);
    for (const Box& box : m_boxes) {
        box.check->setChecked(list != nullptr && std::find(list->begin(), list->end(), box.tensor) != list->end());
    }
    holdLast();
}

void TensorsRow::setNeedsOne(bool needsOne)
{
    m_needsOne = needsOne;
    holdLast();
}

void TensorsRow::holdLast()
{
    const auto checked =
        std::count_if(m_boxes.begin(), m_boxes.end(), [](const Box& box) { return box.check->isChecked(); });
    for (const Box& box : m_boxes) {
        box.check->setEnabled(!(m_needsOne && checked == 1 && box.check->isChecked()));
    }
}

void TensorsRow::take()
{
    std::vector<std::string> list;
    for (const Box& box : m_boxes) {
        if (box.check->isChecked()) {
            list.emplace_back(box.tensor);
        }
    }
    edit(list.empty() ? FieldValue {} : FieldValue { std::move(list) });
}

} // namespace sublinear
