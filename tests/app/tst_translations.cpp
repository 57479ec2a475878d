// SPDX-License-Identifier: MIT
// The window in German: complete, whole on a small screen, and English where others read on.
#include "app/cards/card.h"
#include "app/cards/card_page.h"
#include "app/controls/fold_section.h"
#include "app/export/export_files.h"
#include "app/export/figure_content.h"
#include "app/language/core_sentences.h"
#include "app/language/core_text.h"
#include "app/language/language.h"
#include "app/measure/measure_panel.h"
#include "app/model/text.h"
#include "core/catalog/catalog.h"
#include "core/peers/peers.h"
#include "core/plan/evaluate.h"
#include "core/plan/verdict.h"
#include "core/scenario/fields.h"
#include "tests/app/support/translation_file.h"
#include "tests/app/support/window_bench.h"
#include "tests/support/random_scenario.h"

#include <QAbstractButton>
#include <QActionGroup>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QTranslator>

#include <set>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

QString root()
{
    return QStringLiteral(SUBLINEAR_TEST_DATA "/../..");
}

/// Notes all that is asked for, and lets the translator before it answer.
class Listener : public QTranslator {
public:
    QString translate(const char* context, const char* text, const char* meaning, int /*n*/) const override
    {
        if (context[0] != 'Q' && qstrcmp(context, "Core") != 0) { // Qt's own; parts of a sentence
            m_asked.insert({ QString::fromUtf8(text), QString::fromUtf8(meaning) });
        }
        return {};
    }
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] const std::set<SourceText>& asked() const { return m_asked; }

private:
    mutable std::set<SourceText> m_asked;
};

/// Words that only an English sentence has.
QStringList englishIn(const QString& text)
{
    static const QRegularExpression kEnglish(QStringLiteral(
        "\\b(the|of|with|at|fits?|layers?|to spare|needs?|batch fits|recompute[sd]?|forward|short by|kept|"
        "over|setting|budget of|is|are|and)\\b"));
    QStringList found;
    for (QRegularExpressionMatchIterator each = kEnglish.globalMatch(text); each.hasNext();) {
        found << each.next().captured();
    }
    return found;
}

/// Labels and buttons that are smaller than what they say.
QStringList cutIn(const QWidget& window)
{
    QStringList cut;
    const auto check = [&](const QWidget* widget, const QString& text) {
        if (widget->isVisible() && !text.isEmpty() && widget->width() < widget->sizeHint().width()) {
            cut << QStringLiteral("%1: %2").arg(widget->objectName(), text);
        }
    };
    for (const auto* button : window.findChildren<QAbstractButton*>()) {
        check(button, button->text());
    }
    for (const auto* label : window.findChildren<QLabel*>()) {
        if (!label->wordWrap()) {
            check(label, label->text());
        }
    }
    for (const auto* card : window.findChildren<Card*>()) {
        for (const char* part : { ".title", ".measure" }) {
            const auto* label = card->findChild<QLabel*>(card->id() + QLatin1String(part));
            const QString whole = part[1] == 't' ? card->titleText() : card->measureText();
            if (card->isVisible() && label->text() != whole) {
                cut << label->text();
            }
        }
    }
    return cut;
}

} // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup()
    {
        m_bench.reset();
        applyLanguage(*qApp, Language::English);
    }

    void everyTextIsTranslated();
    void translationsKeepTheirPlaces();
    void faultsAreFound();
    void coreSpeaksGerman();
    void windowSpeaksGerman();
    void nothingIsCut();
    void choiceIsKept();
    void othersReadEnglish();
    void numbersKeepThePoint();

private:
    std::unique_ptr<WindowBench> m_bench;

    void openInGerman()
    {
        applyLanguage(*qApp, Language::German);
        open();
    }
    void open()
    {
        m_bench = std::make_unique<WindowBench>("tst_translations");
        m_bench->open();
        m_bench->window().resize(1280, 800);
        QCoreApplication::processEvents();
    }
};

