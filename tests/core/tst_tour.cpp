// SPDX-License-Identifier: MIT
// The guided tour's data: the built-in one says what the plan says and can be done, and a broken one is refused in a
// line that names what is wrong.
#include "core/plan/evaluate.h"
#include "core/tour/embedded_tour.h"
#include "core/tour/tour.h"
#include "core/tour/tour_facts.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <functional>

using namespace sublinear;
using nlohmann::json;

namespace {

json builtInSteps()
{
    return json::parse(embedded::tourJson);
}
json builtInTexts()
{
    return json::parse(embedded::tourTextJson);
}

/// What a tour is refused with; empty where it is taken.
std::string complaint(const json& steps, const json& texts)
{
    const Result<Tour> tour = readTour(steps.dump(), texts.dump());
    return tour ? std::string() : tour.error().message;
}

const TourStep& stepOf(const Tour& tour, const std::string& id)
{
    const auto found =
        std::find_if(tour.steps.begin(), tour.steps.end(), [&](const TourStep& step) { return step.id == id; });
    if (found == tour.steps.end()) {
        qFatal("no step %s", id.c_str());
    }
    return *found;
}

using Change = std::function<void(json& steps, json& texts)>;

} // namespace

Q_DECLARE_METATYPE(Change)

class TestTour : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void builtInIsRead()
    {
        const Result<Tour> tour = readTour(embedded::tourJson, embedded::tourTextJson);
        QVERIFY2(tour.ok(), tour.ok() ? "" : tour.error().message.c_str());
        QCOMPARE(tour->steps.size(), std::size_t { 11 });
        for (const TourStep& step : tour->steps) {
            for (const std::string& text : step.text) {
                QVERIFY2(text.find_first_of("{}") == std::string::npos && text.size() < 420, step.id.c_str());
            }
            const auto end = reached(step);
            QVERIFY2(end.ok(), step.id.c_str());
            const auto completed = complete(*resolve(*end));
            for (const TourCondition& condition : step.doneWhen) {
                QVERIFY2(!condition.event.empty() || holds(condition, completed), step.id.c_str());
            }
        }
    }

    void translatesBeforeFiguresAreFilledIn()
    {
        const auto shout = [](const std::string& english) { return "!" + english; };
        const Tour tour = builtInTour(shout);
        QCOMPARE(tour.steps[3].title, std::string("!Keep every K-th layer"));
        QVERIFY(tour.steps[3].text[1].starts_with("!In these sums") && tour.steps[3].text[1].ends_with("114.00 GiB."));
        QCOMPARE(tour.steps[4].ask->options[2], std::string("!More than keeping all"));
        QVERIFY(tour.steps[0].task.starts_with("!") && tour.steps[0].after.starts_with("!"));
        QVERIFY(tour.steps[1].task.empty()); // what is not said is not translated
        const auto broken = [](const std::string& /*english*/) { return std::string("{nothing}"); };
        QVERIFY(!readTour(embedded::tourJson, embedded::tourTextJson, broken).ok());
        QCOMPARE(builtInTour(broken).steps[3].title, std::string("Keep every K-th layer"));
    }

    // The article's own figures, as the story tells them.
    void figuresAreThePlans_data()
    {
        QTest::addColumn<QByteArray>("step");
        QTest::addColumn<QByteArray>("figure");
        QTest::addRow("everything kept") << QByteArray("why") << QByteArray("54.00 GiB of 114.00 GiB");
        QTest::addRow("one layer") << QByteArray("layer") << QByteArray("a layer takes 1.69 GiB");
        QTest::addRow("four times") << QByteArray("sequence") << QByteArray("4.00 GiB a layer");
        QTest::addRow("all layers at 4096") << QByteArray("sequence") << QByteArray("172.00 GiB");
        QTest::addRow("every 4") << QByteArray("sweep") << QByteArray("80.25 GiB misses 80 GiB by 0.25 GiB");
        QTest::addRow("every 32") << QByteArray("root") << QByteArray("115.69 GiB");
        QTest::addRow("every 5 to 7") << QByteArray("skipped") << QByteArray("fit with 78.56 GiB");
        QTest::addRow("batch 3") << QByteArray("batch") << QByteArray("75.19 GiB at batch 3");
        QTest::addRow("the ring") << QByteArray("frontier") << QByteArray("78.56 GiB, 81.2 %");
        QTest::addRow("fastest") << QByteArray("throughput") << QByteArray("3.15 against 2.40 at K=4 and 1.00 at K=1");
        QTest::addRow("only inputs") << QByteArray("meanings") << QByteArray("63.69 GiB");
    }
    void figuresAreThePlans()
    {
        QFETCH(QByteArray, step);
        QFETCH(QByteArray, figure);
        const Tour tour = builtInTour();
        const std::string& after = stepOf(tour, step.toStdString()).after;
        QVERIFY2(after.find(figure.toStdString()) != std::string::npos, after.c_str());
    }

    void unknownFiguresAreRefused()
    {
        const auto evaluation = evaluate(Scenario {});
        QVERIFY(evaluation.ok());
        QCOMPARE(*withFacts("a {total@5} b", *evaluation), std::string("a 78.56 GiB b"));
        for (const char* text : { "{nothing}", "{total@33}", "{total@x}", "{limit@5}", "{tensor:nothing}", "{total",
                 "total}", "{{total}}", "{}" }) {
            QVERIFY2(!withFacts(text, *evaluation).ok(), text);
        }
    }

    void comparesByOperator()
    {
        Scenario scenario;
        scenario.workload.batch = 4;
        using Op = TourCondition::Op;
        const auto batch = [&](Op op, std::int64_t value) {
            return holds({ "workload.batch", op, FieldValue { value }, {} }, scenario);
        };
        QVERIFY(batch(Op::Equal, 4) && !batch(Op::Equal, 5));
        QVERIFY(batch(Op::AtLeast, 4) && batch(Op::AtLeast, 3) && !batch(Op::AtLeast, 5));
        QVERIFY(batch(Op::AtMost, 4) && batch(Op::AtMost, 5) && !batch(Op::AtMost, 3));
        QVERIFY(!holds({ {}, Op::Equal, {}, "measured" }, scenario));
    }

    void brokenToursAreRefused_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QByteArray>("names");
        const auto row = [](const char* name, const char* names, const Change& change) {
            QTest::addRow("%s", name) << change << QByteArray(names);
        };
        row("another format", "format", [](json& steps, json&) { steps["format"] = "tour"; });
        row("a newer version", "version", [](json& steps, json&) { steps["version"] = 2; });
        row("no steps", "steps", [](json& steps, json&) { steps["steps"] = json::array(); });
        row("a step that is a number", "a step", [](json& steps, json&) { steps["steps"][0] = 3; });
        row("an unknown key", "layer has an unknown key colour",
            [](json& steps, json&) { steps["steps"][1]["colour"] = "red"; });
        row("the same step twice", "why is there twice",
            [](json& steps, json&) { steps["steps"].push_back(steps["steps"][0]); });
        row("an unknown field in a scenario", "why scenario: model.colour",
            [](json& steps, json&) { steps["steps"][0]["scenario"]["model"]["colour"] = 1; });
        row("a value out of range", "why scenario: workload.batch",
            [](json& steps, json&) { steps["steps"][0]["scenario"]["workload"]["batch"] = -1; });
        row("a scenario that contradicts itself",
            "why scenario: ", [](json& steps, json&) { steps["steps"][0]["scenario"]["model"]["kv_heads"] = 5; });
        row("a scenario that is a text",
            "why scenario: ", [](json& steps, json&) { steps["steps"][0]["scenario"] = "article"; });
        row("a plan over 2^63 bytes", "why scenario: ", [](json& steps, json&) {
            steps["steps"][0]["scenario"]["workload"] = { { "sequence", 1 << 24 }, { "batch", 65536 } };
        });
        row("no cards", "why shows no cards", [](json& steps, json&) { steps["steps"][0]["cards"] = json::array(); });
        row("cards to reveal and no question", "why reveals cards",
            [](json& steps, json&) { steps["steps"][0]["revealed"] = { "split" }; });
        row("an unknown tensor", "layer highlight \"tensor:nothing\"",
            [](json& steps, json&) { steps["steps"][1]["highlight"].push_back("tensor:nothing"); });
        row("an unknown kind", "\"kind:nothing\"",
            [](json& steps, json&) { steps["steps"][1]["highlight"].push_back("kind:nothing"); });
        row("a field to light up", "\"field:model.colour\"",
            [](json& steps, json&) { steps["steps"][1]["highlight"].push_back("field:model.colour"); });
        row("a K that no row has", "\"k:33\"",
            [](json& steps, json&) { steps["steps"][1]["highlight"].push_back("k:33"); });
        row("no id at all", "\"nothing\"",
            [](json& steps, json&) { steps["steps"][1]["highlight"].push_back("nothing"); });
        row("an unknown event", "\"exploded\"",
            [](json& steps, json&) { steps["steps"][0]["done_when"][0]["event"] = "exploded"; });
        row("an unknown field to wait for", "\"model.colour\"",
            [](json& steps, json&) { steps["steps"][2]["done_when"][0]["field"] = "model.colour"; });
        row("an unknown operator", "\"!=\"",
            [](json& steps, json&) { steps["steps"][2]["done_when"][0]["op"] = "!="; });
        row("a value that the field never has", "workload.sequence",
            [](json& steps, json&) { steps["steps"][2]["done_when"][0]["value"] = "long"; });
        row("an order of what has none", "no number", [](json& steps, json&) {
            steps["steps"][2]["done_when"][0] = { { "field", "accounting" }, { "op", ">=" }, { "value", "training" } };
        });
        row("field and event", "either a field or an event",
            [](json& steps, json&) { steps["steps"][2]["done_when"][0]["event"] = "measured"; });
        row("done before it begins", "sequence is done before it begins",
            [](json& steps, json&) { steps["steps"][2]["done_when"][0]["value"] = 2048; });
        row("never done", "skipped cannot be done",
            [](json& steps, json&) { steps["steps"][5]["done_when"][0]["value"] = 8; });
        row("beyond the layers", "root cannot be done",
            [](json& steps, json&) { steps["steps"][4]["done_when"][0]["value"] = 33; });
        row("nothing to do", "why has nothing to do", [](json& steps, json&) { steps["steps"][0].erase("done_when"); });
        row("an answer without a question", "why takes question",
            [](json& steps, json&) { steps["steps"][0]["answer"] = 0; });
        row("a question without an answer", "layer takes question",
            [](json& steps, json&) { steps["steps"][1].erase("answer"); });
        row("an answer that is no option", "layer answer 3",
            [](json& steps, json&) { steps["steps"][1]["answer"] = 3; });
        row("one option", "layer answer 0", [](json& steps, json& texts) {
            steps["steps"][1]["answer"] = 0;
            texts["steps"][1]["options"] = { "Attention" };
        });
        row("no task", "why has no task", [](json&, json& texts) { texts["steps"][0].erase("task"); });
        row("no text", "why has no text", [](json&, json& texts) { texts["steps"][0]["text"] = json::array(); });
        row("no title", "why has no title", [](json&, json& texts) { texts["steps"][0].erase("title"); });
        row("texts of no step", "extra is no step", [](json&, json& texts) {
            texts["steps"].push_back(texts["steps"][0]);
            texts["steps"].back()["id"] = "extra";
        });
        row("a step without texts", "measure has no texts", [](json&, json& texts) { texts["steps"].erase(10); });
        row("an unknown figure", "why after names a figure that is not known: \"price\"",
            [](json&, json& texts) { texts["steps"][0]["after"] = "costs {price}"; });
    }
    void brokenToursAreRefused()
    {
        QFETCH(Change, change);
        QFETCH(QByteArray, names);
        json steps = builtInSteps();
        json texts = builtInTexts();
        QCOMPARE(complaint(steps, texts), std::string());
        change(steps, texts);
        const std::string said = complaint(steps, texts);
        QVERIFY2(said.find(names.toStdString()) != std::string::npos, said.c_str());
        QVERIFY2(said.find('\n') == std::string::npos, said.c_str());
    }

    void brokenTextIsRefused()
    {
        for (const char* text : { "", "[", "[]", "null", "{\"format\":\"sublinear-tour\"}" }) {
            QVERIFY2(!readTour(text, embedded::tourTextJson).ok(), text);
            QVERIFY2(!readTour(embedded::tourJson, text).ok(), text);
        }
    }
};

QTEST_GUILESS_MAIN(TestTour)
#include "tst_tour.moc"
