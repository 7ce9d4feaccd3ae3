// What AttendModel says where something is not shown.

#include "engine/models/model.h"
#include "viewmodels/attend_model.h"

#include <algorithm>

namespace headlight {

/// What is looked at, the question or what is between the sentences, has no map of the head in focus: of the words the
/// question has fewer than a sentence, and between the sentences there is no pooling.
QString AttendModel::lackRemark() const {
    const int question = selection() ? int(m_recording->sequences().size()) - 1 : -1;
    if (question < 0 || (sequence() != question && sequence() != 0) || m_recording->has(m_focus.address, sequence()))
        return {};
    if (sequence() == 0)
        return m_recording->heads(0).empty()
                   ? QString()
                   : tr("Between the sentences there is no map of this head: choose another head in the list.");
    return m_recording->heads(question).empty()
               ? tr("The question is read without attention: click a sentence of the passage to see its maps.")
               : tr("The question has no map of this head: choose another head in the list, or click a sentence of the "
                    "passage.");
}

QString AttendModel::remark() const {
    if (!m_recording)
        return {};
    if (!m_recording->note().empty() && answerRemark().isEmpty()) // else it is of the answer
        return QString::fromStdString(m_recording->note());
    if (const QString lack = lackRemark(); !lack.isEmpty())
        return lack;
    std::size_t longest = 0;
    for (const Sequence& sequence : m_recording->sequences())
        longest = std::max(longest, sequence.tokens.size());
    if (Index(longest) <= longestMap)
        return {};
    return (isPair() ? tr("Maps of tokens by tokens are drawn up to %L1 tokens; a sentence has %L2. The answer is of "
                          "the whole pair.")
                     : tr("Maps of tokens by tokens are drawn up to %L1 tokens; this text has %L2. The answer is of "
                          "the whole text."))
        .arg(longestMap)
        .arg(longest);
}

QString AttendModel::answerRemark() const {
    if (!m_recording || !std::holds_alternative<std::monostate>(m_recording->answer()))
        return {};
    return m_recording->note().empty() ? tr("This model has maps, and no answer.")
                                       : QString::fromStdString(m_recording->note());
}

} // namespace headlight
