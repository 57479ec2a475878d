// SPDX-License-Identifier: MIT
#include "core/catalog/catalog.h"
#include "core/scenario/scenario_json.h"
#include "tests/core/scenario_text.h"

#include <QRandomGenerator>
#include <QTest>
#include <algorithm>
#include <cmath>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

/// Scenarios drawn over the table of fields: small numbers often, so that they meet.
class Draw {
public:
    explicit Draw(quint32 seed)
        : m_random(seed)
    {
    }

    Scenario scenario()
    {
        Scenario drawn;
        const double share = m_random.generateDouble();
        for (const Field& field : allFields()) {
            if (m_random.generateDouble() < share) {
                field.set(drawn, value(field));
            }
        }
        return drawn;
    }

private:
    std::int64_t number(const Field& field)
    {
        const double range = std::log2(static_cast<double>(field.maximum - field.minimum) + 1.0);
        const double size = m_random.generateDouble() < 0.7 ? std::min(range, 6.0) : range;
        const auto offset = static_cast<std::int64_t>(std::exp2(m_random.generateDouble() * size)) - 1;
        return std::clamp(field.minimum + offset, field.minimum, field.maximum);
    }

    std::string choice(std::span<const std::string_view> choices)
    {
        return std::string(choices[m_random.bounded(static_cast<quint32>(choices.size()))]);
    }

    std::string presetId(std::string_view path)
    {
        std::vector<std::string_view> ids;
        for (const ModelPreset& model : modelPresets()) {
            if (path == "model.preset" && model.notModelled.empty()) {
                ids.emplace_back(model.id);
            }
        }
        for (const GpuPreset& gpu : gpuPresets()) {
            if (path == "device.gpu") {
                ids.emplace_back(gpu.id);
            }
        }
        return ids.empty() ? std::string("some name") : choice(ids);
    }

    FieldValue value(const Field& field)
    {
        switch (field.kind) {
        case FieldKind::Whole:
        case FieldKind::ByteSize:
            return number(field);
        case FieldKind::Boolean:
            return m_random.bounded(2) == 1;
        case FieldKind::Choice:
            return choice(field.choices);
        case FieldKind::Text:
            return presetId(field.path);
        case FieldKind::WholeList: {
            std::vector<std::int64_t> list(1 + m_random.bounded(4U));
            std::generate(list.begin(), list.end(), [&] { return number(field); });
            return list;
        }
        case FieldKind::ChoiceList: {
            std::vector<std::string> list(1 + m_random.bounded(4U));
            std::generate(list.begin(), list.end(), [&] { return choice(field.choices); });
            return list;
        }
        }
        return {};
    }

    QRandomGenerator m_random;
};

} // namespace

class TestRandomScenarios : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void randomScenariosHold();
};

void TestRandomScenarios::randomScenariosHold()
{
    Draw draw(20240229);
    int resolvedCount = 0;
    int refusedCount = 0;
    for (int i = 0; i < 1000; ++i) {
        const Scenario scenario = draw.scenario();
        const std::string text = writeScenario(scenario);
        const Result<Scenario> read = readScenario(text);
        QVERIFY2(read.ok() && *read == scenario, text.c_str());

        const Scenario brought = clamped(scenario);
        const Result<ResolvedScenario> resolved = resolve(brought);
        QVERIFY2(resolved.ok(), (text + (resolved ? "" : resolved.error().message)).c_str());
        QVERIFY2(clamped(brought) == brought, text.c_str());

        const Result<ResolvedScenario> again = resolve(complete(*resolved));
        QVERIFY2(again.ok(), (text + (again ? "" : again.error().message)).c_str());
        QVERIFY2(*again == *resolved, text.c_str());
        const Result<Scenario> reread = readScenario(writeScenario(complete(*resolved)));
        QVERIFY2(reread.ok() && *reread == complete(*resolved), text.c_str());

        const Count layers = resolved->model.layers;
        for (const char* path : { "checkpointing.k", "checkpointing.m", "checkpointing.slots" }) {
            const Count number = std::get<std::int64_t>(findField(path)->get(complete(*resolved)));
            const Count least = qstrcmp(path, "checkpointing.m") == 0 ? 0 : 1;
            QVERIFY2(number >= least && number <= layers, path);
        }
        QVERIFY(resolved->model.heads % resolved->model.kvHeads == 0 && resolved->model.headDim >= 1);

        const Result<ResolvedScenario> direct = resolve(scenario);
        ++(direct.ok() ? resolvedCount : refusedCount);
        if (direct) {
            QVERIFY2(*resolve(complete(*direct)) == *direct, text.c_str());
        } else {
            QVERIFY(!direct.error().field.empty() && findField(direct.error().field) != nullptr);
        }
    }
    QVERIFY2(resolvedCount > 100 && refusedCount > 100, QByteArray::number(resolvedCount));
}

QTEST_APPLESS_MAIN(TestRandomScenarios)
#include "tst_random_scenarios.moc"
