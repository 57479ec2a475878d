// SPDX-License-Identifier: MIT
#pragma once

class QApplication;

namespace sublinear {

enum class Theme { System, Light, Dark };

/// Sets the palette of the whole program; System follows the desktop, also when the desktop
/// changes its mind later. Widgets hear of it as QEvent::PaletteChange.
void applyTheme(QApplication& application, Theme theme);

} // namespace sublinear
