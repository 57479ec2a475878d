// SPDX-License-Identifier: MIT
// Figures as files: the same bytes again, the same picture in every format, the numbers that are drawn.
#include "app/export/chart_rows.h"
#include "app/export/export_files.h"
#include "app/export/figure.h"
#include "app/export/render.h"
#include "app/model/text.h"
#include "app/report/report.h"
#include "core/figure/embed.h"
#include "core/io/stop_signals.h"
#include "core/plan/evaluate.h"
#include "core/plan/step_detail.h"
#include "core/scenario/fields.h"
#include "core/training/executed.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <set>

#include <sys/resource.h>

using namespace Qt::StringLiterals;
using namespace sublinear;

namespace {

Measurement measured(const Scenario& scenario)
{
    Measurement measurement;
    measurement.run.requested = scenario;
    measurement.run.run = scenario;
    PointRecord point;
    point.policy = { PolicyId::Article, 4, {}, 0, false };
    point.predictedPeakBytes = Bytes { 20 } << 30;
    point.measuredPeakBytes = Bytes { 21 } << 30;
    point.staticBytes = 0;
    measurement.points.push_back(point);
    return measurement;
}

/// The article's scenario with policies beside it and a measured point.
const FigureContent& content()
{
    static const FigureContent made = [] {
        Scenario scenario;
        const std::vector<PolicySpec> compared = *parsePolicies("store_all,segments,first_m");
        const Evaluation evaluation = *evaluate(*resolve(scenario), compared);
        return figureContent(
            evaluation, scenario, compared, { { u"run.json"_s, u"/x/run.json"_s, measured(scenario), 1 } });
    }();
    return made;
}

QString program(const QString& name)
{
    return QStandardPaths::findExecutable(name);
}

QByteArray outputOf(const QString& name, const QStringList& arguments)
{
    QProcess process;
    process.start(program(name), arguments);
    process.waitForFinished();
    return process.readAllStandardOutput();
}

/// How far two pictures are apart: the mean over all channels, of 255. Text is rastered by other programs.
double apart(const QImage& a, const QImage& b)
{
    if (a.size() != b.size() || a.isNull()) {
        return 255;
    }
    // By squares of eight pixels, as wide as a hatch is: two programs put its lines on other pixels.
    const auto blurred = [](const QImage& image) {
        return image.scaled(image.size() / 8, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
            .convertToFormat(QImage::Format_RGB32);
    };
    const QImage left = blurred(a);
    const QImage right = blurred(b);
    std::int64_t sum = 0;
    for (int y = 0; y < left.height(); ++y) {
        const auto* one = reinterpret_cast<const QRgb*>(left.constScanLine(y));
        const auto* other = reinterpret_cast<const QRgb*>(right.constScanLine(y));
        for (int x = 0; x < left.width(); ++x) {
            sum += std::abs(qRed(one[x]) - qRed(other[x])) + std::abs(qGreen(one[x]) - qGreen(other[x]))
                + std::abs(qBlue(one[x]) - qBlue(other[x]));
        }
    }
    return static_cast<double>(sum) / (3.0 * left.width() * left.height());
}

constexpr double kSamePicture = 3.0;

FigureStyle style(Ground ground = Ground::Light)
{
    FigureStyle made;
    made.ground = ground;
    return made;
}

void addCharts()
{
    QTest::addColumn<QByteArray>("chart");
    for (const std::string_view chart : figureCharts()) {
        QTest::newRow(std::string(chart).c_str()) << QByteArray(chart.data(), qsizetype(chart.size()));
    }
}

QImage rendered(const QByteArray& svg, const QTemporaryDir& folder)
{
    QFile file(folder.filePath(u"in.svg"_s));
    if (!file.open(QIODevice::WriteOnly) || file.write(svg) != svg.size()) {
        return {};
    }
    file.close();
    return QImage::fromData(outputOf(u"rsvg-convert"_s, { file.fileName() }));
}

} // namespace

class TestFigure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameBytesAgain_data() { addCharts(); }
    void sameBytesAgain();
    void sizes_data();
    void sizes();
    void refusedSizes_data();
    void refusedSizes();
    void svgIsTheSamePicture_data() { addCharts(); }
    void svgIsTheSamePicture();
    void anotherPictureIsTold();
    void textStaysText();
    void pdfHasItsText();
    void recordInEveryFormat_data();
    void recordInEveryFormat();
    void titleAndTheme();
    void rowsCarryPolicyKAndBasis_data() { addCharts(); }
    void rowsCarryPolicyKAndBasis();
    void rowsOfMemory();
    void rowsOfTheTimeline();
    void rowsSayWhatRan_data();
    void rowsSayWhatRan();
    void noTwoRowsAreTheSame();
    void tikzIsBalanced_data() { addCharts(); }
    void tikzIsBalanced();
    void tikzLeavesAFarLimitOut();
    void farMeasuredPointsAreCounted();
    void reportSaysWhatRan();
    void smallStepHasItsLegends();
    void smallMeaningsDoNotTouch();
    void stepIsOpenedAsItWas();
    void commandKeepsThePath();
    void typeGivesWayToThePicture_data();
    void typeGivesWayToThePicture();
    void fullDiskLeavesTheOldFile();
    void foldersAreMade();
};

