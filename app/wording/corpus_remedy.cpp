#include "wording/corpus_remedy.h"

#include <QObject>
#include <QRegularExpression>

namespace headlight {

namespace {

struct Remedy {
    QRegularExpression written; ///< as the engine says it
    QString inWindow;
    bool needsFields = true; ///< that are below the corpus
};

QList<Remedy> makeRemedies() {
    const auto remedy = [](const char* written, const QString& inWindow, bool needsFields = true) {
        return Remedy{QRegularExpression(QString::fromLatin1(written)), inWindow, needsFields};
    };
    const QString none = QObject::tr("choose “none” as its second text below");
    return {
        remedy(R"(name the column: \?label=\d+)", QObject::tr("choose its column as label below")),
        remedy(R"(name their column: \?score=\d+)", QObject::tr("choose their column as score below")),
        // What the header says already, no choice says again.
        remedy(R"(name (?:the|their) column: (\?(?:label|score)=\S+))",
               QObject::tr("write \\1 behind the corpus above"), false),
        remedy(R"(name two of them and the label \(or score=\), such as \?text=.*&label=\w+)",
               QObject::tr("choose below which are the two texts, and the label or the score; where an example is one "
                           "text, choose “none” as the second text")),
        remedy(R"(name it with \?\w+=COLUMN, by its number, from 1, where the table has no header)",
               QObject::tr("choose it below")),
        remedy(R"(name it with (\?\w+=COLUMN),)", QObject::tr("write \\1 behind the corpus above,"), false),
        remedy(R"(say which one is meant: \?\w+=\d+)", QObject::tr("choose below which one is meant")),
        remedy(R"(say which one is meant: (\?\w+=\d+))",
               QObject::tr("write which one is meant behind the corpus above, as \\1"), false),
        remedy(R"(name another one with (tag=COLUMN),)",
               QObject::tr("name another one behind the corpus above as \\1,"), false),
        remedy(R"(the other one is (tag=[ux]pos))", QObject::tr("the other one is \\1, behind the corpus above"),
               false),
        remedy(R"((line_breaks=none) keeps it)", QObject::tr("?\\1 behind the corpus above keeps it"), false),
        remedy(R"(is one word: .*([?&]tokenizer=\w+) sets punctuation apart)",
               QObject::tr("is one word: \\1 behind the corpus above sets punctuation apart"), false),
        remedy(R"(name its columns, as in FILE\?text=\d+&label=\d+)", none),
        remedy(R"(of a table, name the columns: \?format=table&text=1&label=2)",
               QObject::tr("of a table, choose the columns below")),
        remedy(R"((\(\?tag=NUMBER\)))", QObject::tr("(Write ?tag=NUMBER behind the corpus above.)"), false),
        remedy(R"(name the test file itself and hold a part of it out \(FOLDER/test\.csv\?dev=0\.1\))",
               QObject::tr("train on the test set, by the button below")),
        remedy(R"(train on the development set \(FOLDER\?train_on_dev=true\))",
               QObject::tr("train on the dev set, by the tick below")),
    };
}

} // namespace

QString withWindowRemedy(const QString& text, bool hasFields) {
    static const QList<Remedy> remedies = makeRemedies();
    QString result = text;
    for (const auto& [written, inWindow, needsFields] : remedies)
        if (hasFields || !needsFields)
            result.replace(written, inWindow);
    return result;
}

} // namespace headlight
