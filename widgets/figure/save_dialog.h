#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace headlight {

/// Asks where to save. Starts in the folder of the last answer.
class SaveDialog {
public:
    struct Kind {
        QString title;     ///< "PNG picture, 2×"
        QString extension; ///< without dot; added to the name when the user leaves it out
    };
    struct Answer {
        QString path; ///< empty: cancelled
        int kind = 0; ///< index of the kind that was chosen
    };

    /// `name` is the suggested file name without folder and extension.
    static Answer ask(QWidget* parent, const QString& title, const QString& name, const QList<Kind>& kinds);

    /// The file that a typed name means. An ending wins over the chosen kind: someone who writes x.svg means SVG. A
    /// missing one is added. An unknown one stays, to be refused by what would write it: no file is ever written that
    /// was not named.
    static Answer resolved(const QString& path, int kind, const QList<Kind>& kinds);

    /// The next question is answered with this and no dialog opens: for tests.
    static void setNextAnswer(const Answer& answer);
};

} // namespace headlight
