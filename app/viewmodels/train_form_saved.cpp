// What a TrainForm keeps for the next start of the program, and what it takes over from a run.
#include "engine/core/error.h"
#include "viewmodels/train_form.h"

#include <QJsonArray>
#include <algorithm>
#include <functional>

namespace headlight {

QJsonObject TrainForm::save() const {
    QJsonObject options;
    for (const QString& name : changed())
        options[name] = option(name);
    return {{"encoder", encoder()},
            {"preset", m_preset},
            {"recipe", m_recipe},
            {"corpusRecipe", m_corpusRecipe},
            {"corpusHasTest", m_corpusHasTest},
            {"task", QString::fromStdString(m_config.task)},
            {"data", data()},
            {"leavesToys", m_leavesToys},
            {"probes", QJsonArray::fromStringList(probes())},
            {"seeds", m_seeds},
            {"allFolds", m_allFolds},
            {"options", options}};
}

void TrainForm::restore(const QJsonObject& saved) {
    const auto attempt = [](const std::function<void()>& step) {
        try {
            step();
        } catch (const Error&) {
            // Saved by another version of the program: that value starts afresh.
        }
    };
    // Until the corpus is read: what is changed is told by the difference from its recipe.
    const std::string ofCorpus = saved["corpusRecipe"].toString().toStdString();
    if (std::any_of(recipes().begin(), recipes().end(), [&](const Recipe& row) { return row.id == ofCorpus; }))
        m_corpusRecipe = QString::fromStdString(ofCorpus);
    m_corpusHasTest = saved["corpusHasTest"].toBool();
    rebuild();
    attempt([&] { setEncoder(saved["encoder"].toString(encoder())); });
    attempt([&] { setRecipe(saved["recipe"].toString(byCorpus)); });
    attempt([&] { setPreset(saved["preset"].toString()); });
    attempt([&] { setTask(saved["task"].toString()); });
    setData(saved["data"].toString());
    m_leavesToys = saved["leavesToys"].toBool();
    QStringList sentences;
    for (const QJsonValue sentence : saved["probes"].toArray())
        sentences.append(sentence.toString());
    setProbes(sentences);
    setSeeds(saved["seeds"].toInt(1));
    setAllFolds(saved["allFolds"].toBool());
    const QJsonObject options = saved["options"].toObject();
    for (auto option = options.begin(); option != options.end(); ++option)
        attempt([&] { setOption(option.key(), option.value().toString()); });
}

void TrainForm::adopt(const RunConfig& config) {
    m_config = config;
    m_leavesToys = false;
    m_preset.clear();
    m_recipe.clear();
    const RunConfig start = base();
    m_changed.clear();
    for (const OptionRow& row : m_config.rows())
        if (m_config.get(row.name) != start.get(row.name))
            m_changed.insert(QString::fromStdString(row.name));
    findTask();
    checkModel();
    emit changedAll();
    emit changedPlan();
}

} // namespace headlight
