#include "panels/attend/differing_words.h"

#include <algorithm>

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

/// All but the outermost and the innermost of them.
void leaveOut(QList<QStringList>& texts, qsizetype common) {
    if (common < 4) // the gap is as long
        return;
    for (QStringList& words : texts)
        words = words.mid(0, 1) + QStringList{gap} + words.mid(common - 1);
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
    leaveOut(all, commonWords(all));
    reverse(all);
    leaveOut(all, commonWords(all));
    reverse(all);
    QStringList shown;
    for (const QStringList& words : std::as_const(all))
        shown.append(words.join(u' '));
    return shown;
}

} // namespace headlight
