#include "forms/wrapped_text.h"

#include <QLabel>
#include <algorithm>

namespace headlight {

void fitWrapped(QLabel& label, int width) {
    // What an earlier text or width took is asked for again otherwise, and it only ever grows.
    label.setMinimumHeight(0);
    label.setMinimumHeight(std::max(0, label.heightForWidth(width))); // −1 without a text
}

QString breakable(const QString& text) {
    constexpr int longest = 40;
    QString result;
    int length = 0; // of the word so far
    for (const QChar c : text) {
        length = c.isSpace() ? 0 : length + 1;
        if (length > longest && !c.isLowSurrogate()) {
            result += QChar(0x200B); // zero-width space
            length = 1;
        }
        result += c;
    }
    return result;
}

QString inLines(const QString& text) {
    constexpr int longest = 80;
    QString result = text;
    int lineBegin = 0, space = -1;
    for (int i = 0; i < result.size(); ++i) {
        if (result[i] == u'\n') {
            lineBegin = i + 1;
            space = -1;
        } else if (result[i] == u' ') {
            space = i;
        }
        if (i - lineBegin >= longest && space >= 0) {
            result[space] = u'\n';
            lineBegin = space + 1;
            space = -1;
        } else if (i - lineBegin >= longest && !result[i].isLowSurrogate()) { // a path, say
            result.insert(i, u'\n');
            lineBegin = i + 1;
        }
    }
    return result;
}

} // namespace headlight
