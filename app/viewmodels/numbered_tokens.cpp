#include "viewmodels/numbered_tokens.h"

#include "wording/shown_text.h"

#include <QHash>

namespace headlight {

QStringList numberedTokens(const Sequence& sequence) {
    QHash<QString, int> seen;
    QStringList labels;
    for (const Token& token : sequence.tokens) {
        const QString text = shownText(token.text);
        const int count = ++seen[text];
        labels << (count == 1 ? text : QStringLiteral("%1 (%2)").arg(text).arg(count));
    }
    return labels;
}

} // namespace headlight
