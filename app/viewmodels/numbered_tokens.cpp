#include "viewmodels/numbered_tokens.h"

#include "wording/shown_text.h"

#include <QHash>

namespace headlight {

QStringList numberedNames(QStringList names) {
    QHash<QString, int> seen;
    for (QString& name : names)
        if (const int count = ++seen[name]; count > 1)
            name += QStringLiteral(" (%1)").arg(count);
    return names;
}

QStringList numberedTokens(const Sequence& sequence) {
    QStringList names;
    for (const Token& token : sequence.tokens)
        names << isolated(shownText(token.text));
    return numberedNames(names);
}

QStringList plainTokens(const Sequence& sequence) {
    QStringList names;
    for (const Token& token : sequence.tokens)
        names << shownText(token.text);
    return numberedNames(names);
}

} // namespace headlight
