// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "core/catalog/catalog.h"
#include "core/catalog/embedded.h"
#include "core/catalog/preset_files.h"
#include "core/plan/evaluate.h"
#include "core/scenario/fields.h"
#include "core/scenario/resolve.h"

#include <QtTest>

#include <set>

using namespace sublinear;

namespace {

template <class T> QByteArray complaint(const Result<T>& result)
{
    return result ? QByteArray() : QByteArray::fromStdString(result.error().message);
}

template <class List> bool idsAreUnique(const List& list)
{
    std::set<std::string> ids;
    for (const auto& entry : list) {
        ids.insert(entry.id);
    }
    return ids.size() == list.size();
}

std::string modelsFile(const std::string& entry)
{
    return R"({"format": "sublinear-models", "version": 1, "models": [)" + entry + "]}";
}

std::string modelEntry(const std::string& model, const std::string& more = {})
{
    return R"({"id": "x", "name": "X", "family": "f", "max_sequence": 1, "published_parameters": 1,
               "published_is_exact": true, "computed_parameters": 1, "sources": [], "model": )"
        + model + more + "}";
}

} // namespace

class CatalogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void embeddedFilesAreRead();
    void idsAreUnique_data();
    void idsAreUnique();
    void everyModelResolvesOrSaysWhyNot_data();
    void everyModelResolvesOrSaysWhyNot();
    void modelFieldsAreInRange();
    void capacity_data();
    void capacity();
    void gpuFigures();
    void everyScenarioResolves_data();
    void everyScenarioResolves();
    void storiesAreTrue();
    void articleRows_data();
    void articleRows();
    void brokenFilesAreRefused_data();
    void brokenFilesAreRefused();
    void unknownIdsAreNotFound();
};

void CatalogTest::embeddedFilesAreRead()
{
    const auto models = readModelPresets(embedded::modelsJson);
    const auto gpus = readGpuPresets(embedded::gpusJson);
    const auto scenarios = readScenarioPresets(embedded::scenariosJson);
    QVERIFY2(models.ok(), complaint(models).constData());
    QVERIFY2(gpus.ok(), complaint(gpus).constData());
    QVERIFY2(scenarios.ok(), complaint(scenarios).constData());
    QCOMPARE(models->size(), std::size_t { 93 });
    QCOMPARE(gpus->size(), std::size_t { 41 });
    QCOMPARE(scenarios->size(), std::size_t { 11 });
    QCOMPARE(modelPresets().size(), models->size());
    QCOMPARE(gpuPresets().size(), gpus->size());
    QCOMPARE(scenarioPresets().size(), scenarios->size());
}

void CatalogTest::idsAreUnique_data()
{
    QTest::addColumn<bool>("unique");
    QTest::addColumn<bool>("expected");
    std::vector<ModelPreset> twice(modelPresets().begin(), modelPresets().end());
    twice.push_back(twice.front());
    QTest::addRow("models") << ::idsAreUnique(modelPresets()) << true;
    QTest::addRow("gpus") << ::idsAreUnique(gpuPresets()) << true;
    QTest::addRow("scenarios") << ::idsAreUnique(scenarioPresets()) << true;
    QTest::addRow("control: one twice") << ::idsAreUnique(twice) << false;
}

void CatalogTest::idsAreUnique()
{
    QFETCH(bool, unique);
    QTEST(unique, "expected");
}

void CatalogTest::everyModelResolvesOrSaysWhyNot_data()
{
    QTest::addColumn<QString>("id");
    for (const ModelPreset& model : modelPresets()) {
        QTest::addRow("%s", model.id.c_str()) << QString::fromStdString(model.id);
    }
}

void CatalogTest::everyModelResolvesOrSaysWhyNot()
{
    QFETCH(QString, id);
    const ModelPreset* preset = findModelPreset(id.toStdString());
    QVERIFY(preset != nullptr);
    Scenario scenario;
    scenario.model.preset = preset->id;
    const Result<ResolvedScenario> resolved = resolve(scenario);
    QCOMPARE(resolved.ok(), preset->notModelled.empty());
    if (!resolved) {
        QVERIFY(complaint(resolved).contains(preset->notModelled.c_str()));
        return;
    }
    QCOMPARE(resolved->model.layers, *preset->shape.layers);
    QCOMPARE(resolved->model.dModel, *preset->shape.dModel);
    QCOMPARE(resolved->model.headDim, *preset->shape.headDim);
    QCOMPARE(resolved->model.kvHeads, *preset->shape.kvHeads);
    QCOMPARE(resolved->model.vocab, preset->shape.vocab);
    QCOMPARE(resolved->model.experts, preset->shape.experts.value_or(0));
    QCOMPARE(resolved->model.name, std::optional(preset->name));
}

