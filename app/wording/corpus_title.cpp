#include "wording/corpus_title.h"

#include <QMap>

namespace headlight {

QString corpusTitle(const QString& name) {
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
