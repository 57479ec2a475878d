// SPDX-License-Identifier: MIT
#include "app/cli/offscreen.h"

#include <QStyleFactory>

#include <cstdio>

namespace sublinear::cli {

namespace {

/// What the platform plugin says of windows that nobody sees is of use to nobody.
void quietly(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message)
{
    if (type == QtCriticalMsg || type == QtFatalMsg) {
        std::fprintf(stderr, "%s\n", qPrintable(message));
    }
}

} // namespace

Offscreen::Environment::Environment()
{
    qInstallMessageHandler(quietly);
    for (const char* name : { "QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI", "QT_STYLE_OVERRIDE",
             "QT_QPA_PLATFORMTHEME", "QT_ENABLE_HIGHDPI_SCALING", "QT_SCALE_FACTOR_ROUNDING_POLICY" }) {
        qunsetenv(name);
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
}

Offscreen::Offscreen()
    : m_application(m_argc, m_argv.data())
{
    if (QStyle* fusion = QStyleFactory::create(QStringLiteral("Fusion"))) {
        QApplication::setStyle(fusion);
    }
}

} // namespace sublinear::cli
