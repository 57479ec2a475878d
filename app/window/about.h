// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

class QWidget;

namespace sublinear {

/// Rich text: what it is, versions, licences, links.
QString aboutText();
void showAbout(QWidget& parent);

} // namespace sublinear
