#include "panels/attend/differing_words.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

const QString gap = QStringLiteral("…");

/// Words that all begin with, at most all but one of the shortest.
qsizetype commonWords(const QList<QStringList>& texts) {
    qsizetype common = texts.front().size();
    for (const QStringList& words : texts) {
        const auto [end, other] = std::mismatch(words.begin(), words.end(), texts.front().begin(), texts.front().end());
        common = std::min({common, qsizetype(end - words.begin()), words.size() - 1});
    }
    return std::max(qsizetype(0), common);
}

using Fit = std::function<bool(const QStringList&)>;

/// As few of them as need be, at most all but the outermost and the innermost.
void leaveOut(QList<QStringList>& texts, const Fit& fits) {
    const qsizetype common = commonWords(texts);
    if (common < 4 || std::all_of(texts.begin(), texts.end(), fits)) // the gap is as long as two words
        return;
    const QList<QStringList> all = std::exchange(texts, {});
    for (qsizetype kept = common - 3; kept >= 1; --kept) {
        texts.clear();
        for (const QStringList& words : all)
            texts.append(words.mid(0, 1) + QStringList{gap} + words.mid(common - kept));
        if (std::all_of(texts.begin(), texts.end(), fits))
            return;
    }
}

void reverse(QList<QStringList>& texts) {
    for (QStringList& words : texts)
        std::reverse(words.begin(), words.end());
}

} // namespace

QStringList differingWords(const QStringList& texts, const std::function<bool(const QString&)>& fits) {
    if (texts.size() < 2 || std::all_of(texts.begin(), texts.end(), fits))
        return texts;
    QList<QStringList> all;
    for (const QString& text : texts)
        all.append(text.split(u' '));
    const Fit isShort = [&](const QStringList& words) { return fits(words.join(u' ')); };
    leaveOut(all, isShort);
    reverse(all);
    leaveOut(all, isShort); // whose words are as long in this order
    reverse(all);
    QStringList shown;
    for (const QStringList& words : std::as_const(all))
        shown.append(words.join(u' '));
    return shown;
}

} // namespace headlight
