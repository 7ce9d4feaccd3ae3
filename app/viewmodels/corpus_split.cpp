#include "viewmodels/corpus_split.h"

#include "engine/core/error.h"
#include "engine/data/corpus.h"

#include <algorithm>

namespace headlight {

/// What is typed may be no specification yet.
static ParsedSpec parsedOf(const QString& spec) {
    try {
        return parseSpec(spec.toStdString());
    } catch (const Error&) {
        return {spec.section(u'?', 0, 0).toStdString(), {}};
    }
}

static QString optionIn(const QString& spec, const char* key) {
    for (const auto& [name, value] : parsedOf(spec).options)
        if (name == key)
            return QString::fromStdString(value);
    return {};
}

CorpusSplit splitOf(const CorpusPreview& preview) {
    const auto has = [&](const char* part) {
        return std::any_of(preview.parts.begin(), preview.parts.end(),
                           [&](const auto& one) { return one.name == QLatin1String(part); });
    };
    CorpusSplit split;
    if (preview.spec.startsWith(QLatin1String("diagnostic:"))) // makes as many of each as it is told
        return split;
    split.share = optionIn(preview.spec, "dev").toDouble();
    split.trainsOnDev = optionIn(preview.spec, "train_on_dev") == QLatin1String("true");
    if (split.trainsOnDev || (!has("train") && has("dev")))
        split.kind = CorpusSplit::Kind::TrainOnDev;
    else if (has("train") && (!has("dev") || split.share > 0))
        split.kind = CorpusSplit::Kind::HoldOut;
    return split;
}

QString withCorpusOption(const QString& spec, const QString& key, const QString& value) {
    const ParsedSpec parsed = parsedOf(spec);
    QStringList options;
    for (const auto& [name, text] : parsed.options)
        if (name != key.toStdString())
            options << QString::fromStdString(name + "=" + text);
    if (!value.isEmpty())
        options << key + u'=' + value;
    const QString path = QString::fromStdString(parsed.path);
    return options.isEmpty() ? path : path + u'?' + options.join(u'&');
}

} // namespace headlight
