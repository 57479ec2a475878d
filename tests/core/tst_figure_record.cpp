// SPDX-License-Identifier: MIT
// What stands inside exported figures: written, put into files of every kind, found again.
#include "core/figure/embed.h"
#include "core/figure/figure_record.h"
#include "core/measurement/measurement_json.h"
#include "core/scenario/fields.h"

#include <QtTest>

using namespace sublinear;
using namespace std::string_view_literals;

namespace {

FigureRecord sample()
{
    FigureRecord record;
    record.chart = "memory";
    record.command = "sublinear export --set 'model.name=a (b) \\ c & <d>' --charts memory";
    record.scenario.model.name = "a (b) \\ \"c\" & <d> ]]> \xC3\xA9\xE2\x88\x9A";
    record.scenario.workload.batch = 3;
    record.compared = *parsePolicies("store_all,segments:2,selective:gelu+norms");
    Measurement measurement;
    measurement.run.run = record.scenario;
    PointRecord point;
    point.policy = { PolicyId::Segments, 2, {}, 0, false };
    point.predictedPeakBytes = 1000;
    point.measuredPeakBytes = 1256;
    point.ops.push_back({ 7, 1000, 25 });
    measurement.points.push_back(point);
    record.measured.push_back({ "run (1).json", measurement, "../runs of \xC3\xA9/run (1).json" });
    record.secondStep = "executed";
    return record;
}

constexpr std::string_view kPixel // one pixel
    = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0\x90\x77\x53\xde\0\0\0\0IEND\xae\x42\x60\x82"sv;

std::string pdf()
{
    return "%PDF-1.4\n1 0 obj\n<<\n/Title (x)\n/CreationDate (D:20260102030405)\n>>\nendobj\n"
           "2 0 obj\n<<\n/Type /Catalog\n>>\nendobj\nxref\n0 3\n0000000000 65535 f \n0000000009 00000 n \n"
           "0000000070 00000 n \ntrailer\n<<\n/Size 3\n/Info 1 0 R\n/Root 2 0 R\n>>\nstartxref\n110\n%%EOF\n";
}

std::string quotedCsv(const std::string& text)
{
    std::string cell = "\"";
    for (const char c : text) {
        cell += c == '"' ? "\"\"" : std::string(1, c);
    }
    return cell + "\"";
}

} // namespace

class TestFigureRecord : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsBack();
    void staysOutOfMarkup();
    void refuses_data();
    void refuses();
    void foundInFiles_data();
    void foundInFiles();
    void notFound_data();
    void notFound();
    void refusedPictures_data();
    void refusedPictures();
    void pdfHasNoMomentInIt();
};

void TestFigureRecord::readsBack()
{
    const FigureRecord written = sample();
    const Result<FigureRecord> read = readFigureRecord(writeFigureRecord(written));
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
    QCOMPARE(read->chart, written.chart);
    QCOMPARE(read->command, written.command);
    QVERIFY(read->scenario == written.scenario);
    QVERIFY(read->compared == written.compared);
    QCOMPARE(read->measured.size(), std::size_t { 1 });
    QCOMPARE(read->measured[0].name, std::string("run (1).json"));
    QCOMPARE(read->measured[0].file, written.measured[0].file);
    QCOMPARE(read->secondStep, std::string("executed"));
    QCOMPARE(read->measured[0].measurement.points.size(), std::size_t { 1 });
    QVERIFY(read->measured[0].measurement.points[0].ops == written.measured[0].measurement.points[0].ops);
    QCOMPARE(read->measured[0].measurement.points[0].measuredPeakBytes, std::optional<Bytes>(1256));
}

void TestFigureRecord::staysOutOfMarkup()
{
    const std::string json = writeFigureRecord(sample());
    for (const char c : json) {
        QVERIFY2(c >= 0x20 && c < 0x7f && c != '<' && c != '>' && c != '&', json.c_str());
    }
    QVERIFY(json.find("\"meaning\":") != std::string::npos);
    QVERIFY(json.find("\"accounting\":\"article\"") != std::string::npos);
}

void TestFigureRecord::refuses_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("no JSON") << QByteArray("{") << QByteArray("");
    QTest::newRow("another format") << QByteArray(R"({"format":"sublinear-plan"})") << QByteArray("figures");
    QTest::newRow("newer") << QByteArray(R"({"format":"sublinear-figure","version":2})") << QByteArray("version");
    QTest::newRow("no scenario") << QByteArray(R"({"format":"sublinear-figure","version":1})")
                                 << QByteArray("scenario");
    QTest::newRow("bad scenario") << QByteArray(
        R"({"format":"sublinear-figure","version":1,"scenario":{"format":"sublinear-scenario","version":1,"model":{"layers":0}}})")
                                  << QByteArray("model.layers");
    QTest::newRow("bad policies") << QByteArray(
        R"({"format":"sublinear-figure","version":1,"scenario":{"format":"sublinear-scenario","version":1},"policies":"x"})")
                                  << QByteArray("x");
    QTest::newRow("bad measurement") << QByteArray(
        R"({"format":"sublinear-figure","version":1,"scenario":{"format":"sublinear-scenario","version":1},"measurements":[{}]})")
                                     << QByteArray("measurement");
}

