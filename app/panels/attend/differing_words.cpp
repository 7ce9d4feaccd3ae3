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

/// As few of them as need be for the first to fit, at most all but the outermost and the innermost.
void leaveOut(QList<QStringList>& texts, const Fit& fits) {
    const qsizetype common = commonWords(texts);
    if (common < 4 || fits(texts.front())) // the gap is as long as two words
        return;
    const QList<QStringList> all = std::exchange(texts, {});
    for (qsizetype kept = common - 3; kept >= 1; --kept) {
        texts.clear();
        for (const QStringList& words : all)
            texts.append(words.mid(0, 1) + QStringList{gap} + words.mid(common - kept));
        if (fits(texts.front()))
            return;
    }
}

void reverse(QList<QStringList>& texts) {
    for (QStringList& words : texts)
        std::reverse(words.begin(), words.end());
}

/// Words that two texts begin and end with.
qsizetype sharedWords(const QStringList& a, const QStringList& b) {
    const auto first = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
    const auto last = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin();
    return first + last;
}

/// The first of those that share most with the text.
QStringList mostAlike(const QList<QStringList>& texts, const QStringList& text) {
    return *std::max_element(texts.begin(), texts.end(), [&](const QStringList& a, const QStringList& b) {
        return sharedWords(a, text) < sharedWords(b, text);
    });
}

} // namespace

QStringList differingWords(const QStringList& texts, const std::function<bool(const QString&)>& fits) {
    if (texts.size() < 2)
        return texts;
    QList<QStringList> all;
    for (const QString& text : texts)
        all.append(text.split(u' '));
    const Fit isShort = [&](const QStringList& words) { return fits(words.join(u' ')); };
    const auto toldFrom = [&](const QStringList& text, const QStringList& other) {
        QList<QStringList> pair{text, other};
        leaveOut(pair, isShort);
        reverse(pair);
        leaveOut(pair, isShort); // whose words are as long in this order
        reverse(pair);
        return pair.front().join(u' ');
    };
    QStringList shown;
    for (qsizetype k = 0; k < all.size(); ++k) {
        QString text = toldFrom(all[k], k == 0 ? all[1] : mostAlike(all.mid(0, k), all[k]));
        for (qsizetype other = 0; other < k && shown.contains(text); ++other) // it left out what they differ in
            text = toldFrom(all[k], all[other]);
        shown.append(shown.contains(text) && !texts.first(k).contains(texts[k]) ? texts[k] : text);
    }
    return shown;
}

} // namespace headlight
