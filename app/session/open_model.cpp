#include "session/open_model.h"

namespace headlight {

OpenModel::OpenModel(QString modelId, QString modelFolder, QString modelName,
                     std::shared_ptr<const SentenceClassifier> classifier)
    : id(std::move(modelId)), folder(std::move(modelFolder)), name(std::move(modelName)), model(std::move(classifier)),
      m_masks(model->encoder().headMasks()) {}

QString OpenModel::title() const {
    std::size_t heads = 0;
    for (const auto& layer : m_masks)
        heads += layer.size();
    QString text = name + QStringLiteral(" · ") + QString::fromStdString(model->description().encoder);
    if (model->encoder().attends())
        text += QStringLiteral(" · ") + (heads == 1 ? QStringLiteral("1 head") : QStringLiteral("%1 heads").arg(heads));
    return text;
}

QStringList OpenModel::examples() const {
    QStringList examples;
    for (const std::string& example : model->description().examples)
        examples << QString::fromStdString(example);
    return examples;
}

} // namespace headlight