void CatalogTest::modelFieldsAreInRange()
{
    std::set<std::string> families;
    for (const ModelPreset& model : modelPresets()) {
        Scenario scenario;
        scenario.model = model.shape;
        for (const Field& field : allFields()) {
            const FieldValue value = field.get(scenario);
            if (!std::holds_alternative<std::monostate>(value)) {
                const Status status = checkFieldValue(field, value);
                QVERIFY2(status.ok(), complaint(status).constData());
            }
        }
        QVERIFY2(model.computedParameters > 0 && model.publishedParameters > 0, model.id.c_str());
        QVERIFY2(model.maxSequence >= 512, model.id.c_str());
        QVERIFY2(!model.sources.empty(), model.id.c_str());
        families.insert(model.family);
    }
    QCOMPARE(families.size(), std::size_t { 28 });
}

void CatalogTest::capacity_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<CapacityBasis>("basis");
    const auto row = [](const char* id, qint64 bytes, CapacityBasis basis) {
        QTest::addRow("%s", id) << QString::fromLatin1(id) << bytes << basis;
    };
    row("80gib-article", 85'899'345'920, CapacityBasis::Article);
    row("a10", 23028 * kMiB, CapacityBasis::Driver);
    row("l4", 23034 * kMiB, CapacityBasis::Driver);
    row("h200-sxm", 143155 * kMiB, CapacityBasis::CudaVisible);
    row("a100-sxm4-80gb", 81050 * kMiB, CapacityBasis::CudaVisible);
    row("a100-pcie-80gb", 81920 * kMiB, CapacityBasis::Driver);
    row("l40", 48 * kGiB, CapacityBasis::Marketed);
}

void CatalogTest::capacity()
{
    QFETCH(QString, id);
    const GpuPreset* gpu = findGpuPreset(id.toStdString());
    QVERIFY(gpu != nullptr);
    QTEST(qint64 { gpu->memoryBytes }, "bytes");
    QTEST(gpu->capacityBasis, "basis");
}

void CatalogTest::gpuFigures()
{
    QCOMPARE(gpuPresets().front().id, std::string(kDefaultGpu));
    QCOMPARE(gpuPresets().front().name, std::string("80 GiB (article)"));
    for (const GpuPreset& gpu : gpuPresets()) {
        QVERIFY2(gpu.memoryBytes >= 8 * kGiB - 4 * kMiB && gpu.memoryBytes <= 288 * kGiB, gpu.id.c_str());
        QVERIFY2(gpu.id == kDefaultGpu || gpu.tflopsFp16.has_value(), gpu.id.c_str());
        for (const auto& rate : { gpu.tflopsFp32, gpu.tflopsTf32, gpu.tflopsFp16, gpu.tflopsBf16, gpu.bandwidthGBs }) {
            QVERIFY2(!rate || (*rate > 0 && *rate <= 10000), gpu.id.c_str());
        }
    }
    QCOMPARE(findGpuPreset("h200-sxm")->tflopsBf16, std::optional(989.0));
    QCOMPARE(findGpuPreset("a100-sxm4-80gb")->bandwidthGBs, std::optional(2039.0));
    QVERIFY(!findGpuPreset("t4")->tflopsBf16.has_value());
}

void CatalogTest::everyScenarioResolves_data()
{
    QTest::addColumn<QString>("id");
    for (const ScenarioPreset& preset : scenarioPresets()) {
        QTest::addRow("%s", preset.id.c_str()) << QString::fromStdString(preset.id);
    }
}

void CatalogTest::everyScenarioResolves()
{
    QFETCH(QString, id);
    const ScenarioPreset* preset = findScenarioPreset(id.toStdString());
    QVERIFY(preset != nullptr);
    const Result<ResolvedScenario> resolved = resolve(preset->scenario);
    QVERIFY2(resolved.ok(), complaint(resolved).constData());
    QVERIFY(!preset->story.empty() && preset->story.find('\n') == std::string::npos);
    QVERIFY(resolved->device.memoryBytes > 0);
    // a real model's count comes from its shape, and moves with it
    QVERIFY(!preset->scenario.model.preset || !preset->scenario.model.parameters);
}

// What the stories of real models say is so.
void CatalogTest::storiesAreTrue()
{
    const auto of = [](const char* id, const char* change = "") {
        Scenario scenario = findScenarioPreset(id)->scenario;
        if (*change != '\0' && !applySet(scenario, change)) {
            qFatal("%s", change);
        }
        return *evaluate(scenario);
    };
    const auto fitting = [](const Evaluation& evaluation) {
        return std::count_if(
            evaluation.sweep.begin(), evaluation.sweep.end(), [](const SweepRow& row) { return row.fits; });
    };
    const Evaluation small = of("gpt2-124m-24gb");
    QVERIFY(small.memory.fits && 2 * small.memory.bytesOf(MemoryKind::Logits) > small.memory.totalBytes);
    const Evaluation deep = of("gpt2-1558m-a100-40gb");
    const auto least = std::min_element(deep.sweep.begin(), deep.sweep.end(),
        [](const SweepRow& a, const SweepRow& b) { return a.totalBytes < b.totalBytes; });
    QVERIFY(deep.memory.fits && *least->k > 1 && *least->k < 48);
    const Evaluation llama = of("llama3.2-1b-24gb");
    const Bytes states = llama.memory.bytesOf(MemoryKind::Parameters) + llama.memory.bytesOf(MemoryKind::Gradients)
        + llama.memory.bytesOf(MemoryKind::Optimizer);
    QVERIFY(llama.memory.fits && 2 * states > llama.memory.capacityBytes);
    QVERIFY(of("llama3-8b-a100-80gb").memory.fits);
    QCOMPARE(fitting(of("llama3-8b-a100-80gb", "recipe.optimizer=adamw")), 0);
    const Evaluation wide = of("llama3-8b-h200");
    const auto longest = fitting(wide);
    QVERIFY(!wide.memory.fits && longest > 0 && longest < 32);
}