void TestFigure::sameBytesAgain()
{
    QFETCH(QByteArray, chart);
    for (const FigureFormat format : { FigureFormat::Svg, FigureFormat::Pdf, FigureFormat::Png, FigureFormat::Csv,
             FigureFormat::Json, FigureFormat::Tikz }) {
        const QByteArray first = figureFile(Figure(chart.toStdString(), content(), style()), format);
        qApp->setFont(QFont(u"Serif"_s, 20)); // the screen's settings are not the figure's
        QPalette palette;
        palette.setColor(QPalette::Base, Qt::red);
        qApp->setPalette(palette);
        const QByteArray second = figureFile(Figure(chart.toStdString(), content(), style()), format);
        qApp->setFont(QFont());
        qApp->setPalette(QPalette());
        QVERIFY2(!first.isEmpty() && first == second, formatName(format).data());
    }
}

void TestFigure::sizes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("scale");
    QTest::addColumn<QSize>("pixels");
    QTest::addColumn<QByteArray>("svg");
    QTest::newRow("pixels") << QByteArray("960x600") << 1.0 << QSize(960, 600) << QByteArray("width=\"960\"");
    QTest::newRow("scaled") << QByteArray("400x300") << 2.5 << QSize(1000, 750) << QByteArray("height=\"300\"");
    QTest::newRow("millimetres") << QByteArray("160x100mm") << 1.0 << QSize(605, 378) << QByteArray("width=\"160mm\"");
    QTest::newRow("parts of one") << QByteArray("84.5x60mm") << 2.0 << QSize(638, 454)
                                  << QByteArray("width=\"84.5mm\"");
}

void TestFigure::sizes()
{
    QFETCH(QByteArray, text);
    QFETCH(double, scale);
    QFETCH(QSize, pixels);
    QFETCH(QByteArray, svg);
    FigureStyle sized;
    sized.size = *parseFigureSize(text.toStdString());
    sized.scale = scale;
    const Figure figure("batch", content(), sized);
    QCOMPARE(QImage::fromData(pngOf(figure)).size(), pixels);
    QVERIFY(svgOf(figure).contains(svg));
}

void TestFigure::refusedSizes_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : { "", "960", "960x", "x600", "960x600px", "-960x600", "1e3x600", "960.5x600", "10x10",
             "9000x600", "nanxnan", "960 x600", "16000x100mm", "960x600x2", "\xC3\x97" }) {
        QTest::newRow(text) << QByteArray(text);
    }
}

void TestFigure::refusedSizes()
{
    QFETCH(QByteArray, text);
    const Result<FigureSize> size = parseFigureSize(text.toStdString());
    QVERIFY(!size);
    QVERIFY2(size.error().message.find("960x600") != std::string::npos, size.error().message.c_str());
}

void TestFigure::svgIsTheSamePicture()
{
    if (program(u"rsvg-convert"_s).isEmpty()) {
        QSKIP("not run: rsvg-convert is not installed");
    }
    QFETCH(QByteArray, chart);
    const QTemporaryDir folder;
    for (const Ground ground : { Ground::Light, Ground::Dark }) {
        const Figure figure(chart.toStdString(), content(), style(ground));
        const QImage svg = rendered(svgOf(figure), folder);
        const double distance = apart(svg, imageOf(figure));
        QVERIFY2(distance < kSamePicture, qPrintable(u"apart by %1"_s.arg(distance)));
    }
}

