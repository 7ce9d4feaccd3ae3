#pragma once

#include "figure/value_table.h"
#include "matrix/span_text.h"

namespace headlight {

class AttendModel;
class TagLines;

/// The sentence with the labels that a tagger gives its tokens, once for each predicate where it asks about one, and
/// below them the right ones where these are known; while something is altered, words whose label was another are
/// framed.
class TagView : public SpanText {
    Q_OBJECT
public:
    TagView(const AttendModel& model, const TagLines& lines, QWidget* parent = nullptr);

    /// Takes the model's answer; hidden where that is no labels.
    void refresh();
    /// A row for each token of each line: its label, how likely it is, the one of the unaltered model, and the right
    /// one.
    ValueTable values() const;

private:
    const AttendModel& m_model;
    const TagLines& m_lines;
};

} // namespace headlight
