// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/scenario.h"

#include <QString>

#include <map>

namespace sublinear {

/// Where a document lies and what was last read from or written to there.
struct Document {
    QString path; ///< empty: in no file yet
    Scenario onDisk;
};

/// What was opened in this window, by ScenarioModel::document(): undo past "Open" leads back
/// to the scenario before, and so it must to that one's file.
class Documents {
public:
    [[nodiscard]] QString path(int id) const
    {
        const auto found = m_documents.find(id);
        return found != m_documents.end() ? found->second.path : QString();
    }
    /// In a file, and different from it. A scenario without a file is kept for the next start anyway.
    [[nodiscard]] bool isModified(int id, const Scenario& scenario) const
    {
        const auto found = m_documents.find(id);
        return found != m_documents.end() && found->second.onDisk != scenario;
    }
    [[nodiscard]] const Document* find(int id) const
    {
        const auto found = m_documents.find(id);
        return found != m_documents.end() ? &found->second : nullptr;
    }
    void put(int id, Document document) { m_documents[id] = std::move(document); }

private:
    std::map<int, Document> m_documents;
};

} // namespace sublinear
