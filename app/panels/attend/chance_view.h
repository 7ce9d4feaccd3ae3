#pragma once

#include "figure/value_table.h"

#include <QWidget>

class QLabel;

namespace headlight {

class AttendModel;
class Session;
class SpanText;
class TextChances;

/// How likely a model finds the text that it reads: each token with its probability, given those before it, and what
/// they are together. Hidden where there are none.
class ChanceView : public QWidget {
    Q_OBJECT
public:
    ChanceView(Session& session, const AttendModel& model, const TextChances& chances, QWidget* parent = nullptr);

private:
    void refresh();
    void addFigure();
    ValueTable values() const;

    Session& m_session;
    const AttendModel& m_model;
    const TextChances& m_chances;
    QLabel* m_sum;
    SpanText* m_words;
    int m_first = 0; ///< the token that is shown first
};

} // namespace headlight
