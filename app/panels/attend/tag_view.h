#pragma once

#include "figure/value_table.h"
#include "matrix/span_text.h"

namespace headlight {

class AttendModel;

/// The sentence with the labels that a tagger gives its tokens; while something is altered, words whose label was
/// another are framed.
class TagView : public SpanText {
    Q_OBJECT
public:
    explicit TagView(const AttendModel& model, QWidget* parent = nullptr);

    /// Takes the model's answer; hidden where that is no labels.
    void refresh();
    /// A row for each token: its label, how likely it is, and the one of the unaltered model.
    ValueTable values() const;

private:
    const AttendModel& m_model;
};

} // namespace headlight
