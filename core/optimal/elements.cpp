// SPDX-License-Identifier: MIT
#include "core/optimal/elements.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

using Cost = Element::Cost;

Cost oneStep(const StepTable::Forms& forms, Form form)
{
    const StepTable::Entry& entry = forms[static_cast<std::size_t>(form)];
    return { entry.peak, entry.after, entry.recomputeFlops };
}

Cost then(const Cost& first, const Cost& second)
{
    return { std::max(first.peak, first.after + second.peak), first.after + second.after, first.flops + second.flops };
}

// `first` once, `rest` for the other layers behind it.
Cost series(const Cost& first, const Cost& rest, Count layers)
{
    Cost sum = first;
    for (Count i = 1; i < layers; ++i) {
        sum = then(sum, rest);
    }
    return sum;
}

Element elementOf(const StepTable& table, const std::vector<TensorGroups>& options, std::size_t kind, Count layers)
{
    Element element;
    element.layers = layers;
    const StepTable::Forms& any = table.forms[options.front()][kind];
    element.drop = series(oneStep(any, Form::ForwardDrop), oneStep(any, Form::ForwardPass), layers);
    element.pass = series(oneStep(any, Form::ForwardPass), oneStep(any, Form::ForwardPass), layers);
    element.advance = series(oneStep(any, Form::Advance), oneStep(any, Form::AdvancePass), layers);
    element.advancePass = series(oneStep(any, Form::AdvancePass), oneStep(any, Form::AdvancePass), layers);
    for (const TensorGroups dropped : options) {
        const StepTable::Forms& forms = table.forms[dropped][kind];
        const Cost through = oneStep(forms, Form::RecomputeThrough);
        Element::Keeping keeping;
        keeping.forward = series(oneStep(forms, Form::ForwardKeep), oneStep(forms, Form::ForwardKeep), layers);
        keeping.through = series(through, through, layers);
        keeping.last = oneStep(forms, Form::RecomputeLast);
        if (layers > 1) {
            keeping.last = then(series(through, through, layers - 1), keeping.last);
        }
        keeping.backward = series(oneStep(forms, Form::Backward), oneStep(forms, Form::Backward), layers);
        element.options.push_back(keeping);
    }
    return element;
}

} // namespace

ElementChain elementsOf(const LayerModel& model, const StepTable& table, std::vector<TensorGroups> options, Count group)
{
    ElementChain chain;
    chain.options = std::move(options);
    chain.grouped = group > 1;
    std::vector<std::uint8_t> layerKinds; // of each element kind
    for (Count layer = 1; layer <= model.layers;) {
        const auto index = static_cast<std::size_t>(layer - 1);
        const std::uint8_t kind = model.layerKinds[index];
        const Count layers = std::min(group, model.sameUp[index]);
        std::size_t known = 0;
        while (known < chain.kinds.size() && (layerKinds[known] != kind || chain.kinds[known].layers != layers)) {
            ++known;
        }
        if (known == chain.kinds.size()) {
            chain.kinds.push_back(elementOf(table, chain.options, kind, layers));
            layerKinds.push_back(kind);
        }
        chain.order.push_back(static_cast<std::uint8_t>(known));
        chain.firstLayer.push_back(layer);
        layer += layers;
    }
    return chain;
}

} // namespace sublinear
