#pragma once

#include "models/sentence_classifier.h"
#include "session/intervention_history.h"

#include <QString>
#include <QStringList>
#include <memory>

namespace headlight {

/// A model in the session, with the user's changes of it. The model itself is shared with jobs that still read it.
struct OpenModel {
    QString id;     ///< the folder, or a name for a model that has none
    QString folder; ///< empty for a model that is not from a folder
    QString name;   ///< "question types"
    std::shared_ptr<const SentenceClassifier> model;
    InterventionHistory changes;

    QString title() const; ///< "question types · mtsa · 2 heads"
    QStringList examples() const;
    /// Mask expressions by attention layer and head; empty where none can be put.
    const std::vector<std::vector<std::string>>& masks() const { return m_masks; }

    OpenModel(QString id, QString folder, QString name, std::shared_ptr<const SentenceClassifier> model);

private:
    std::vector<std::vector<std::string>> m_masks;
};

} // namespace headlight
