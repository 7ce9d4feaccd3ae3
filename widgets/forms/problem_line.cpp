#include "forms/problem_line.h"

#include "style/colors.h"

#include <QEvent>

namespace headlight {

namespace {

constexpr int lines = 2;

} // namespace

ProblemLine::ProblemLine(QWidget* parent) : FewLinesLabel(lines, parent) {}

void ProblemLine::setProblem(const QString& text) {
    say(text, true);
}

void ProblemLine::setHint(const QString& text) {
    say(text, false);
}

void ProblemLine::say(const QString& text, bool isProblem) {
    m_isProblem = isProblem;
    setText(text);
    applyColor();
}

void ProblemLine::applyColor() {
    QPalette colors = palette();
    const Theme theme = themeOf(window()->palette());
    colors.setColor(QPalette::WindowText, color(m_isProblem ? ColorRole::Error : ColorRole::MutedText, theme));
    setPalette(colors);
}

void ProblemLine::changeEvent(QEvent* event) {
    FewLinesLabel::changeEvent(event);
    // Later, as it gets its old palette back while a new style sheet is put on.
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &ProblemLine::applyColor, Qt::QueuedConnection);
}

} // namespace headlight
