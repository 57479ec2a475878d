// SPDX-License-Identifier: MIT
// What is advised in training accounting: every alternative, taken, gives the total it promised,
// and none of the list is better than the first.
#include "core/catalog/catalog.h"
#include "core/plan/evaluate.h"
#include "core/plan/verdict.h"
#include "core/schedule/policies.h"
#include "core/training/largest_sequence.h"
#include "core/training/lengths.h"
#include "core/training/optimal_alternative.h"
#include "scenario_text.h"

#include <QTest>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

Evaluation evaluated(const Scenario& scenario)
{
    const Result<Evaluation> made = evaluate(scenario);
    if (!made) {
        qFatal("%s", made.error().message.c_str());
    }
    return *made;
}

Scenario training(const QByteArray& assignments)
{
    return given("accounting=training " + assignments);
}

const Alternative* find(const Evaluation& evaluation, const char* part)
{
    for (const Alternative& alternative : evaluation.recommendation.alternatives) {
        if (bytesOf(alternative.change).contains(part)) {
            return &alternative;
        }
    }
    return nullptr;
}

// A scenario with an alternative taken: a policy of --policies or assignments of --set.
Scenario taken(Scenario scenario, const std::string& change)
{
    std::string assignments = change;
    if (change.find('=') == std::string::npos) {
        const Result<std::vector<PolicySpec>> specs = parsePolicies(change);
        if (!specs) {
            qFatal("%s", change.c_str());
        }
        const PolicySpec& spec = specs->front();
        assignments = "checkpointing.policy=" + std::string(policyInfo(spec.id).text);
        if (spec.number) {
            assignments += " " + std::string(numberField(spec.id)) + "=" + std::to_string(*spec.number);
        }
        if (!spec.tensors.empty()) {
            scenario.checkpointing.tensors = spec.tensors;
        }
    }
    for (const QByteArray& assignment : bytesOf(assignments).split(' ')) {
        if (!applySet(scenario, viewOf(assignment)).ok()) {
            qFatal("%s", assignments.c_str());
        }
    }
    return scenario;
}

} // namespace

