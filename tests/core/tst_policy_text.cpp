// SPDX-License-Identifier: MIT
#include "core/policy/policy.h"

#include <QtTest>

using namespace sublinear;

class TestPolicyText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void table();
    void roundTrip_data();
    void roundTrip();
    void accepted_data();
    void accepted();
    void refused_data();
    void refused();
};

void TestPolicyText::table()
{
    QCOMPARE(allPolicies().size(), std::size_t { 10 });
    for (const PolicyInfo& info : allPolicies()) {
        QVERIFY(findPolicy(info.text) == &info);
        QVERIFY(&policyInfo(info.id) == &info);
        QVERIFY(!info.name.empty() && !info.keeps.empty() && !info.flag.empty() && !info.law.empty());
    }
    QVERIFY(findPolicy("articles") == nullptr);
    QVERIFY(findPolicy("") == nullptr);
}

void TestPolicyText::roundTrip_data()
{
    QTest::addColumn<QString>("list");
    for (const char* list :
        { "store_all", "article", "article:4", "segments:1", "every_nth:2", "first_m:0", "first_m:8", "two_level:4",
            "selective", "selective:gelu+norms", "recursive", "revolve:4", "optimal:20GiB", "optimal:1536MiB",
            "optimal:1000",
            "store_all,article:4,segments:1,every_nth:2,first_m:8,two_level:4,selective:gelu+norms,recursive,revolve:4,"
            "optimal:20GiB" }) {
        QTest::addRow("%s", list) << QString(list);
    }
}

void TestPolicyText::roundTrip()
{
    QFETCH(QString, list);
    const Result<std::vector<PolicySpec>> specs = parsePolicies(list.toStdString());
    QVERIFY2(specs.ok(), specs ? "" : specs.error().message.c_str());
    QStringList texts;
    for (const PolicySpec& spec : *specs) {
        texts.append(QString::fromStdString(policyText(spec)));
    }
    QCOMPARE(texts.join(','), list);
}

void TestPolicyText::accepted_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("written");
    QTest::addRow("blanks") << " article : 4 , segments "
                            << "article:4,segments";
    QTest::addRow("1024 MiB are 1 GiB") << "optimal:1024MiB"
                                        << "optimal:1GiB";
    QTest::addRow("a tensor named twice") << "selective:gelu+gelu"
                                          << "selective:gelu";
    QTest::addRow("twice the same") << "article:4,article:4"
                                    << "article:4,article:4";
}

void TestPolicyText::accepted()
{
    QFETCH(QString, list);
    QFETCH(QString, written);
    const Result<std::vector<PolicySpec>> specs = parsePolicies(list.toStdString());
    QVERIFY(specs.ok());
    QStringList texts;
    for (const PolicySpec& spec : *specs) {
        texts.append(QString::fromStdString(policyText(spec)));
    }
    QCOMPARE(texts.join(','), written);
}

void TestPolicyText::refused_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("named"); // what the message must say
    QTest::addRow("nothing") << ""
                             << "one of store_all";
    QTest::addRow("only a comma") << ","
                                  << "one of store_all";
    QTest::addRow("a comma at the end") << "article:4,"
                                        << "one of store_all";
    QTest::addRow("misspelt") << "artcle:4"
                              << "article";
    QTest::addRow("other case") << "Article:4"
                                << "article";
    QTest::addRow("K of 0") << "article:0"
                            << "article:K";
    QTest::addRow("negative K") << "segments:-1"
                                << "segments:K";
    QTest::addRow("fraction") << "two_level:1.5"
                              << "two_level:K";
    QTest::addRow("no number behind the colon") << "article:"
                                                << "article:K";
    QTest::addRow("words") << "every_nth:four"
                           << "every_nth:K";
    QTest::addRow("too large") << "article:99999999999999999999"
                               << "article:K";
    QTest::addRow("negative m") << "first_m:-1"
                                << "first_m:m";
    QTest::addRow("store_all with a number") << "store_all:3"
                                             << "store_all without a number";
    QTest::addRow("recursive with a number") << "recursive:3"
                                             << "recursive without a number";
    QTest::addRow("unknown tensor") << "selective:gelu+norm"
                                    << "norms";
    QTest::addRow("empty tensor") << "selective:gelu+"
                                  << "one of attention";
    QTest::addRow("budget of nothing") << "optimal:0"
                                       << "bytes such as 20GiB";
    QTest::addRow("budget of a part of a byte") << "optimal:2.63GiB"
                                                << "whole bytes such as 20GiB or 6500MiB";
    QTest::addRow("budget in words") << "optimal:much"
                                     << "bytes such as 20GiB";
}

void TestPolicyText::refused()
{
    QFETCH(QString, list);
    QFETCH(QString, named);
    const Result<std::vector<PolicySpec>> specs = parsePolicies(list.toStdString());
    QVERIFY(!specs.ok());
    const QString message = QString::fromStdString(specs.error().message);
    QVERIFY2(message.startsWith("policies: ") && message.contains("is not accepted; it takes "), qPrintable(message));
    QVERIFY2(message.contains(named), qPrintable(message));
    QVERIFY(!message.contains('\n'));
    QCOMPARE(specs.error().field, std::string("policies"));
}

QTEST_APPLESS_MAIN(TestPolicyText)
#include "tst_policy_text.moc"