void TestFigureRecord::refuses()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, says);
    const Result<FigureRecord> read = readFigureRecord(json.toStdString());
    QVERIFY(!read);
    QVERIFY2(QByteArray::fromStdString(read.error().message).contains(says), read.error().message.c_str());
}

void TestFigureRecord::foundInFiles_data()
{
    QTest::addColumn<QByteArray>("file");
    const std::string record = writeFigureRecord(sample());
    const auto add = [](const char* name, const std::string& file) {
        QTest::newRow(name) << QByteArray::fromStdString(file);
    };
    add("svg", "<?xml version=\"1.0\"?>\n<svg>" + xmlRecord(record) + "<text/></svg>");
    add("html", "<!DOCTYPE html><html>" + htmlRecord(record) + "</html>");
    add("tikz", texRecord(record) + "\\begin{tikzpicture}");
    add("png", pngWithRecord(kPixel, record));
    add("pdf", pdfWithRecord(pdf(), record, { "a (title)", "me", {} }));
    add("csv", "policy,figure\nsegments," + quotedCsv(record) + "\nsegments,\n");
    add("json", "{\"format\":\"sublinear-chart\",\"figure\":" + record + ",\"rows\":[]}");
}

void TestFigureRecord::foundInFiles()
{
    QFETCH(QByteArray, file);
    const Result<std::optional<std::string>> found = recordIn(file.toStdString());
    QVERIFY(found && *found);
    const Result<FigureRecord> read = readFigureRecord(**found);
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
    QVERIFY(read->scenario == sample().scenario);
    QCOMPARE(read->command, sample().command);
}

void TestFigureRecord::notFound_data()
{
    QTest::addColumn<QByteArray>("file");
    const std::string record = writeFigureRecord(sample());
    const auto add = [](const char* name, const std::string& file) {
        QTest::newRow(name) << QByteArray::fromStdString(file);
    };
    add("nothing", "");
    add("scenario", R"({"format":"sublinear-scenario","version":1})");
    add("a name alone", R"({"name":"sublinear-figure"})");
    add("csv that is cut", "a\n" + quotedCsv(record).substr(0, 300));
}

void TestFigureRecord::notFound()
{
    QFETCH(QByteArray, file);
    const Result<std::optional<std::string>> found = recordIn(file.toStdString());
    QVERIFY(found && !*found);
}

void TestFigureRecord::refusedPictures_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("says");
    const std::string record = writeFigureRecord(sample());
    const auto add = [](const char* name, const std::string& file, const char* says = "no figure of Sublinear") {
        QTest::newRow(name) << QByteArray::fromStdString(file) << QByteArray(says);
    };
    add("svg of others", "<svg><metadata>x</metadata></svg>");
    add("svg that is cut", "<svg>" + xmlRecord(record).substr(0, 200));
    add("page of others", "\xEF\xBB\xBF\n<!DOCTYPE html><html></html>");
    add("png of others", std::string(kPixel));
    add("png that is cut", pngWithRecord(kPixel, record).substr(0, 100));
    add("png whose chunk is longer than it", std::string(kPixel.substr(0, 8)) + "\x7f\xff\xff\xfftEXtx");
    add("pdf of others", pdf());
    std::string changed = pngWithRecord(kPixel, record);
    changed[changed.find("\"batch\":3") + 8] = '5';
    add("png whose record was changed", changed, "checksum");
}

void TestFigureRecord::refusedPictures()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, says);
    const Result<std::optional<std::string>> found = recordIn(file.toStdString());
    QVERIFY(!found);
    QVERIFY2(QByteArray::fromStdString(found.error().message).contains(says), found.error().message.c_str());
}

void TestFigureRecord::pdfHasNoMomentInIt()
{
    const std::string none = pdfWithRecord(pdf(), "{}", { "t", "me", {} });
    QVERIFY(none.find("D:2026") == std::string::npos);
    const std::string fixed = pdfWithRecord(pdf(), "{}", { "t", "me", "D:20200101000000Z" });
    QVERIFY(fixed.find("/CreationDate (D:20200101000000Z)") != std::string::npos);
    // Every offset before the update still holds.
    QCOMPARE(none.substr(0, 9), pdf().substr(0, 9));
    QCOMPARE(none.find("2 0 obj"), pdf().find("2 0 obj"));
}

QTEST_GUILESS_MAIN(TestFigureRecord)
#include "tst_figure_record.moc"
