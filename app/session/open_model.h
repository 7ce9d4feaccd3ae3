#pragma once

#include "engine/results/head_info.h"
#include "session/intervention_history.h"

#include <QString>
#include <QStringList>
#include <memory>

namespace headlight {

class Model;

/// What a model is: "TREC · MTSA 4 heads · 90.2 %" of its corpus and the result of its run, which may be empty.
QString titleOf(const Model& model, const QString& name, const QString& result);

/// A model in the session, with the user's changes of it. The model itself is shared with jobs that still read it.
struct OpenModel {
    QString id;            ///< the folder, or a name for a model that has none
    QString folder;        ///< empty for a model that is not from a folder
    QString name;          ///< of its corpus, "TREC", or of its folder
    QString result = {};   ///< of the run that trained it, "90.2 %"; may be empty
    std::string filesHash; ///< of the folder as it was opened; empty for a model that has none
    std::shared_ptr<const Model> model;
    InterventionHistory changes;

    QString title() const;
    QStringList examples() const;
    /// By address; everything that has a map.
    const std::vector<HeadInfo>& heads() const;
    const HeadInfo* headAt(const MapAddress& address) const;

    OpenModel(QString modelId, QString modelFolder, QString modelName, std::shared_ptr<const Model> opened);
};

} // namespace headlight
