#include "session/open_model.h"

#include "engine/encoders/registry.h"
#include "engine/models/model.h"
#include "engine/models/model_files_hash.h"

#include <algorithm>

namespace headlight {

OpenModel::OpenModel(QString modelId, QString modelFolder, QString modelName, std::shared_ptr<const Model> opened)
    : id(std::move(modelId)), folder(std::move(modelFolder)), name(std::move(modelName)),
      filesHash(folder.isEmpty() ? std::string() : modelFilesHash(folder.toStdU16String())), model(std::move(opened)) {}

const std::vector<HeadInfo>& OpenModel::heads() const {
    return model->heads();
}

const HeadInfo* OpenModel::headAt(const MapAddress& address) const {
    return headlight::headAt(heads(), address);
}

QString titleOf(const Model& model, const QString& name, const QString& result) {
    const std::vector<HeadInfo>& heads = model.heads();
    const auto count = std::count_if(heads.begin(), heads.end(), [](const HeadInfo& head) { return head.changeable; });
    const bool attends = std::any_of(heads.begin(), heads.end(), [](const HeadInfo& head) {
        return head.address.part != MapPart::Sensitivity && head.changeable;
    });
    const std::string kind = model.kind();
    QString text =
        name + QStringLiteral(" · ") +
        (isEncoder(kind) ? QString::fromStdString(encoderRow(kind).shortName) : QString::fromStdString(kind));
    if (attends)
        text += count == 1 ? QStringLiteral(" 1 head") : QStringLiteral(" %1 heads").arg(count);
    return result.isEmpty() ? text : text + QStringLiteral(" · ") + result;
}

QString OpenModel::title() const {
    return titleOf(*model, name, result);
}

QStringList OpenModel::examples() const {
    QStringList examples;
    for (const ExampleText& example : model->examples())
        examples << QString::fromStdString(example.text);
    return examples;
}

} // namespace headlight
