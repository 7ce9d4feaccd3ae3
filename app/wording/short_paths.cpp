#include "wording/short_paths.h"

#include <QRegularExpression>

namespace headlight {

/// Each match with its middle left out where it is longer than `most`.
static QString elideMatches(const QString& text, const QRegularExpression& form, qsizetype most) {
    const qsizetype begin = most / 3, end = most - begin - 1;
    QString result;
    qsizetype done = 0;
    for (const QRegularExpressionMatch& match : form.globalMatch(text)) {
        if (match.capturedLength() <= most)
            continue;
        result += text.mid(done, match.capturedStart() + begin - done) + QStringLiteral("…");
        done = match.capturedEnd() - end;
    }
    return result + text.mid(done);
}

QString withShortPaths(const QString& text) {
    // From a slash before which a word could begin to the last one of the sentence, and the name behind it: folders
    // may have spaces in their names.
    static const QRegularExpression path(QStringLiteral(R"((?<![^\s“"(])/(?:(?![:;.]\s)[^\n”])*/[^\s:;”]*)")),
        word(QStringLiteral(R"(\S+)"));
    constexpr qsizetype longestPath = 72, longestWord = 100;
    return elideMatches(elideMatches(text, path, longestPath), word, longestWord);
}

} // namespace headlight
