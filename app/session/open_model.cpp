#include "session/open_model.h"

#include <algorithm>

namespace headlight {

OpenModel::OpenModel(QString modelId, QString modelFolder, QString modelName,
                     std::shared_ptr<const SentenceClassifier> classifier)
    : id(std::move(modelId)), folder(std::move(modelFolder)), name(std::move(modelName)), model(std::move(classifier)),
      m_heads(headsOf(*model)) {}

const HeadInfo* OpenModel::headAt(int layer, int head) const {
    const auto found = std::find_if(m_heads.begin(), m_heads.end(),
                                    [&](const HeadInfo& info) { return info.layer == layer && info.head == head; });
    return found == m_heads.end() ? nullptr : &*found;
}

QString OpenModel::title() const {
    const auto heads = std::count_if(m_heads.begin(), m_heads.end(), [](const HeadInfo& h) { return h.changeable; });
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
