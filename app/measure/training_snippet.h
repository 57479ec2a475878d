// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

class QWidget;

namespace sublinear {

/// The lines of PyTorch that write a file of people's own training runs.
QString trainingSnippet();

/// Shows them, to be copied.
void showTrainingSnippet(QWidget& parent);

} // namespace sublinear