/// What tr() asks for in the sources is in the file, and nothing else; tests/translations brings that about.
void TestTranslations::everyTextIsTranslated()
{
    const std::optional<std::set<SourceText>> wanted = textsOfTheSources(root());
    QVERIFY2(wanted, "lupdate, of qt6-l10n-tools, could not be run");
    QVERIFY2(wanted->size() > 900, qPrintable(QString::number(wanted->size())));
    const std::map<SourceText, Translated> known = translationFile(root(), "sublinear_de.ts");
    QStringList faults;
    for (const SourceText& text : *wanted) {
        const auto found = known.find(text);
        if (found == known.end()) {
            faults << QStringLiteral("missing: ") + text.text;
        } else if (!found->second.finished || found->second.text.isEmpty()) {
            faults << QStringLiteral("unfinished: ") + text.text;
        }
    }
    for (const auto& [text, german] : known) {
        if (wanted->count(text) == 0) {
            faults << QStringLiteral("no longer in the sources: ") + text.text;
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TestTranslations::translationsKeepTheirPlaces()
{
    QStringList faults;
    for (const auto& [text, german] : translationFile(root(), "sublinear_de.ts")) {
        for (const QString& fault : differencesInForm(text.text, german.text)) {
            faults << QStringLiteral("%1: %2 -> %3").arg(fault, text.text, german.text);
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TestTranslations::faultsAreFound()
{
    QVERIFY(differencesInForm(QStringLiteral("%1 of %2"), QStringLiteral("%2 von %1")).isEmpty());
    QCOMPARE(differencesInForm(QStringLiteral("%1 of %2"), QStringLiteral("%1 von %1")).size(), 1);
    QCOMPARE(differencesInForm(QStringLiteral("&File"), QStringLiteral("Datei")).size(), 1);
    QCOMPARE(differencesInForm(QStringLiteral("Open\u2026"), QStringLiteral("Öffnen")).size(), 1);
    QCOMPARE(differencesInForm(QStringLiteral(" GiB"), QStringLiteral("GiB")).size(), 1);
    QVERIFY(!englishIn(QStringLiteral("Does not fit: 80.25 of 80 GiB at K=4, short by 0.25 GiB.")).isEmpty());
    QVERIFY(englishIn(QStringLiteral("Passt nicht: 80.25 von 80 GiB bei K=4, es fehlen 0.25 GiB.")).isEmpty());
    QWidget around;
    auto* narrow = new QPushButton(QStringLiteral("Geräte werden gesucht"), &around);
    narrow->resize(20, 30);
    around.show();
    QCOMPARE(cutIn(around).size(), 1);
}

/// The verdict of any scenario, and every name that core has for what the window shows.
void TestTranslations::coreSpeaksGerman()
{
    applyLanguage(*qApp, Language::German);
    QStringList faults;
    const auto hear = [&](const std::string& english) {
        const QString german = fromCore(english);
        if (const QStringList left = englishIn(german); !left.isEmpty()) {
            faults << left.join(QLatin1Char(' ')) + QStringLiteral(" in: ") + german;
        }
    };
    constexpr int kScenarios = 300;
    Random random(7);
    for (int i = 0; i < kScenarios; ++i) {
        Scenario scenario = i % 2 == 0 ? randomScenario(random) : tightScenario(random);
        scenario.accounting = random.oneIn(2) ? Accounting::Training : Accounting::Article;
        const auto evaluation = evaluate(scenario);
        if (!evaluation) {
            continue;
        }
        const Verdict answer = verdict(*evaluation);
        hear(answer.headline);
        hear(answer.advice);
        hear(std::string(evaluation->memory.peakAt));
    }
    for (const ScenarioPreset& preset : scenarioPresets()) {
        const Verdict answer = verdict(evaluate(preset.scenario).value());
        hear(answer.headline);
        hear(answer.advice);
        hear(preset.story);
        for (const std::string& sentence : askPeers(evaluate(preset.scenario).value()).spread) {
            hear(sentence);
        }
    }
    faults.removeDuplicates();
    QVERIFY2(faults.isEmpty(), qPrintable(faults.mid(0, 20).join(QLatin1Char('\n'))));
    for (const Field& field : allFields()) {
        QVERIFY2(isListed(toQString(field.label)) || field.label == "K", std::string(field.label).c_str());
    }
    for (const PolicyInfo& info : allPolicies()) {
        QVERIFY2(isListed(toQString(info.name)) && isListed(toQString(info.keeps)), std::string(info.name).c_str());
    }
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        QVERIFY(isListed(toQString(memoryKindName(static_cast<MemoryKind>(kind)))));
    }
    QCOMPARE(fromCore(std::string_view("model.heads: 3 is not accepted; it takes a whole number from 1 to 1024")),
        QStringLiteral("model.heads: 3 wird nicht angenommen; möglich ist eine ganze Zahl von 1 bis 1024"));
    QCOMPARE(fromCore(std::string_view("a sentence that nobody has listed")),
        QStringLiteral("a sentence that nobody has listed"));
    applyLanguage(*qApp, Language::English);
    QCOMPARE(fromCore(std::string_view("Does not fit: 80.25 of 80 GiB at K=4, short by 0.25 GiB.")),
        QStringLiteral("Does not fit: 80.25 of 80 GiB at K=4, short by 0.25 GiB."));
}

/// Whatever a window asks for while all of it is shown is known.
void TestTranslations::windowSpeaksGerman()
{
    applyLanguage(*qApp, Language::German);
    Listener listener;
    QCoreApplication::installTranslator(&listener);
    open();
    auto* page = m_bench->window().findChild<CardPage*>();
    QStringList ids { QStringLiteral("table") };
    for (const Card* card : page->cards()) {
        ids << card->id();
    }
    page->setShownIds(ids);
    m_bench->named<QAction>("view.measure")->setChecked(true);
    for (const PolicyInfo& info : allPolicies()) {
        m_bench->model().setField("checkpointing.policy", std::string(info.text));
        m_bench->model().settle();
    }
    m_bench->model().setField("accounting", std::string("training"));
    m_bench->model().settle();
    QTest::qWait(50);
    QCoreApplication::removeTranslator(&listener);

    QVERIFY2(listener.asked().size() > 250, qPrintable(QString::number(listener.asked().size())));
    const std::map<SourceText, Translated> known = translationFile(root(), "sublinear_de.ts");
    QStringList faults;
    for (const SourceText& text : listener.asked()) {
        if (known.count(text) == 0) {
            faults << text.text;
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    m_bench->model().replaceScenario(Scenario {}, QStringLiteral("again"));
    m_bench->model().settle();
    QCOMPARE(m_bench->headline(), QStringLiteral("Passt nicht: 80.25 von 80 GiB bei K=4, es fehlen 0.25 GiB."));
    QVERIFY2(englishIn(m_bench->advice()).isEmpty(), qPrintable(m_bench->advice()));
}

void TestTranslations::nothingIsCut()
{
    openInGerman();
    for (FoldSection* section : m_bench->window().findChildren<FoldSection*>()) {
        section->setOpen(true);
    }
    QTest::qWait(50);
    const QStringList cut = cutIn(m_bench->window());
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
}

void TestTranslations::choiceIsKept()
{
    openInGerman();
    QVERIFY(languageSetting() == Language::System);
    m_bench->trigger("view.language.de");
    QVERIFY(languageSetting() == Language::German);
    QVERIFY2(m_bench->message().contains(QStringLiteral("nächsten Start")), qPrintable(m_bench->message()));
    QVERIFY(m_bench->restart());
    QVERIFY(m_bench->named<QAction>("view.language.de")->isChecked());
    QVERIFY(!m_bench->named<QAction>("view.language.system")->isChecked());
    m_bench->trigger("view.language.en");
    QVERIFY(languageSetting() == Language::English);
}

void TestTranslations::othersReadEnglish()
{
    openInGerman();
    QTemporaryDir folders;
    const std::vector<FigureFormat> data { FigureFormat::Csv, FigureFormat::Json, FigureFormat::Tikz };
    const auto written = [&](const char* name) {
        ExportOrder order { { "split", "memory", "frontier" }, data, {}, folders.filePath(QString::fromLatin1(name)) };
        if (!exportFigures(m_bench->window().figureContent(), order)) {
            return QByteArray();
        }
        QByteArray all;
        for (const std::string& chart : order.charts) {
            for (const FigureFormat format : data) {
                all += contentOf(order.folder + u'/' + toQString(chart) + u'.' + toQString(formatName(format)));
            }
        }
        return all;
    };
    const QByteArray inGerman = written("de");
    applyLanguage(*qApp, Language::English);
    const QByteArray inEnglish = written("en");
    QVERIFY(inEnglish.size() > 1000);
    QVERIFY(inGerman == inEnglish);

    applyLanguage(*qApp, Language::German);
    QCOMPARE(QCoreApplication::translate("any", "&File"), QStringLiteral("&Datei"));
    {
        const InEnglish english;
        QCOMPARE(QCoreApplication::translate("any", "&File"), QStringLiteral("&File"));
    }
    QCOMPARE(QCoreApplication::translate("any", "&File"), QStringLiteral("&Datei"));
}

void TestTranslations::numbersKeepThePoint()
{
    QLocale::setDefault(QLocale(QLocale::German));
    applyLanguage(*qApp, Language::German);
    QCOMPARE(QLocale().toString(0.5), QStringLiteral("0.5"));
    QCOMPARE(QStringLiteral("%L1").arg(1.5), QStringLiteral("1.5"));
}

QTEST_MAIN(TestTranslations)
#include "tst_translations.moc"
