#include "wording/run_title.h"

#include "wording/corpus_title.h"
#include "wording/option_title.h"

#include <QObject>

namespace headlight {

QString runTitle(const QString& encoder, const QString& corpus, qint64 seed, const QString& fold) {
    const QString title = QObject::tr("%1 on %2, seed %3").arg(encoderTitle(encoder), corpusTitle(corpus)).arg(seed);
    return fold.isEmpty() ? title : title + QStringLiteral(", ") + fold;
}

} // namespace headlight
