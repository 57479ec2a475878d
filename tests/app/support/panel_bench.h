// SPDX-License-Identifier: MIT
#pragma once

#include "app/controls/field_spin_box.h"
#include "app/controls/scenario_panel.h"
#include "app/controls/value_slider.h"
#include "app/model/scenario_model.h"

#include <QTest>

namespace sublinear::testing {

/// Types a text key by key.
void typeInto(QWidget* widget, const QString& text);

/// A panel with its model, shown and active, and hands to use it.
class PanelBench {
public:
    PanelBench();

    ScenarioModel model;
    ScenarioPanel panel;

    template <class T> [[nodiscard]] T* named(const QString& name) const
    {
        auto* widget = panel.findChild<T*>(name);
        if (widget == nullptr) {
            qFatal("no widget %s", qPrintable(name));
        }
        return widget;
    }
    [[nodiscard]] FieldSpinBox* spin(const QString& path) const
    {
        return named<FieldSpinBox>(path + QStringLiteral(".spin"));
    }
    [[nodiscard]] ValueSlider* slider(const QString& path) const
    {
        return named<ValueSlider>(path + QStringLiteral(".slider"));
    }

    /// Types into a spin box as a hand does, and takes it with Enter.
    void enter(const QString& path, const QString& text) const;
    /// Picks an entry of a combo box by keys, from where it stands to the one that shows `text`.
    void pick(const QString& path, const QString& text) const;
    /// Clicks a check box.
    void click(const QString& name) const;
    void openAllSections() const;
};

} // namespace sublinear::testing
