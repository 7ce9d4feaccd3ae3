#pragma once

#include "engine/core/error.h"
#include "viewmodels/runs_entry.h"

#include <QString>
#include <QVariant>
#include <functional>
#include <memory>

namespace headlight {

/// A filter that can't be read; where it is wrong in the typed text.
struct RunFilterError : Error {
    RunFilterError(const QString& message, int at, int characters, bool unfinished = false)
        : Error(message.toStdString()), position(at), length(characters), isUnfinished(unfinished) {}
    int position;      ///< of the first wrong character
    int length;        ///< characters to be marked, at least 1
    bool isUnfinished; ///< the text ends too soon: typing on may make it right
};

/// Which runs a table shows. Words that all have to occur somewhere in a run, or comparisons, or both:
///
///     trec mtsa
///     accuracy > 0.9 and model = mtsa
///     (heads >= 4 or model = "disa") not tags ~ draft
///
/// Comparisons: = != < <= > >= and ~ (a regular expression that occurs in the value). Names are the keys and the
/// headings of the table's columns, in any case (`train loss < 1.7`, in quotation marks or not); `and` may be left out
/// and binds tighter than `or`. Numbers compare as numbers, a trailing % divides by 100; other values as text in any
/// case. A run without the value fits no comparison but !=.
class RunFilter {
public:
    /// What is looked up in a run: the value of a column; an invalid QVariant when the run has none.
    using Lookup = std::function<QVariant(const QString& key)>;

    RunFilter(); ///< every run fits
    /// RunFilterError on a text that can't be read, with the nearest name for an unknown column.
    RunFilter(const QString& text, const QList<RunColumn>& columns);

    bool isEmpty() const { return !m_root; }
    /// The bare word that the text ends in, which may be the beginning of a comparison; empty when it ends otherwise.
    const QString& lastWord() const { return m_lastWord; }
    /// `words`: all text of a run in which words are looked for.
    bool accepts(const Lookup& lookup, const QString& words) const;

    struct Node;

private:
    std::shared_ptr<const Node> m_root;
    QString m_lastWord;
};

} // namespace headlight
