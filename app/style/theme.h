// SPDX-License-Identifier: MIT
#pragma once

class QApplication;
class QPalette;

namespace sublinear {

enum class Theme { System, Light, Dark };

/// Ground and ink of what is drawn; a projector's are black on white, whatever the desktop prefers.
enum class Ground { Light, Dark, Projector };
QPalette paletteFor(Ground ground);

/// Sets the palette of the whole program; System follows the desktop, also when the desktop
/// changes its mind later. Widgets hear of it as QEvent::PaletteChange.
void applyTheme(QApplication& application, Theme theme);

} // namespace sublinear
