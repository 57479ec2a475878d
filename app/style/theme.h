// SPDX-License-Identifier: MIT
#pragma once

class QApplication;
class QPalette;

namespace sublinear {

/// Projector: large type in black on white, or in a darkened room white on black, to be read from the last row.
enum class Theme { System, Light, Dark, Projector, ProjectorDark };

/// Ground and ink of what is drawn; a projector's are black on white, whatever the desktop prefers. ProjectorDark is
/// the window's only: figures are for paper.
enum class Ground { Light, Dark, Projector, ProjectorDark };
QPalette paletteFor(Ground ground);

/// Sets palette and size of type of the whole program; System follows the desktop, also when the desktop
/// changes its mind later. Widgets hear of it as QEvent::PaletteChange.
void applyTheme(QApplication& application, Theme theme);

} // namespace sublinear
