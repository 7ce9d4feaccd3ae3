#pragma once

#include "forms/few_lines_label.h"

namespace headlight {

/// What keeps something from being done, beside the button that would do it, in room that is always there.
class ProblemLine : public FewLinesLabel {
    Q_OBJECT

public:
    explicit ProblemLine(QWidget* parent = nullptr);

    void setProblem(const QString& text); ///< what is wrong; empty: nothing
    void setHint(const QString& text);    ///< what is still to be done, where nothing is wrong

protected:
    void changeEvent(QEvent* event) override;

private:
    void say(const QString& text, bool isProblem);
    void applyColor();

    bool m_isProblem = false;
};

} // namespace headlight
