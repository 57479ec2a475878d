// SPDX-License-Identifier: MIT
#include "app/window/run_window.h"

#include "app/language/language.h"
#include "app/model/text.h"
#include "app/style/motion.h"
#include "app/style/theme.h"
#include "app/window/main_window.h"
#include "app/window/theme_setting.h"
#include "core/base/version.h"

#include <QApplication>
#include <QIcon>

#include <cstdio>
#include <cstdlib>

namespace sublinear {
namespace {

/// Qt ends the program with abort() where its platform plugin finds no display. Which plugin
/// it will be and whether it gets in is known to Qt only, so the question is not asked
/// beforehand but its fatal message is caught.
void whileStarting(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message)
{
    if (type == QtFatalMsg) {
        std::fputs("sublinear: no display to open the window on; "
                   "sublinear plan, presets, check and the other verbs of sublinear --help need none\n",
            stderr);
        std::_Exit(EXIT_FAILURE);
    }
    // Warnings of the plugins before that say the same in more lines.
    if (type == QtCriticalMsg) {
        std::fprintf(stderr, "%s\n", qPrintable(message));
    }
}

void setIdentity()
{
    QCoreApplication::setApplicationName(QStringLiteral("sublinear"));
    QCoreApplication::setOrganizationName(QStringLiteral("sublinear"));
    QCoreApplication::setApplicationVersion(toQString(kVersion));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Sublinear"));
    QGuiApplication::setDesktopFileName(QStringLiteral(SUBLINEAR_APP_ID));
}

} // namespace

int runWindow(int argc, char** argv)
{
    setIdentity();
    const QtMessageHandler usual = qInstallMessageHandler(whileStarting);
    QApplication application(argc, argv);
    qInstallMessageHandler(usual);

    const QStringList arguments = QCoreApplication::arguments().mid(1);
    QString file;
    for (const QString& argument : arguments) {
        if (argument.startsWith(u'-') || !file.isEmpty()) {
            std::fprintf(stderr, "sublinear: %s is not accepted; the window takes one FILE\n", qPrintable(argument));
            return 2;
        }
        file = argument;
    }

    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/sublinear.svg")));
    applyLanguage(application, languageSetting());
    applyTheme(application, themeSetting());
    applyMotion(application, motionSetting());
    MainWindow window;
    window.show();
    if (!file.isEmpty()) {
        window.openFile(file);
    }
    return QApplication::exec();
}

} // namespace sublinear
