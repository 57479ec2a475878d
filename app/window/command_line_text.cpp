// SPDX-License-Identifier: MIT
#include "app/window/command_line_text.h"

#include "core/scenario/set_arguments.h"

namespace sublinear {

std::string commandLineText(const Scenario& scenario)
{
    return "sublinear plan" + setArguments(scenario);
}

} // namespace sublinear
