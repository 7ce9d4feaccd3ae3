#include "viewmodels/corpus_split.h"

#include "engine/core/error.h"
#include "engine/data/corpus.h"
#include "engine/data/folder.h"

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
    else if (has("test") && !has("train") && !testFileSpec(preview.spec).isEmpty())
        split.kind = CorpusSplit::Kind::TrainOnTest;
    return split;
}

QString testFileSpec(const QString& spec) {
    const ParsedSpec parsed = parsedOf(spec);
    try {
        const std::string file =
            findCorpusFiles(parsed.path, optionIn(spec, "labels").toStdString(), optionIn(spec, "from").toStdString())
                .test;
        if (file.empty() || file == parsed.path)
            return {};
        const QString own = QString::fromStdString(file) + spec.mid(qsizetype(parsed.path.size()));
        return withCorpusOption(own, QStringLiteral("dev"), QStringLiteral("0.1"));
    } catch (const Error&) {
        return {}; // there is no such folder
    }
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