void CatalogTest::articleRows_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<qint64>("layers");
    QTest::addColumn<qint64>("dModel");
    QTest::addColumn<qint64>("batch");
    QTest::addColumn<qint64>("sequence");
    const auto row = [](const char* id, qint64 parameters, qint64 layers, qint64 width, qint64 batch, qint64 sequence) {
        QTest::addRow("%s", id) << QString::fromLatin1(id) << parameters << layers << width << batch << sequence;
    };
    row("article", 0, 32, 4096, 4, 2048);
    row("article-6.4b-b4", 6'400'000'000, 32, 4096, 4, 2048);
    row("article-6.4b-b2", 6'400'000'000, 32, 4096, 2, 2048);
    row("article-3.1b-b8", 3'100'000'000, 32, 3072, 8, 2048);
    row("article-6.4b-b2-s4096", 6'400'000'000, 32, 4096, 2, 4096);
    row("article-13b-b2", 13'000'000'000, 40, 5120, 2, 2048);
}

void CatalogTest::articleRows()
{
    QFETCH(QString, id);
    QFETCH(qint64, layers);
    QFETCH(qint64, dModel);
    const ScenarioPreset* preset = findScenarioPreset(id.toStdString());
    QVERIFY(preset != nullptr);
    const Result<ResolvedScenario> resolved = resolve(preset->scenario);
    QVERIFY2(resolved.ok(), complaint(resolved).constData());
    QTEST(qint64 { resolved->model.parameters.value_or(0) }, "parameters");
    QCOMPARE(resolved->model.layers, layers);
    QCOMPARE(resolved->model.dModel, dModel);
    QCOMPARE(resolved->model.dFfn, 4 * dModel);
    QCOMPARE(resolved->model.headDim, Count { 128 });
    QTEST(qint64 { resolved->workload.batch }, "batch");
    QTEST(qint64 { resolved->workload.sequence }, "sequence");
    QCOMPARE(resolved->device.memoryBytes, 80 * kGiB);
    QCOMPARE(resolved->accounting, Accounting::Article);
    QCOMPARE(resolved->checkpointing.policy, PolicyId::Article);
    const std::vector<Count> expected { 1, 2, 4, 8, 16, layers };
    QVERIFY(resolved->checkpointing.candidates == expected);
}

void CatalogTest::brokenFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("message"); // empty: accepted
    const auto row = [](const char* name, const std::string& file, const char* message) {
        QTest::addRow("%s", name) << QByteArray::fromStdString(file) << QByteArray(message);
    };
    row("control: whole", modelsFile(modelEntry(R"({"layers": 2})")), "");
    row("cut short", modelsFile(modelEntry(R"({"layers": 2})")).substr(0, 40), "sublinear-models: ");
    row("other format", R"({"format": "sublinear-gpus", "version": 1, "models": []})", "has another format or version");
    row("newer", R"({"format": "sublinear-models", "version": 2, "models": []})", "has another format or version");
    row("no list", R"({"format": "sublinear-models", "version": 1})", "sublinear-models has no models");
    row("no object", modelsFile("3"), "an entry is not an object");
    row("no shape", modelsFile(modelEntry("null")), "x model is not an object");
    row("unknown field", modelsFile(modelEntry(R"({"layrs": 2})")), "x model.layrs: unknown field");
    row("out of range", modelsFile(modelEntry(R"({"layers": 0})")), "x model.layers: \"0\" is not accepted");
    row("preset inside", modelsFile(modelEntry(R"({"preset": "gpt2-124m"})")), "x names a preset in its own shape");
    row("unknown key", modelsFile(modelEntry(R"({"layers": 2})", R"(, "nots": "")")), "x has an unknown key nots");
    row("wrong type", modelsFile(modelEntry(R"({"layers": 2})", R"(, "notes": 3)")), "x notes is not a text");
}

void CatalogTest::brokenFilesAreRefused()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, message);
    const auto models = readModelPresets(std::string_view(file.constData(), static_cast<std::size_t>(file.size())));
    QCOMPARE(models.ok(), message.isEmpty());
    QVERIFY2(complaint(models).contains(message), complaint(models).constData());
}

void CatalogTest::unknownIdsAreNotFound()
{
    QVERIFY(findModelPreset("") == nullptr);
    QVERIFY(findModelPreset("gpt2-124M") == nullptr);
    QVERIFY(findGpuPreset("a1000") == nullptr);
    QVERIFY(findScenarioPreset("nothing") == nullptr);
}

QTEST_APPLESS_MAIN(CatalogTest)
#include "tst_catalog.moc"