class TestAdvice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void alternativesKeepTheirWord_data()
    {
        QTest::addColumn<QByteArray>("assignments");
        const auto row = [](const char* assignments) { QTest::addRow("%s", assignments) << QByteArray(assignments); };
        row("model.preset=gpt2-355m workload.batch=16 workload.sequence=1024 device.memory_bytes=16GiB "
            "checkpointing.policy=article");
        row("model.preset=gpt2-355m workload.batch=64 workload.sequence=1024 device.memory_bytes=10GiB "
            "checkpointing.policy=article checkpointing.k=2");
        row("model.preset=llama3.2-1b workload.batch=8 workload.sequence=8192 device.memory_bytes=24GiB "
            "checkpointing.policy=segments checkpointing.k=8");
        row("model.preset=llama3-8b workload.batch=1 workload.sequence=4096 checkpointing.policy=store_all");
        row("model.preset=gpt2-124m workload.batch=200 workload.sequence=1024 checkpointing.policy=store_all");
        row("model.preset=gpt2-124m workload.batch=64 workload.sequence=1024 device.memory_bytes=24GiB "
            "checkpointing.policy=revolve recipe.loss=chunked");
        // the peak is not the loss: chunking it changes nothing
        row("model.preset=mixtral-8x7b workload.batch=1 workload.sequence=1024 recipe.attention=fused "
            "checkpointing.policy=segments");
        // as little recomputed in fewer bytes
        row("model.preset=llama3.2-1b workload.batch=1 workload.sequence=2048 recipe.attention=fused "
            "recipe.loss=chunked checkpointing.policy=store_all");
        // a reserve that is all there is, and one that leaves some
        row("model.preset=gpt2-124m checkpointing.policy=segments device.reserve_bytes=100GiB");
        row("model.preset=gpt2-124m workload.batch=1 checkpointing.policy=segments device.reserve_bytes=79GiB");
        // nothing of `optimal` itself fits: what does is found by searches
        row("model.preset=gpt2-355m workload.batch=64 workload.sequence=1024 device.memory_bytes=10GiB "
            "checkpointing.policy=optimal");
        row("model.preset=gpt2-124m workload.batch=128 workload.sequence=1024 device.memory_bytes=16GiB "
            "checkpointing.policy=optimal checkpointing.budget_bytes=70GiB");
        row("model.preset=llama3-8b workload.batch=1 workload.sequence=2048 recipe.attention=fused "
            "checkpointing.policy=optimal");
    }

    void alternativesKeepTheirWord()
    {
        QFETCH(QByteArray, assignments);
        const Scenario scenario = training(assignments);
        Evaluation evaluation = evaluated(scenario);
        addOptimalAlternative(evaluation);
        const Recommendation& best = evaluation.recommendation;
        QVERIFY(!best.alternatives.empty());
        double first = -1;
        for (const Alternative& alternative : best.alternatives) {
            QVERIFY2(alternative.totalBytes != best.totalBytes
                    || alternative.change.find("memory_bytes=") != std::string::npos,
                alternative.change.c_str());
            const Evaluation after = evaluated(taken(scenario, alternative.change));
            QVERIFY2(after.memory.totalBytes == alternative.totalBytes, alternative.change.c_str());
            QCOMPARE(after.memory.fits, alternative.fits);
            if (alternative.extraForwardFraction) {
                const double extra = after.chosen.extraForwardFraction;
                QCOMPARE(extra, *alternative.extraForwardFraction);
                const bool ties = extra == best.extraForwardFraction && alternative.totalBytes < best.totalBytes;
                QVERIFY(alternative.fits && (!best.fits || extra < best.extraForwardFraction || ties));
                // one of those with the same bytes
                QCOMPARE(std::count_if(best.alternatives.begin(), best.alternatives.end(),
                             [&](const Alternative& each) {
                                 return each.extraForwardFraction && each.totalBytes == alternative.totalBytes;
                             }),
                    1);
                QVERIFY2(first <= extra, alternative.change.c_str());
                first = std::max(first, extra);
            }
        }
    }

    // Below what any simple policy needs, states placed binomially still fit; with a search
    // besides, they are not the best.
    void revolveAndOptimalAreOffered()
    {
        const QByteArray model =
            "model.layers=48 model.d_model=1024 model.d_ffn=4096 model.heads=16 "
            "workload.batch=8 workload.sequence=1024 recipe.attention=fused device.reserve_bytes=0 "
            "checkpointing.policy=segments ";
        const Evaluation roomy = evaluated(training(model));
        const auto least = std::min_element(roomy.sweep.begin(), roomy.sweep.end(),
            [](const SweepRow& a, const SweepRow& b) { return a.totalBytes < b.totalBytes; });
        const QByteArray tight =
            model + "device.memory_bytes=" + QByteArray::number(qint64(least->totalBytes - 300 * 1024 * 1024));
        Evaluation evaluation = evaluated(training(tight));
        QVERIFY(!evaluation.recommendation.fits);
        QVERIFY(find(evaluation, "revolve:") != nullptr);
        const double simple = *evaluation.recommendation.alternatives.front().extraForwardFraction;
        addOptimalAlternative(evaluation);
        const Alternative& first = evaluation.recommendation.alternatives.front();
        QVERIFY2(first.change.rfind("optimal:", 0) == 0, first.change.c_str());
        QVERIFY(*first.extraForwardFraction < simple);
    }

    // With everything kept there is nothing for a search to gain.
    void nothingToGain()
    {
        Evaluation evaluation = evaluated(
            training("model.preset=gpt2-124m workload.batch=1 workload.sequence=256 checkpointing.policy=article"));
        QVERIFY(evaluation.recommendation.fits);
        QCOMPARE(evaluation.recommendation.extraForwardFraction, 0.0);
        QVERIFY(!optimalAlternative(evaluation));
        Scenario article;
        article.workload.batch = 1;
        article.checkpointing.k = 1;
        QVERIFY(!optimalAlternative(evaluated(article)));
    }

    // Nothing fits: what to change instead, each with its number.
    void remedies()
    {
        const Evaluation evaluation = evaluated(
            training("model.preset=gpt2-355m workload.batch=64 workload.sequence=1024 device.memory_bytes=10GiB "
                     "recipe.attention=materialized checkpointing.policy=article checkpointing.k=2"));
        QVERIFY(!evaluation.recommendation.fits);
        for (const char* change : { "workload.batch=", "workload.sequence=", "recipe.attention=fused",
                 "recipe.loss=chunked", "recipe.optimizer=adam8bit", "parallel.data=" }) {
            const Alternative* remedy = find(evaluation, change);
            QVERIFY2(remedy != nullptr && remedy->totalBytes > 0, change);
        }
        QVERIFY(find(evaluation, "workload.batch=")->fits);
        // what is already so is not offered
        const Evaluation fused = evaluated(training(
            "model.preset=gpt2-355m workload.batch=64 workload.sequence=1024 device.memory_bytes=10GiB "
            "recipe.attention=fused recipe.loss=chunked recipe.optimizer=adam8bit parallel.data=4 parallel.zero=3 "
            "checkpointing.policy=article"));
        QVERIFY(!fused.recommendation.fits);
        for (const char* change : { "attention", "loss", "optimizer", "parallel" }) {
            QVERIFY2(find(fused, change) == nullptr, change);
        }
    }

    // Where no checkpointing setting and no smaller batch helps, something is said all the same.
    void lastResorts()
    {
        const Evaluation reserved = evaluated(training(
            "model.preset=gpt2-124m workload.batch=1 "
            "workload.sequence=256 recipe.loss=chunked checkpointing.policy=segments device.reserve_bytes=100GiB"));
        QVERIFY(!reserved.recommendation.fits);
        const Alternative* reserve = find(reserved, "device.reserve_bytes=");
        QVERIFY(reserve != nullptr && reserve->fits);
        QVERIFY(find(reserved, "device.memory_bytes=") != nullptr);
        const Evaluation article = evaluated(findScenarioPreset("article-13b-b2")->scenario);
        QCOMPARE(article.recommendation.alternatives.size(), std::size_t(1));
        QCOMPARE(bytesOf(article.recommendation.alternatives[0].change),
            QByteArray("checkpointing.k=8 device.memory_bytes=135GiB"));
    }

    // A row of `optimal` that was asked for and recomputes as little in fewer bytes.
    void tiesOfOptimal()
    {
        const Scenario scenario =
            training("model.preset=gpt2-124m workload.batch=1 workload.sequence=1024 checkpointing.policy=store_all");
        const Result<std::vector<PolicySpec>> optimal = parsePolicies("optimal");
        Result<Evaluation> result = evaluate(scenario, *optimal);
        QVERIFY(result.ok());
        Evaluation& evaluation = *result;
        QCOMPARE(evaluation.recommendation.extraForwardFraction, 0.0);
        const Bytes most = evaluation.recommendation.totalBytes;
        addOptimalAlternative(evaluation);
        const auto& listed = evaluation.recommendation.alternatives;
        for (const SweepRow& row : evaluation.compared) {
            if (row.extraForwardFraction == 0 && row.totalBytes < most) {
                QVERIFY(std::any_of(listed.begin(), listed.end(), [&](const Alternative& each) {
                    return each.totalBytes <= row.totalBytes && *each.extraForwardFraction == 0;
                }));
                return;
            }
        }
        QFAIL("no such row");
    }

    // States over the capacity: the fewest devices over which ZeRO-3 makes them fit.
    void fewestDevices()
    {
        const Scenario scenario = training("model.preset=llama3-8b workload.batch=1 workload.sequence=2048 "
                                           "recipe.attention=fused checkpointing.policy=segments checkpointing.k=1");
        const Evaluation evaluation = evaluated(scenario);
        QVERIFY(bytesOf(evaluation.recommendation.reason).contains("No checkpointing setting can help"));
        QVERIFY(find(evaluation, "workload.batch") == nullptr);
        const Alternative* shards = find(evaluation, "parallel.data=");
        QVERIFY(shards != nullptr && shards->fits);
        QCOMPARE(bytesOf(shards->change), QByteArray("parallel.data=2 parallel.zero=3"));
        const Scenario small = given("accounting=training model.preset=llama3-8b workload.batch=1 "
                                     "workload.sequence=2048 recipe.attention=fused checkpointing.policy=segments "
                                     "checkpointing.k=1 device.memory_bytes=24GiB");
        const Evaluation tight = evaluated(small);
        const Alternative* more = find(tight, "parallel.data=");
        QVERIFY(more != nullptr && more->fits);
        Scenario fewer = taken(small, more->change);
        fewer.parallel.data = *fewer.parallel.data / 2;
        QVERIFY(!evaluated(fewer).recommendation.fits);
    }

    void longestSequence_data()
    {
        QTest::addColumn<QByteArray>("assignments");
        const auto row = [](const char* assignments) { QTest::addRow("%s", assignments) << QByteArray(assignments); };
        row("model.layers=32");
        row("model.layers=32 checkpointing.policy=segments");
        row("accounting=training model.preset=llama3.2-1b workload.batch=2 checkpointing.policy=segments "
            "recipe.attention=fused");
        row("accounting=training model.preset=llama3.2-1b workload.batch=1 checkpointing.policy=every_nth "
            "recipe.loss=chunked parallel.tensor=4 parallel.sequence_parallel=true");
        row("accounting=training model.layers=12 model.d_model=768 model.d_ffn=3072 model.heads=12 "
            "model.vocab=50257 checkpointing.policy=article recipe.gradients=on_demand device.memory_bytes=12GiB");
    }

    // The longest fits and one token more does not.
    void longestSequence()
    {
        QFETCH(QByteArray, assignments);
        const Scenario scenario = given(assignments);
        const Evaluation evaluation = evaluated(scenario);
        const auto lengths = largestSequences(evaluation.scenario, evaluation.sweep);
        QCOMPARE(lengths.size(), evaluation.sweep.size());
        int checked = 0;
        for (std::size_t i = 0; i < lengths.size(); i += 3) {
            QVERIFY(lengths[i]);
            for (const Count length : { *lengths[i], *lengths[i] + 1 }) {
                Scenario at = scenario;
                at.checkpointing.k = evaluation.sweep[i].k;
                at.workload.sequence = length;
                if (length > 0) {
                    QCOMPARE(evaluated(at).memory.fits, length == *lengths[i]);
                    ++checked;
                }
            }
        }
        QVERIFY(checked > 4);
    }

    // Bytes taken from three lengths of an octave are those of the length itself, to the byte: also where
    // the loss is cut into chunks, devices share, or the positions are a table as long as the sequence.
    void lengthsAreAsLowered_data() { longestSequence_data(); }

    void lengthsAreAsLowered()
    {
        QFETCH(QByteArray, assignments);
        const Result<ResolvedScenario> scenario = resolve(given(assignments + " accounting=training"));
        QVERIFY(scenario.ok());
        const Schedule schedule = *makeSchedule(parsePolicies("segments:3")->front(), scenario->model.layers);
        Lengths lengths(*scenario, {});
        for (const Count length : { 5, 17, 100, 333, 777, 1500, 2900, 3333, 6001 }) {
            const auto stack = lengths.at(length);
            QVERIFY(stack != nullptr);
            const Wide peak = simulateRuns(stack->model, stack->table, schedule.runs).bytes;
            QCOMPARE(lengths.over(length, schedule.runs),
                double(Bytes(peak) + stack->states.totalBytes - stack->capacityBytes));
        }
    }

    void longestSequenceEnds()
    {
        // learned positions end the sequence
        const Evaluation gpt2 = evaluated(training("model.preset=gpt2-124m checkpointing.policy=segments"));
        QCOMPARE(largestSequences(gpt2.scenario, gpt2.sweep).front().value_or(-1), Count { 1024 });
        // one token is too long
        const Evaluation tiny = evaluated(given("device.memory_bytes=1GiB"));
        QCOMPARE(largestSequences(tiny.scenario, tiny.sweep).front().value_or(-1), Count { 0 });
    }

    // Every row of `optimal` has one, by its own schedule, and a search at that length finds one that fits.
    void longestSequenceOfOptimal()
    {
        const Scenario scenario = training("model.layers=12 model.d_model=768 model.d_ffn=3072 model.heads=12 "
                                           "model.vocab=50257 model.positions=rotary workload.batch=8 "
                                           "workload.sequence=1024 checkpointing.policy=optimal "
                                           "device.memory_bytes=12GiB");
        const Evaluation evaluation = evaluated(scenario);
        const auto lengths = largestSequences(evaluation.scenario, evaluation.sweep);
        bool longer = false;
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            const SweepRow& row = evaluation.sweep[i];
            QVERIFY(lengths[i]);
            QCOMPARE(*lengths[i] >= 1024, row.fits);
            longer = longer || *lengths[i] > 1024;
        }
        QVERIFY(longer && lengths.size() > 20);
        const std::size_t middle = lengths.size() / 2;
        Scenario at = scenario;
        at.workload.sequence = lengths[middle];
        QVERIFY(evaluated(at).recommendation.fits);
        // the last one is what drops the cheap tensors of every layer, which has a name of its own
        const Result<Evaluation> named = evaluate(scenario, *parsePolicies("selective:gelu+norms"));
        QVERIFY(named && named->compared.size() == 1);
        QCOMPARE(named->compared[0].totalBytes, evaluation.sweep.back().totalBytes);
        QCOMPARE(lengths.back(), largestSequences(named->scenario, named->compared)[0]);
        // beside another policy, and at a budget that is no point of the frontier
        PolicySpec spec;
        spec.id = PolicyId::Optimal;
        spec.number = *evaluation.sweep[middle].k + 1;
        const Result<Evaluation> beside = evaluate(training("model.layers=12 model.d_model=768"), std::array { spec });
        QVERIFY(beside && beside->compared.size() == 1);
        QVERIFY(largestSequences(beside->scenario, beside->compared).front());
    }

    // As many rows as there are: none is left without.
    void longestSequenceOfManyRows()
    {
        const Evaluation deep = evaluated(training("model.layers=600 model.d_model=256 model.heads=4 model.d_ffn=1024 "
                                                   "workload.batch=1 checkpointing.policy=segments"));
        for (const std::optional<Count>& length : largestSequences(deep.scenario, deep.sweep)) {
            QVERIFY(length && *length > 0);
        }
    }

    // A budget that no schedule keeps is said, with the least that one does.
    void budgetBelowTheLeast()
    {
        const Scenario scenario = training("checkpointing.policy=segments");
        const auto refused = [&](const char* list) {
            const auto specs = parsePolicies(list);
            const Result<Evaluation> made = evaluate(scenario, *specs);
            return made ? made->refusedRows : std::vector<std::string> {};
        };
        const std::vector<std::string> lines = refused("optimal:1KiB,optimal:20GiB,store_all");
        QCOMPARE(lines.size(), std::size_t(1));
        const QByteArray line = bytesOf(lines.front());
        QVERIFY2(
            line.startsWith("optimal:1024 is left out: no schedule fits in 1024 bytes; the least is "), line.data());
        // what it names works, and a byte less does not
        const QByteArray least = line.mid(line.lastIndexOf('(') + 1).chopped(1);
        QVERIFY(refused(("optimal:" + least).constData()).empty());
        const QByteArray less = QByteArray::number(least.toLongLong() - 1);
        QCOMPARE(refused(("optimal:" + less).constData()).size(), std::size_t(1));
    }

    // Tokens that have no learned position are no sequence that fits.
    void positionsAreSaid()
    {
        const auto advice = [](const QByteArray& assignments) {
            return bytesOf(
                verdict(evaluated(training("model.preset=gpt2-124m workload.batch=1 " + assignments))).advice);
        };
        const QByteArray note = "Sequence 1025 is longer than the model's 1024 learned positions";
        QVERIFY2(advice("workload.sequence=1025").contains(note), advice("workload.sequence=1025").data());
        QVERIFY(!advice("workload.sequence=1024").contains("learned positions"));
        QVERIFY(!advice("workload.sequence=1025 model.positions=rotary").contains("learned positions"));
    }

    // A given parameter count stands for the shape's, gradients on demand included.
    void givenParametersOnDemand()
    {
        const QByteArray base =
            "model.layers=4 model.d_model=256 model.d_ffn=1024 model.heads=4 model.vocab=1000 "
            "workload.sequence=128 recipe.gradients=on_demand recipe.loss=none checkpointing.policy=store_all ";
        const Evaluation own = evaluated(training(base));
        const Evaluation doubled =
            evaluated(training(base + "model.parameters=" + QByteArray::number(2 * qint64(own.parameterCount))));
        QCOMPARE(doubled.parameterCount, 2 * own.parameterCount);
        const auto gradients = [](const Evaluation& evaluation) {
            return evaluation.chosen.byKind[std::size_t(MemoryKind::Gradients)];
        };
        // both peaks stand in the backward pass, with the same gradients made so far
        QCOMPARE(own.memory.peakAt, doubled.memory.peakAt);
        QCOMPARE(gradients(doubled), 2 * gradients(own));
        QVERIFY(gradients(own) > 0);
        // the gathered parameters of ZeRO-3 likewise
        const QByteArray sharded = base + "parallel.data=2 parallel.zero=3 recipe.gradients=preallocated ";
        const Evaluation few = evaluated(training(sharded));
        const Evaluation many =
            evaluated(training(sharded + "model.parameters=" + QByteArray::number(2 * qint64(own.parameterCount))));
        const auto transient = [](const Evaluation& evaluation) {
            return evaluation.chosen.byKind[std::size_t(MemoryKind::Transient)];
        };
        QVERIFY(transient(many) > transient(few));
    }

    // Tensors given beside a layer policy are left out of every saved set.
    void tensorsBesideLayerPolicies_data()
    {
        QTest::addColumn<QByteArray>("policy");
        for (const char* policy :
            { "article", "segments", "every_nth", "first_m", "two_level", "recursive", "revolve", "selective" }) {
            QTest::addRow("%s", policy) << QByteArray(policy);
        }
    }

    void tensorsBesideLayerPolicies()
    {
        QFETCH(QByteArray, policy);
        const QByteArray base = "model.layers=12 model.d_model=256 model.d_ffn=1024 model.heads=4 workload.batch=4 "
                                "workload.sequence=512 recipe.attention=fused checkpointing.slots=12 "
                                "checkpointing.policy="
            + policy;
        const Scenario without = training(policy == "selective" ? base + " checkpointing.tensors=norms" : base);
        const Scenario with = training(base + " checkpointing.tensors=gelu,norms");
        QCOMPARE(chosenPolicy(*resolve(with)).tensors, (std::vector<std::string> { "gelu", "norms" }));
        const Evaluation kept = evaluated(without);
        const Evaluation dropped = evaluated(with);
        QVERIFY(dropped.chosen.totalBytes <= kept.chosen.totalBytes);
        // where more than one layer's saved set is alive at the peak it is less
        const bool several = policy != "two_level" && policy != "recursive" && policy != "revolve";
        QVERIFY(!several || dropped.chosen.totalBytes < kept.chosen.totalBytes);
        QCOMPARE(dropped.sweep.size(), kept.sweep.size());
        // store_all keeps everything all the same
        QCOMPARE(dropped.storeAllBytes, kept.storeAllBytes);
    }

    void storeAllKeepsEverything()
    {
        const Scenario scenario = training("checkpointing.policy=store_all checkpointing.tensors=gelu,norms");
        QVERIFY(chosenPolicy(*resolve(scenario)).tensors.empty());
    }
};

QTEST_APPLESS_MAIN(TestAdvice)
#include "tst_advice.moc"