// The measure above tells pictures apart that differ in what a reader would see.
void TestFigure::anotherPictureIsTold()
{
    const QImage memory = imageOf(Figure("memory", content(), style()));
    QVERIFY(apart(memory, imageOf(Figure("memory", content(), style()))) == 0);
    QVERIFY(apart(memory, imageOf(Figure("batch", content(), style()))) > kSamePicture);
    FigureContent other = content();
    other.evaluation.scenario.workload.batch = 3;
    other.evaluation = *evaluate(other.evaluation.scenario);
    QVERIFY(apart(memory, imageOf(Figure("memory", other, style()))) > kSamePicture);
    QVERIFY(apart(memory, memory.scaled(480, 300)) > kSamePicture);
}

void TestFigure::textStaysText()
{
    const QByteArray svg = svgOf(Figure("layers", content(), style()));
    QVERIFY(svg.contains(">Attention weights</text>"));
    QVERIFY(!svg.contains("nan") && !svg.contains("<image"));
    QVERIFY(svg.contains("<title>Attention weights: 59.3 %</title>"));
}

void TestFigure::pdfHasItsText()
{
    const QByteArray pdf = pdfOf(Figure("layers", content(), style()));
    QVERIFY(pdf.startsWith("%PDF-"));
    if (program(u"pdftotext"_s).isEmpty()) {
        QSKIP("not run: pdftotext is not installed");
    }
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"in.pdf"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(pdf);
    file.close();
    const QByteArray text = outputOf(u"pdftotext"_s, { file.fileName(), u"-"_s });
    QVERIFY2(text.contains("Attention weights: 59.3 %") && text.contains("FFN intermediate"), text.constData());
    QVERIFY2(text.contains("S\u00b2"), "a character beyond Latin");
}

void TestFigure::recordInEveryFormat_data()
{
    QTest::addColumn<int>("format");
    for (std::size_t i = 0; i < kFigureFormats.size(); ++i) {
        QTest::newRow(kFigureFormats[i].data()) << static_cast<int>(i);
    }
}

void TestFigure::recordInEveryFormat()
{
    QFETCH(int, format);
    const auto asked = static_cast<FigureFormat>(format);
    const QByteArray bytes = figureFile(Figure("memory", content(), style()), asked);
    const Result<std::optional<std::string>> found = recordIn(bytes.toStdString());
    QVERIFY(found && *found);
    const Result<FigureRecord> record = readFigureRecord(**found);
    QVERIFY2(record.ok(), record.ok() ? "" : record.error().message.c_str());
    QVERIFY(record->scenario == content().record.scenario);
    QVERIFY(record->compared == content().record.compared);
    QCOMPARE(record->measured.size(), std::size_t { 1 });
    QCOMPARE(record->measured[0].name, std::string("run.json"));
    QCOMPARE(record->command,
        "sublinear export --policies store_all,segments,first_m --measured run.json --charts memory --format "
            + std::string(formatName(asked)) + " --out figures");
}

void TestFigure::titleAndTheme()
{
    FigureStyle bare;
    bare.title = false;
    const QByteArray without = svgOf(Figure("split", content(), bare));
    QVERIFY(!without.contains(">Largest: optimizer states, 59.8 %</text>"));
    QVERIFY(svgOf(Figure("split", content(), style())).contains(">Largest: optimizer states, 59.8 %</text>"));
    QCOMPARE(imageOf(Figure("split", content(), style())).pixelColor(1, 1), QColor(Qt::white));
    QVERIFY(imageOf(Figure("split", content(), style(Ground::Dark))).pixelColor(1, 1).lightness() < 60);
    const QFont usual = style().font();
    QVERIFY(style(Ground::Projector).font().pixelSize() > usual.pixelSize() + 4);
    QVERIFY(lookOf(style(Ground::Projector).palette(), usual).muted.lightness()
        < lookOf(style().palette(), usual).muted.lightness());
}

