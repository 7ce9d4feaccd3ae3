#include "wording/corpus_title.h"

#include "diagnostic.h"

#include <QMap>
#include <QObject>
#include <QStringList>

namespace headlight {

QString shortDataName(const QString& specification) {
    QString path = specification.section('?', 0, 0);
    while (path.endsWith('/'))
        path.chop(1);
    path = path.section('/', -1);
    constexpr int longest = 40;
    return path.size() <= longest ? path : path.left(longest / 2) + u'…' + path.right(longest / 2 - 1);
}

/// What stands before its options, made into what the pairs say.
static QString withOtherName(const QString& text, QString (*from)(const DiagnosticTask&),
                             QString (*to)(const DiagnosticTask&)) {
    const QString name = text.section('?', 0, 0);
    for (const DiagnosticTask& task : diagnosticTasks())
        if (from(task).compare(name, Qt::CaseInsensitive) == 0)
            return to(task) + text.mid(name.size());
    return text;
}

static QString specOf(const DiagnosticTask& task) {
    return QStringLiteral("diagnostic:") + QString::fromStdString(task.name);
}

static QString titleOf(const DiagnosticTask& task) {
    return QString::fromStdString(task.title);
}

QString diagnosticTitle(const QString& specification) {
    return withOtherName(specification, specOf, titleOf);
}

QString diagnosticSpec(const QString& title) {
    return withOtherName(title, titleOf, specOf);
}

/// "train=600&train_on_dev=true" as "train 600, train on dev".
static QString optionsInWords(const QString& options) {
    QStringList words;
    for (QString option : options.split('&', Qt::SkipEmptyParts)) {
        if (option.endsWith(QLatin1String("=true")))
            option.chop(5);
        words << option.replace('=', ' ').replace('_', ' ');
    }
    return words.join(QStringLiteral(", "));
}

QString corpusTitle(const QString& name) {
    if (const qsizetype options = name.indexOf('?'); options >= 0)
        return QObject::tr("%1 (%2)").arg(corpusTitle(name.left(options)), optionsInWords(name.mid(options + 1)));
    if (name.startsWith(QLatin1String("diagnostic:")))
        return diagnosticTitle(name);
    static const QMap<QString, QString> titles = {
        {QStringLiteral("trec"), QStringLiteral("TREC")},
        {QStringLiteral("cr"), QStringLiteral("CR")},
        {QStringLiteral("custrev"), QStringLiteral("CR")},
        {QStringLiteral("subj"), QStringLiteral("SUBJ")},
        {QStringLiteral("mr"), QStringLiteral("MR")},
        {QStringLiteral("rt-polarity"), QStringLiteral("MR")},
        {QStringLiteral("mpqa"), QStringLiteral("MPQA")},
        {QStringLiteral("sst"), QStringLiteral("SST")},
        {QStringLiteral("sst2"), QStringLiteral("SST-2")},
        {QStringLiteral("sst1"), QStringLiteral("SST-5")},
        {QStringLiteral("sst5"), QStringLiteral("SST-5")},
        {QStringLiteral("sick"), QStringLiteral("SICK")},
        {QStringLiteral("snli"), QStringLiteral("SNLI")},
        {QStringLiteral("mnli"), QStringLiteral("MultiNLI")},
        {QStringLiteral("rte"), QStringLiteral("RTE")},
        {QStringLiteral("mrpc"), QStringLiteral("MRPC")},
        {QStringLiteral("quora"), QStringLiteral("Quora")},
        {QStringLiteral("stsb"), QStringLiteral("STS-B")},
        {QStringLiteral("imdb"), QStringLiteral("IMDB")},
        {QStringLiteral("yelp"), QStringLiteral("Yelp")},
        {QStringLiteral("ag_news"), QStringLiteral("AG News")},
        {QStringLiteral("conll2000"), QStringLiteral("CoNLL-2000")},
        {QStringLiteral("ud_ewt"), QStringLiteral("UD English EWT")},
        {QStringLiteral("wnut17"), QStringLiteral("WNUT 2017")},
    };
    return titles.value(name.toLower(), name);
}

} // namespace headlight
