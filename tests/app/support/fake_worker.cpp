// SPDX-License-Identifier: MIT
#include "tests/app/support/fake_worker.h"

#include <QFile>

namespace sublinear::testing {

namespace {

QByteArray line(const char* type, int seq, const QByteArray& members)
{
    return QByteArray(R"({"type":")") + type + R"(","seq":)" + QByteArray::number(seq) + R"(,"id":"a")"
        + (members.isEmpty() ? "" : "," + members) + "}\n";
}

QByteArray number(const char* name, qint64 value)
{
    return QByteArray("\"") + name + "\":" + QByteArray::number(value);
}

} // namespace

FakeWorkers::FakeWorkers()
{
    if (!m_folder.isValid()) {
        qFatal("no folder for scripts");
    }
}

QString FakeWorkers::script(const QByteArray& body)
{
    const QString path = m_folder.filePath(QStringLiteral("worker%1.sh").arg(++m_scripts));
    const QByteArray pidFile = m_folder.filePath(QStringLiteral("pid")).toUtf8();
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\necho $$ > '" + pidFile + "'\n" + body) < 0) {
        qFatal("no script");
    }
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

qint64 FakeWorkers::lastPid() const
{
    QFile file(m_folder.filePath(QStringLiteral("pid")));
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toLongLong() : 0;
}

bool FakeWorkers::lastIsGone() const
{
    const qint64 pid = lastPid();
    return pid > 0 && !QFile::exists(QStringLiteral("/proc/%1").arg(pid));
}

QByteArray FakeWorkers::says(const QByteArray& text)
{
    return "cat <<'END_OF_TEXT'\n" + text + "END_OF_TEXT\n";
}

QByteArray FakeWorkers::withDevices(const QByteArray& body)
{
    return "if [ \"$1\" = --list-devices ]; then\n"
        + says(R"({"devices":[{"id":"cpu","kind":"cpu","name":"Fake CPU","threads":2,"memory_bytes":8589934592},)"
               R"({"id":"cuda:0","kind":"cuda","name":"Fake GPU","memory_bytes":85899345920}],"cuda":{}})"
               "\n")
        + "exit 0\nfi\n" + body;
}

QByteArray FakeWorkers::hello()
{
    return line("hello", 0, R"("protocol":1,"device":{"name":"Fake","kind":"cpu"},"versions":{})");
}

QByteArray FakeWorkers::plan(int seq)
{
    return line("plan", seq,
        R"("requested":{},"run":{"model":{"layers":4}},)"
        R"("substitutions":[{"path":"model.layers","from":32,"to":4,"why":"the time allowed"}],"seed":1,"threads":1,)"
        R"("date":"2025-01-31T12:00:00Z",)"
        R"("expected":[)"
        R"({"policy":"store_all","k":null,"predicted_peak_bytes":4194304,"static_bytes":1048576,"ns":2000000000},)"
        R"({"policy":"segments","k":1,"predicted_peak_bytes":2097152,"static_bytes":1048576,"ns":3000000000},)"
        R"({"policy":"segments","k":2,"predicted_peak_bytes":3145728,"static_bytes":1048576,"ns":3000000000}])");
}

QByteArray FakeWorkers::result(
    int seq, const QByteArray& policy, const QByteArray& k, qint64 predicted, qint64 measured, qint64 stepNs)
{
    return line("result", seq,
        R"("policy":")" + policy + R"(","k":)" + k + "," + number("predicted_peak_bytes", predicted) + ","
            + number("measured_peak_bytes", measured) + R"(,"static_bytes":1048576,"step_ns":{"median":)"
            + QByteArray::number(stepNs) + R"(},"gradients_identical":true,"valid":true)");
}

QByteArray FakeWorkers::error(int seq, const QByteArray& kind, const QByteArray& message, int point)
{
    return line("error", seq,
        R"("class":")" + kind + R"(","message":")" + message + "\""
            + (point >= 0 ? "," + number("point", point) : QByteArray()));
}

QByteArray FakeWorkers::progress(int seq, int point, double done, qint64 leftNs)
{
    return line("progress", seq,
        number("point", point) + R"(,"points":3,"phase":"timing","done":)" + QByteArray::number(done) + ","
            + number("left_ns", leftNs));
}

QByteArray FakeWorkers::ended(int seq)
{
    return line("progress", seq, R"("point":3,"points":3,"phase":"ended","done":1,"left_ns":0)");
}

QByteArray FakeWorkers::bye(int seq, int points, int errors)
{
    return line("bye", seq, number("points", points) + "," + number("errors", errors));
}

} // namespace sublinear::testing
