// SPDX-License-Identifier: MIT
// Models and scenarios that are handed to the window: File > Import, and what is dropped on it.
#include "app/files/figure_file.h"
#include "app/files/measurement_file.h"
#include "app/model/text.h"
#include "app/window/incoming_file.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>

#include <algorithm>
#include <utility>

namespace sublinear {
namespace {

struct Handed {
    QString path;
    IncomingFile content;
};

QString importText(const QString& path, const ImportedModel& imported)
{
    QStringList parts { MainWindow::tr("Imported %1 from %2, in training accounting")
                            .arg(toQString(imported.scenario.model.name.value_or("a model")),
                                QFileInfo(path).fileName()) };
    for (const std::string& note : imported.notes) {
        parts << toQString(note);
    }
    return parts.join(QStringLiteral("; "));
}

QString pathOf(const QUrl& url)
{
    return url.isLocalFile() ? url.toLocalFile() : QString();
}

} // namespace

bool MainWindow::importFile(const QString& path)
{
    const auto imported = loadConfig(path);
    if (!imported) {
        m_messages->showTrouble(toQString(imported.error().message));
        return false;
    }
    m_model->importModel(*imported);
    report({ importText(path, *imported) }, {}, !imported->notes.empty());
    return true;
}

void MainWindow::importWithDialog()
{
    const QString folder = QFileInfo(documentPath()).absolutePath();
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Import a model's config"), folder, tr("Model configs (config.json *.json);;All files (*)"));
    if (!path.isEmpty()) {
        importFile(path);
    }
}

void MainWindow::takeFiles(const QList<QUrl>& urls)
{
    std::vector<Handed> taken;
    std::vector<std::pair<QString, FigureRecord>> figures;
    QStringList troubles;
    QStringList done;
    for (const QUrl& url : urls) {
        const QString path = pathOf(url);
        if (path.isEmpty()) {
            troubles << tr("%1 is not a file on this computer").arg(url.toDisplayString());
        } else if (auto figure = loadFigureFile(path); !figure) {
            troubles << toQString(figure.error().message);
        } else if (*figure) {
            figures.emplace_back(path, std::move(**figure));
        } else if (auto measurement = loadMeasurement(path); !measurement) {
            troubles << toQString(measurement.error().message);
        } else if (*measurement) {
            done << takeMeasurement(path, **measurement);
        } else if (auto content = loadIncoming(path)) {
            taken.push_back({ path, std::move(*content) });
        } else {
            troubles << toQString(content.error().message);
        }
    }
    // A scenario replaces everything, a config only the model: in this order nothing is overwritten.
    const auto isScenario = [](const Handed& file) { return std::holds_alternative<Scenario>(file.content); };
    const auto configs = std::stable_partition(taken.begin(), taken.end(), isScenario);
    if ((configs != taken.begin() || !figures.empty()) && !mayLeaveDocument()) {
        report(done, troubles, false);
        return;
    }
    for (const auto& [path, figure] : figures) {
        done << takeFigure(path, figure);
    }
    bool notes = false;
    for (const Handed& file : taken) {
        if (const auto* scenario = std::get_if<Scenario>(&file.content)) {
            takeScenario(file.path, *scenario);
            done << tr("Opened %1").arg(QFileInfo(file.path).fileName());
        } else if (const auto* imported = std::get_if<ImportedModel>(&file.content)) {
            m_model->importModel(*imported);
            done << importText(file.path, *imported);
            notes = notes || !imported->notes.empty();
        }
    }
    report(done, troubles, notes);
}

void MainWindow::report(const QStringList& done, const QStringList& troubles, bool lasting)
{
    const QString text = done.join(QStringLiteral("; "));
    if (!troubles.isEmpty()) {
        QString line = troubles.front();
        if (troubles.size() > 1) {
            line += tr(" (and %1 more refused)").arg(troubles.size() - 1);
        }
        m_messages->showTrouble(text.isEmpty() ? line : tr("%1. %2").arg(line, text));
    } else if (lasting) {
        m_messages->showLasting(text);
    } else if (!text.isEmpty()) {
        m_messages->showNote(text);
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
        takeFiles(event->mimeData()->urls());
    }
}

} // namespace sublinear
