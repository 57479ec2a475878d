// SPDX-License-Identifier: MIT
#include "app/cards/findings.h"

#include "app/charts/sweep_rows.h"
#include "core/plan/words.h"

#include <QCoreApplication>

namespace sublinear {

QString kindName(MemoryKind kind)
{
    const std::string_view name = memoryKindName(kind);
    return QCoreApplication::translate("MemoryKind", std::string(name).c_str());
}

QString policyName(PolicyId policy)
{
    return QCoreApplication::translate("PolicyName", std::string(policyInfo(policy).name).c_str());
}

QString policyShortName(PolicyId policy)
{
    const char* const name = [policy] {
        switch (policy) {
        case PolicyId::StoreAll:
            return "Store all";
        case PolicyId::Article:
            return "K-th in full";
        case PolicyId::Segments:
            return "Segments";
        case PolicyId::EveryNth:
            return "K-th recomputed";
        case PolicyId::FirstM:
            return "First m";
        case PolicyId::TwoLevel:
            return "Two levels";
        case PolicyId::Selective:
            return "Selective";
        case PolicyId::Recursive:
            return "Recursive";
        case PolicyId::Revolve:
            return "Revolve";
        case PolicyId::Optimal:
            break;
        }
        return "Optimal";
    }();
    return QCoreApplication::translate("PolicyShortName", name);
}

namespace findings {

QString throughputUnitText(Accounting accounting)
{
    const std::string_view unit = throughputUnit(accounting).samples;
    return QCoreApplication::translate("ThroughputUnit", std::string(unit).c_str());
}

} // namespace findings

} // namespace sublinear
