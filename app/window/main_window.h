// SPDX-License-Identifier: MIT
#pragma once

#include "app/model/scenario_model.h"
#include "app/window/documents.h"
#include "app/window/session.h"
#include "core/measurement/measurement.h"

#include <QMainWindow>
#include <QTimer>
#include <QUrl>

#include <optional>
#include <string>

class QAction;
class QBoxLayout;
class QMenu;

namespace sublinear {

class Baseline;
class CardPage;
class MeasurePanel;
class MarkSource;
class MeasuredSets;
class MessageBar;
class Card;
struct ExportOrder;
struct FigureContent;
struct FigureRecord;
class ScenarioPanel;
class TourGuide;
class VerdictBar;

/// The window: verdict on top, scenario on the left, cards in the middle; files and menus.
class MainWindow : public QMainWindow {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] ScenarioModel& model() { return *m_model; }
    [[nodiscard]] Baseline& baseline() { return *m_baseline; }
    [[nodiscard]] MeasuredSets& measured() { return *m_measured; }
    [[nodiscard]] MarkSource& marks() { return *m_marks; }
    [[nodiscard]] MessageBar& messages() { return *m_messages; }
    [[nodiscard]] QString documentPath() const;

    /// Takes the scenario, or measured points, from a file; a refused file leaves everything as it is.
    /// False then.
    bool openFile(const QString& path);
    /// Takes the model from a config.json; a refused one leaves everything as it is. False then.
    bool importFile(const QString& path);
    bool saveTo(const QString& path);
    /// The measurement that the measure panel shows.
    bool saveMeasurementTo(const QString& path);
    /// What figures of the present scenario are drawn from.
    [[nodiscard]] FigureContent figureContent() const;
    bool exportFiles(const ExportOrder& order);
    bool reportTo(const QString& path);
    /// Asks whether a changed file is to be saved; true if the way is free.
    bool mayLeaveDocument();

public Q_SLOTS:
    void newScenario();
    void openWithDialog();
    void importWithDialog();
    void openMeasurements();
    void saveMeasurementAs();
    void exportWithDialog(const QString& chart); ///< empty: all
    void reportWithDialog();
    void startTour(); ///< where it was left
    bool save();
    bool saveAs();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void takeScenario(const QString& path, const Scenario& scenario);
    QString takeMeasurement(const QString& path, const Measurement& measurement); ///< says what was taken
    QString takeFigure(const QString& path, const FigureRecord& figure); ///< the same
    void takeFiles(const QList<QUrl>& urls);
    void buildExport(QMenu& file);
    void showCardMenu(const Card& card, const QPoint& at);
    void showTableMenu(const QPoint& at);
    void copyImage(const std::string& chart);
    void copyTable(const std::string& chart);
    void copyText(const std::string& text, const QString& note);
    void report(const QStringList& done, const QStringList& troubles, bool lasting);
    void restoreSession();
    void buildBody();
    void buildMeasure(QBoxLayout& left, QBoxLayout& row);
    void showMeasurePanel(bool shown);
    void buildTour(QBoxLayout& sides);
    void syncSides();
    QWidget* makeTourHint(QWidget* parent); ///< null once it has been seen often enough
    void restoreTour();
    void buildFileMenu();
    void buildEditMenu();
    void buildViewMenu();
    void buildBaselineMenu();
    void buildHistory(QMenu& edit);
    void showHistory();
    void resetScenario();
    void compareScenarios();
    void buildLanguageMenu(QMenu& view);
    void buildMotionMenu(QMenu& view);
    void showPeers();
    void buildHelpMenu();
    void fillRecent();
    void fillPresets();
    static QAction* addTo(QMenu& menu, const QString& id, const QString& text, const QKeySequence& keys = {});
    void restoreLayout();
    void storeLayout();
    void syncTitle();

    Session m_session;
    ScenarioModel* m_model = nullptr;
    Baseline* m_baseline = nullptr;
    Documents m_documents;
    QString m_startTrouble;
    VerdictBar* m_verdict = nullptr;
    MessageBar* m_messages = nullptr;
    ScenarioPanel* m_panel = nullptr;
    CardPage* m_page = nullptr;
    MeasuredSets* m_measured = nullptr;
    MarkSource* m_marks = nullptr; ///< of those sets, on the present scenario's charts
    QWidget* m_measureSide = nullptr; ///< the panel with the line before it
    MeasurePanel* m_measure = nullptr;
    QAction* m_measureAction = nullptr; ///< shows and hides it
    TourGuide* m_tour = nullptr;
    QBoxLayout* m_sides = nullptr; ///< the panels right of the charts
    QWidget* m_tourSide = nullptr; ///< its panel with the line before it
    std::optional<Document> m_beforeTour; ///< what was open
    QMenu* m_recentMenu = nullptr;
    QMenu* m_presetMenu = nullptr;
    QTimer m_saveSoon;
};

} // namespace sublinear