void TestFigure::rowsCarryPolicyKAndBasis()
{
    QFETCH(QByteArray, chart);
    const ChartRows table = chartRows(chart.toStdString(), content());
    QVERIFY(!table.rows.empty());
    QCOMPARE(table.columns[0], std::string("policy"));
    QCOMPARE(table.columns[1], std::string("k"));
    QCOMPARE(table.columns[2], std::string("basis"));
    for (const std::vector<Cell>& row : table.rows) {
        QCOMPARE(row.size(), table.columns.size());
        QVERIFY(findPolicy(row[0].text) != nullptr);
        const QByteArray basis = QByteArray::fromStdString(row[2].text);
        QVERIFY2(QByteArrayList({ "law", "executed", "measured", "assumed" }).contains(basis), basis.constData());
    }
    const QByteArray csv = figureFile(Figure(chart.toStdString(), content(), style()), FigureFormat::Csv);
    QVERIFY(csv.startsWith("policy,k,basis,"));
    const QJsonObject json =
        QJsonDocument::fromJson(figureFile(Figure(chart.toStdString(), content(), style()), FigureFormat::Json))
            .object();
    QCOMPARE(json["chart"_L1].toString(), QString::fromUtf8(chart));
    QCOMPARE(json["rows"_L1].toArray().size(), qsizetype(table.rows.size()));
    QCOMPARE(json["figure"_L1]["format"_L1].toString(), u"sublinear-figure"_s);
}

void TestFigure::rowsOfMemory()
{
    const QByteArray csv = figureFile(Figure("memory", content(), style()), FigureFormat::Csv);
    QVERIFY(csv.contains("\narticle,4,law,86167781376,80.25,85899345920,false,,"));
    QVERIFY(csv.contains("\narticle,5,law,84355842048,78.5625,"));
    QVERIFY(csv.contains("\narticle,4,executed,"));
    QVERIFY(csv.contains("\narticle,4,measured,"));
    QVERIFY(csv.contains("\nsegments,1,law,"));
}

// Each operation that was measured has a row of its own beside the predicted one; an operation without a figure none.
void TestFigure::rowsOfTheTimeline()
{
    ResolvedScenario ran = measuredStack(*resolve(Scenario {}));
    ran.accounting = Accounting::Training;
    ran.model.layers = 4;
    const Scenario scenario = complete(ran);
    Measurement measurement = measured(scenario);
    PointRecord& point = measurement.points.front();
    const StepDetail step = *stepDetail(ran, OptimizerTemporary::None);
    point.staticBytes = step.stateBytes;
    for (const TimelineOp& op : step.timeline.ops) {
        point.ops.push_back({ op.index, op.liveBytes + 4096, {} });
    }
    point.ops[2].liveBytes.reset();
    const Evaluation evaluation = *evaluate(*resolve(scenario), {});
    const FigureContent both =
        figureContent(evaluation, scenario, {}, { { u"run.json"_s, u"/x/run.json"_s, measurement, 1 } });
    const ChartRows table = chartRows("timeline", both);
    const auto of = [&table](const std::string& basis) {
        std::map<std::int64_t, std::int64_t> bytes; // by operation
        for (const std::vector<Cell>& row : table.rows) {
            if (row[2].text == basis) {
                bytes[row[3].whole] = row[7].whole;
            }
        }
        return bytes;
    };
    QCOMPARE(table.columns[3], std::string("index"));
    QCOMPARE(table.columns[7], std::string("live_bytes"));
    QCOMPARE(table.columns[9], std::string("source"));
    const auto found = of("measured");
    const auto predicted = of("executed");
    QCOMPARE(predicted.size(), step.timeline.ops.size());
    QCOMPARE(found.size(), predicted.size() - 1);
    QVERIFY(found.count(2) == 0);
    for (const auto& [op, bytes] : found) {
        QCOMPARE(bytes, predicted.at(op) + 4096);
    }
    QCOMPARE(table.rows.back()[9].text, std::string("run.json"));
    // Without a measurement there is nothing measured in it.
    const ChartRows alone = chartRows("timeline", figureContent(evaluation, scenario, {}, {}));
    QCOMPARE(alone.rows.size(), predicted.size());
}

void TestFigure::rowsSayWhatRan_data()
{
    QTest::addColumn<QString>("assignment");
    QTest::addColumn<QString>("shownFor");
    QTest::addColumn<QString>("ran");
    QTest::addColumn<QString>("legend");
    QTest::addRow("itself") << "workload.batch=4"
                            << "workload.batch=4"
                            << "this scenario"
                            << "{measured}";
    QTest::addRow("carried") << "workload.batch=1"
                             << "workload.batch=4"
                             << "another shape"
                             << "{measured on another shape}";
    QTest::addRow("another scenario") << "workload.batch=1"
                                      << "workload.batch=3"
                                      << "another scenario"
                                      << "{measured for another scenario}";
}

