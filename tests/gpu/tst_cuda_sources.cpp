// SPDX-License-Identifier: MIT
// What CUDA's sources must not say, read as text: a compiler takes it, and a device suffers.
#include <QDirIterator>
#include <QProcess>
#include <QRegularExpression>
#include <QtTest>

namespace {

/// Launches of the text that do not name their stream: <<<blocks, threads, shared, stream>>>.
QStringList launchesWithoutStream(const QString& text)
{
    QStringList found;
    const QRegularExpression launch("<<<(.*?)>>>", QRegularExpression::DotMatchesEverythingOption);
    for (auto match = launch.globalMatch(text); match.hasNext();) {
        const QString arguments = match.next().captured(1);
        int depth = 0;
        int commas = 0;
        for (const QChar c : arguments) {
            depth += c == '(' || c == '{' ? 1 : 0;
            depth -= c == ')' || c == '}' ? 1 : 0;
            commas += depth == 0 && c == ',' ? 1 : 0;
        }
        if (commas != 3) {
            found << arguments;
        }
    }
    return found;
}

/// Calls of CUDA or cuBLASLt whose code nobody looks at: those that begin a statement.
QStringList uncheckedCalls(const QString& text)
{
    QStringList found;
    const QRegularExpression call("(?:^|[;{}])\\s*(cuda[A-Z]\\w*|cublas\\w*)\\s*\\(");
    for (auto match = call.globalMatch(text); match.hasNext();) {
        found << match.next().captured(1);
    }
    return found;
}

QStringList sources()
{
    QStringList files;
    const QString root = QString(SUBLINEAR_TEST_DATA) + "/../..";
    for (const QString& folder : { root + "/gpu/cuda", root + "/gpu/kernels" }) {
        QDirIterator each(folder, { "*.cu", "*.h", "*.cpp" }, QDir::Files, QDirIterator::Subdirectories);
        while (each.hasNext()) {
            files << each.next();
        }
    }
    return files;
}

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TestCudaSources : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void verifySaysWhatItRuns();
    void faultsAreFound();
    void everyLaunchNamesItsStream();
    void everyCodeIsLookedAt();
    void nothingIsManaged();
};

void TestCudaSources::faultsAreFound()
{
    QCOMPARE(launchesWithoutStream("k<<<f(a, b), 2, 0, stream>>>(x);"), QStringList());
    QCOMPARE(launchesWithoutStream("k<T><<<dim3(1, 2),\n 2>>>(x);"), QStringList { "dim3(1, 2),\n 2" });
    QCOMPARE(launchesWithoutStream("k<<<1, 2, 0>>>(x); k<<<1, 2, 0, s>>>(x);"), QStringList { "1, 2, 0" });
    QCOMPARE(uncheckedCalls("int f() {\n    cudaFree(x);\n return codeOf(cudaFree(x)); }"), QStringList { "cudaFree" });
    QCOMPARE(uncheckedCalls("if (cudaFree(x) == 0) { a(); } b = cublasLtMatmul(); static_cast<void>(cudaFree(y));"),
        QStringList());
}

void TestCudaSources::everyLaunchNamesItsStream()
{
    int launches = 0;
    for (const QString& path : sources()) {
        const QString text = textOf(path);
        launches += static_cast<int>(text.count("<<<"));
        QVERIFY2(
            launchesWithoutStream(text).isEmpty(), qPrintable(path + ": " + launchesWithoutStream(text).join('\n')));
    }
    QVERIFY(launches > 0);
}

void TestCudaSources::everyCodeIsLookedAt()
{
    for (const QString& path : sources()) {
        const QStringList calls = uncheckedCalls(textOf(path));
        QVERIFY2(calls.isEmpty(), qPrintable(path + ": " + calls.join(", ")));
    }
}

// Managed memory spills to the host without a word, and every figure is wrong from then on.
void TestCudaSources::nothingIsManaged()
{
    for (const QString& path : sources()) {
        QVERIFY2(!textOf(path).contains("cudaMallocManaged"), qPrintable(path));
    }
}

// The script for a machine with a GPU, where there is none: every step of it, on the device that was asked for.
void TestCudaSources::verifySaysWhatItRuns()
{
    const auto run = [](const QStringList& arguments) {
        QProcess script;
        script.start(QString(SUBLINEAR_TEST_DATA) + "/../../gpu/verify", arguments);
        script.waitForFinished();
        return std::pair(script.exitCode(), QString::fromUtf8(script.readAllStandardOutput()).split('\n'));
    };
    const auto [code, lines] = run({ "cuda:3", "--dry-run" });
    QCOMPARE(code, 0);
    const auto count = [&lines = lines](const QString& pattern) {
        return static_cast<int>(lines.filter(QRegularExpression(pattern)).size());
    };
    QCOMPARE(count("cmake -S .* -DSUBLINEAR_APP=OFF .*-DSUBLINEAR_CUDA=ON .*ARCHITECTURES=AUTO"), 1);
    QCOMPARE(count("cmake --build .* --target sublinear-microrun$"), 1);
    QCOMPARE(count("microrun --self-test --full --device cuda:3$"), 1);
    QCOMPARE(count("microrun run --device cuda:3 .* --out build/verify/(cuda|bf16).json "), 2);
    QCOMPARE(count("microrun run --device cpu .* --out build/verify/cpu.json "), 1);
    QCOMPARE(count("gpu/beside_pytorch .*--device cuda:3 "), 1);
    QCOMPARE(count("compute-sanitizer --tool (memcheck|racecheck|initcheck) .* recipe.dtype=(fp32|bf16) "), 6);
    const auto [compileCode, compile] = run({ "--dry-run", "--compile" });
    QCOMPARE(compileCode, 0);
    QVERIFY(compile.filter("ARCHITECTURES=all").size() == 1 && compile.filter("self-test").isEmpty());
    QCOMPARE(run({ "cuda:0", "--everything" }).first, 1);
}

QTEST_APPLESS_MAIN(TestCudaSources)
#include "tst_cuda_sources.moc"
