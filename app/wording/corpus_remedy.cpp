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