// Bytes that were carried over are not called measured without what was measured beside them.
void TestFigure::rowsSayWhatRan()
{
    QFETCH(QString, assignment);
    QFETCH(QString, shownFor);
    QFETCH(QString, ran);
    QFETCH(QString, legend);
    Scenario scenario;
    Measurement measurement = measured(scenario);
    QVERIFY(applySet(*measurement.run.run, assignment.toStdString()).ok());
    QVERIFY(applySet(scenario, shownFor.toStdString()).ok());
    const Evaluation evaluation = *evaluate(*resolve(scenario), {});
    const FigureContent shown =
        figureContent(evaluation, scenario, {}, { { u"run.json"_s, u"/x/run.json"_s, measurement, 1 } });
    for (const char* chart : { "memory", "frontier" }) {
        const ChartRows table = chartRows(chart, shown);
        const auto of = [&table](const std::vector<Cell>& row, const char* column) {
            const auto at = std::find(table.columns.begin(), table.columns.end(), column);
            return row[static_cast<std::size_t>(at - table.columns.begin())];
        };
        int found = 0;
        for (const std::vector<Cell>& row : table.rows) {
            const bool isMeasured = row[2].text == "measured";
            found += isMeasured ? 1 : 0;
            QCOMPARE(QString::fromStdString(of(row, "ran").text), isMeasured ? ran : QString());
            QCOMPARE(of(row, "ran_measured_bytes").whole, isMeasured ? *measurement.points[0].measuredPeakBytes : 0);
            QCOMPARE(of(row, "ran_predicted_bytes").whole, isMeasured ? *measurement.points[0].predictedPeakBytes : 0);
            if (isMeasured && ran != QLatin1String("this scenario")) {
                QVERIFY(of(row, "total_bytes").whole != *measurement.points[0].measuredPeakBytes);
            }
        }
        QCOMPARE(found, 1);
    }
    QVERIFY(figureFile(Figure("memory", shown, style()), FigureFormat::Tikz).contains(legend.toUtf8()));
}

// In article accounting policies without a law are executed twice: by the article's units, and by the step that runs.
void TestFigure::noTwoRowsAreTheSame()
{
    Scenario scenario;
    scenario.checkpointing.policy = PolicyId::Revolve;
    const Evaluation evaluation = *evaluate(*resolve(scenario), {});
    for (const char* chart : { "memory", "frontier" }) {
        const ChartRows table = chartRows(chart, figureContent(evaluation, scenario, {}, {}));
        const auto source = static_cast<std::size_t>(
            std::find(table.columns.begin(), table.columns.end(), "source") - table.columns.begin());
        std::set<QString> withSource;
        std::set<QString> without;
        for (const std::vector<Cell>& row : table.rows) {
            const QString key =
                QString::fromStdString(row[0].text + ' ' + row[2].text + ' ') + QString::number(row[1].whole);
            without.insert(key);
            withSource.insert(key + QString::fromStdString(row[source].text));
        }
        QCOMPARE(withSource.size(), table.rows.size());
        QVERIFY(without.size() < table.rows.size());
    }
}

void TestFigure::tikzIsBalanced()
{
    QFETCH(QByteArray, chart);
    QByteArray tikz = figureFile(Figure(chart.toStdString(), content(), style()), FigureFormat::Tikz);
    QVERIFY(tikz.startsWith("% sublinear-figure: {"));
    tikz = tikz.mid(tikz.indexOf('\n') + 1);
    QVERIFY(tikz.contains("\\addplot[") && tikz.contains("\\end{tikzpicture}"));
    tikz.replace("\\{", "").replace("\\}", "");
    QCOMPARE(tikz.count('{'), tikz.count('}'));
    for (const char c : tikz) {
        QVERIFY2(static_cast<unsigned char>(c) < 0x80, tikz.constData()); // else it takes another TeX
    }
    QVERIFY(!tikz.contains("nan") && !tikz.contains("inf,"));
    if (chart == "frontier") { // all that the picture has
        for (const char* part : { "{executed}", "{above: fits 80 GiB}", "{above: fits, executed}", "{recommended}",
                 "{chosen}", "{K=4}", "{measured}" }) {
            QVERIFY2(tikz.contains(part), part);
        }
    }
    if (chart == "memory") {
        QVERIFY(tikz.contains("{capacity, 80 GiB}"));
    }
}

// A limit of many times what is shown would make a line of it.
void TestFigure::tikzLeavesAFarLimitOut()
{
    Scenario scenario;
    scenario.workload.batch = 1;
    scenario.model.layers = 1;
    const FigureContent small = figureContent(*evaluate(scenario), scenario, {}, {});
    const QByteArray tikz = figureFile(Figure("memory", small, style()), FigureFormat::Tikz);
    QVERIFY(tikz.contains("{capacity above, 80 GiB}") && !tikz.contains("{capacity, 80 GiB}"));
}

// A measured point beyond the axis is counted, and not lost.
void TestFigure::farMeasuredPointsAreCounted()
{
    FigureContent far = content();
    QVERIFY(!svgOf(Figure("frontier", far, style())).contains("measured beyond"));
    far.marks.front().mark.extraForward = 4;
    QVERIFY(svgOf(Figure("frontier", far, style())).contains("1 measured beyond +300 %"));
    QVERIFY(figureFile(Figure("frontier", far, style()), FigureFormat::Tikz).contains("1 beyond +300 \\%"));
}

void TestFigure::reportSaysWhatRan()
{
    const QByteArray same = reportHtml(content());
    QVERIFY(same.contains("What ran is this report&#39;s scenario.")
        || same.contains("What ran is this report's scenario."));
    QVERIFY(!same.contains("What ran</th>") && !same.contains("Note</th>"));
    FigureContent other = content();
    Measurement& measurement = other.record.measured.front().measurement;
    measurement.run.run->workload.batch = 1;
    measurement.run.substitutions.push_back({ "workload.batch", {}, {}, "the time allowed" });
    measurement.points.front().note = "disturbed";
    const QByteArray html = reportHtml(other);
    QVERIFY(html.contains("<td>Batch</td>"));
    QVERIFY(html.contains("<td>the time allowed</td>") && html.contains("<td>disturbed</td>"));
}

void TestFigure::smallStepHasItsLegends()
{
    FigureStyle small;
    small.size = *parseFigureSize("85x60mm");
    const QByteArray svg = svgOf(Figure("timeline", content(), small));
    for (const char* text : { "checkpoint", "dropped", "recomputed", "parameters", "optimizer states", "checkpoints",
             "recomputed segment", "80.25 GiB" }) {
        QVERIFY2(svg.contains(QByteArray(">") + text + "</text>"), text);
    }
    // Where there is room the peak is named whole.
    QVERIFY(svgOf(Figure("timeline", content(), style())).contains(">80.25 GiB, backward layer 32</text>"));
}

void TestFigure::smallMeaningsDoNotTouch()
{
    FigureStyle small;
    small.size = *parseFigureSize("85x60mm");
    const QString svg = QString::fromUtf8(svgOf(Figure("meanings", content(), small)));
    const QRegularExpression name(
        u"<text x=\"([0-9.]+)\" y=\"([0-9.]+)\" font-size=\"([0-9.]+)\"[^>]*textLength=\"([0-9.]+)\"[^>]*>([^<]*)</text>"_s);
    double above = 0;
    double figures = 1e6;
    double ends = 0;
    int names = 0;
    for (auto found = name.globalMatch(svg); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const QString text = match.captured(5);
        if (text == u"114.00"_s || text == u"102.69"_s) {
            figures = std::min(figures, match.captured(1).toDouble());
        }
        if (text != u"Store all"_s && !text.contains(u" K"_s)) {
            continue;
        }
        if (text.startsWith(u"K="_s) || text.startsWith(u"no K"_s) || text.startsWith(u"Total"_s)) {
            continue;
        }
        const double y = match.captured(2).toDouble();
        QVERIFY2(y - above >= match.captured(3).toDouble() * 1.5, qPrintable(text));
        above = y;
        ends = std::max(ends, match.captured(1).toDouble() + match.captured(4).toDouble());
        ++names;
    }
    QCOMPARE(names, 6);
    QVERIFY2(ends < figures, qPrintable(u"%1 %2"_s.arg(ends).arg(figures)));
}

void TestFigure::stepIsOpenedAsItWas()
{
    Scenario scenario;
    Measurement run = measured(scenario);
    run.points.front().ops = { { 3, Bytes { 30 } << 30, 10 } };
    const FigureContent step = figureContent(*evaluate(scenario), scenario, {},
        { { u"run.json"_s, u"/x/run.json"_s, run, 1, 0, u"x/run.json"_s } }, {}, { SecondStep::Kind::Executed, {} });
    QCOMPARE(step.step.picture.lanes.size(), std::size_t { 2 });
    const auto recordOf = [&](const char* chart) {
        return *readFigureRecord(Figure(chart, step, style()).record(FigureFormat::Svg));
    };
    const FigureRecord timeline = recordOf("timeline");
    QCOMPARE(timeline.secondStep, std::string("executed"));
    QVERIFY(timeline.measured[0].measurement.points[0].ops == run.points[0].ops);
    QCOMPARE(timeline.command,
        std::string("sublinear export --measured x/run.json --second-step executed --charts timeline --format svg "
                    "--out figures"));
    // What other charts do not show is not in them.
    const FigureRecord memory = recordOf("memory");
    QCOMPARE(memory.secondStep, std::string());
    QVERIFY(memory.measured[0].measurement.points[0].ops.empty());
}

void TestFigure::commandKeepsThePath()
{
    Scenario scenario;
    const FigureContent given = figureContent(*evaluate(scenario), scenario, {},
        { { u"run.json"_s, u"/x/a b/run.json"_s, measured(scenario), 1, 0, u"../a b/run.json"_s } });
    const FigureRecord record = *readFigureRecord(Figure("memory", given, style()).record(FigureFormat::Png));
    QCOMPARE(record.command,
        std::string("sublinear export --measured '../a b/run.json' --charts memory --format png --out figures"));
    QCOMPARE(record.measured[0].name, std::string("run.json"));
}

void TestFigure::typeGivesWayToThePicture_data()
{
    QTest::addColumn<QByteArray>("chart");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("points");
    for (const std::string_view chart : figureCharts()) {
        QTest::addRow("%s, small", chart.data()) << QByteArray(chart.data()) << QSize(240, 160) << 9.0;
        QTest::addRow("%s, large type", chart.data()) << QByteArray(chart.data()) << QSize(960, 600) << 48.0;
    }
}

void TestFigure::typeGivesWayToThePicture()
{
    QFETCH(QByteArray, chart);
    QFETCH(QSize, size);
    QFETCH(double, points);
    FigureStyle asked;
    asked.size.pixels = size;
    asked.fontPoints = points;
    const Figure figure(chart.toStdString(), content(), asked);
    QVERIFY2(figure.pictureRect().height() > 0.4 * size.height(), chart.constData());
    QVERIFY(QRectF(QPointF(0, 0), size).contains(figure.pictureRect()));
}

void TestFigure::fullDiskLeavesTheOldFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"Bild \u00e9 1.png"_s);
    QFile old(path);
    QVERIFY(old.open(QIODevice::WriteOnly));
    old.write("old");
    old.close();
    const Figure figure("memory", content(), style());
    failAtFileLimit(); // as the program does
    rlimit before {};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit small = before;
    small.rlim_cur = 1000;
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
    const Status refused = saveFigure(path, figure, FigureFormat::Png);
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
    QVERIFY(!refused);
    QVERIFY2(toQString(refused.error().message).contains(u"Bild \u00e9 1.png"_s), refused.error().message.c_str());
    QVERIFY(old.open(QIODevice::ReadOnly));
    QCOMPARE(old.readAll(), QByteArray("old"));
    QVERIFY(saveFigure(path, figure, FigureFormat::Png).ok());
    QVERIFY(!QImage(path).isNull());
}

void TestFigure::foldersAreMade()
{
    const QTemporaryDir folder;
    ExportOrder order { { "split", "batch" }, { FigureFormat::Csv, FigureFormat::Svg }, {},
        folder.filePath(u"neu \u00fc/a b"_s) };
    QVERIFY(exportFigures(content(), order).ok());
    for (const char* name : { "split.csv", "split.svg", "batch.csv", "batch.svg" }) {
        QVERIFY(QFile::exists(order.folder + u'/' + QLatin1String(name)));
    }
    order.folder = folder.filePath(u"neu \u00fc/a b/split.csv"_s); // a file
    const Status refused = exportFigures(content(), order);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.find("split.csv") != std::string::npos);
}

QTEST_MAIN(TestFigure)
#include "tst_figure.moc"
