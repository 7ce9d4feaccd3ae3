#include "panels/attend/selection_view.h"

#include "engine/models/recording.h"
#include "style/colors.h"
#include "wording/number_text.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTextTable>
#include <QUrl>
#include <cmath>
#include <memory>

namespace headlight {

namespace {

/// "✓ right", "Word overlap · First sentence": what is said of a sentence.
QStringList marksOf(const SelectionLine& line) {
    QStringList marks;
    if (line.best)
        marks << SelectionView::tr("chosen");
    if (line.right)
        marks << SelectionView::tr("✓ right");
    if (!line.isRead)
        marks << SelectionView::tr("left out");
    return marks;
}

QString probabilityOf(const SelectionLine& line) {
    return line.isRead ? QString::number(line.probability, 'f', 3) : QStringLiteral("—");
}

/// In the direction of its own letters.
QString paragraph(const QString& text, const QString& address, const QColor& color) {
    return QStringLiteral(
               "<p dir=\"%1\" style=\"margin:0\"><a href=\"%2\" style=\"color:%3;text-decoration:none\">%4</a></p>")
        .arg(text.isRightToLeft() ? QStringLiteral("rtl") : QStringLiteral("ltr"), address, color.name(),
             text.toHtmlEscaped());
}

} // namespace

SelectionView::SelectionView(const AttendModel& model, QWidget* parent) : QTextBrowser(parent), m_model(model) {
    setObjectName(QStringLiteral("answer-passage"));
    setAccessibleName(tr("Question and passage"));
    setToolTip(
        tr("Each sentence with its probability of answering the question; click one, or the question, to see its "
           "maps"));
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) { emit chosen(url.toString().toInt()); });
}

void SelectionView::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        refresh();
        measure(); // the same text in other letters
    }
}

void SelectionView::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        measure();
}

/// Beside a scroll bar, which is there while the place is too low: the text that it makes narrower, and higher, must
/// fit, or the bar would keep itself.
void SelectionView::measure() {
    const std::unique_ptr<QTextDocument> whole(document()->clone());
    whole->setTextWidth(width() - 2 * frameWidth() - verticalScrollBar()->sizeHint().width());
    m_wholeHeight = int(std::ceil(whole->size().height())) + 2 * frameWidth();
    m_told.tell(*this, sizeHint());
}

QSize SelectionView::sizeHint() const {
    return {QTextBrowser::sizeHint().width(), m_wholeHeight};
}

/// Whose row is at that place of the viewport; −1: none.
int SelectionView::sequenceAt(const QPoint& place) const {
    const QTextCursor cursor = cursorForPosition(place);
    QTextTable* table = cursor.currentTable();
    const int y = place.y() + verticalScrollBar()->value();
    if (!table || y > document()->documentLayout()->frameBoundingRect(table).bottom())
        return -1;
    const int row = table->cellAt(cursor).row();
    return row == 0 ? int(m_model.recording()->sequences().size()) - 1 : row; // the question is the first row
}

void SelectionView::mouseMoveEvent(QMouseEvent* event) {
    QTextBrowser::mouseMoveEvent(event);
    viewport()->setCursor(sequenceAt(event->pos()) < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

/// A row is clicked as a whole, but where its words are a link, which says so itself, or were selected.
void SelectionView::mouseReleaseEvent(QMouseEvent* event) {
    const bool isLink = !anchorAt(event->pos()).isEmpty();
    QTextBrowser::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || isLink || textCursor().hasSelection())
        return;
    if (const int sequence = sequenceAt(event->pos()); sequence >= 0)
        emit chosen(sequence);
}

QSize SelectionView::minimumSizeHint() const {
    return {QTextBrowser::minimumSizeHint().width(), 5 * fontMetrics().lineSpacing()};
}

QString SelectionView::questionRow() const {
    const Theme theme = themeOf(palette());
    const int question = int(m_model.recording()->sequences().size()) - 1;
    const bool isShown = m_model.sequenceAt(1) == question;
    return QStringLiteral("<tr%1><td></td><td></td><td><b>%2</b></td></tr>")
        .arg(isShown ? QStringLiteral(" bgcolor=\"%1\"").arg(color(ColorRole::Raised, theme).name()) : QString(),
             paragraph(QString::fromStdString(m_model.shown().texts.front()), QString::number(question),
                       color(ColorRole::Text, theme)));
}

QString SelectionView::rowOf(const SelectionLine& line, int number) const {
    const Theme theme = themeOf(palette());
    const auto said = [&](const QString& text, ColorRole role) {
        return QStringLiteral("<span style=\"color:%1\">%2</span>")
            .arg(color(role, theme).name(), text.toHtmlEscaped());
    };
    QStringList marks;
    for (const QString& mark : marksOf(line))
        marks << said(mark, line.right ? ColorRole::Success : ColorRole::Accent);
    if (!line.chosenBy.isEmpty())
        marks << said(tr("also chosen by: %1").arg(line.chosenBy.join(QStringLiteral(", "))), ColorRole::MutedText);
    QString probability = probabilityOf(line);
    if (line.best)
        probability = QStringLiteral("<b>%1</b>").arg(probability);
    if (line.was)
        probability += QStringLiteral("<br>") + said(tr("was %1").arg(*line.was, 0, 'f', 3), ColorRole::Altered);
    QString text = paragraph(line.text, QString::number(number),
                             color(line.isRead ? ColorRole::Text : ColorRole::MutedText, theme));
    if (!marks.isEmpty())
        text += QStringLiteral("<p dir=\"ltr\" style=\"margin:0\">%1</p>").arg(marks.join(QStringLiteral(" · ")));
    return QStringLiteral("<tr%1><td align=\"right\">%2</td><td align=\"right\">%3</td><td>%4</td></tr>")
        .arg(line.shown ? QStringLiteral(" bgcolor=\"%1\"").arg(color(ColorRole::Raised, theme).name()) : QString(),
             said(QString::number(number), ColorRole::MutedText), probability, text);
}

void SelectionView::refresh() {
    const std::vector<SelectionLine> lines = selectionLines(m_model);
    setVisible(!lines.empty());
    QString html;
    if (!lines.empty()) {
        html = QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"4\">") + questionRow();
        for (std::size_t k = 0; k < lines.size(); ++k)
            html += rowOf(lines[k], int(k) + 1);
        html += QStringLiteral("</table>");
    }
    if (html == m_html)
        return;
    m_html = html;
    const int scrolled = verticalScrollBar()->value();
    setHtml(html);
    verticalScrollBar()->setValue(scrolled);
    measure();
}

ValueTable SelectionView::values() const {
    ValueTable table{{tr("sentence"), tr("text"), tr("probability"), tr("unaltered probability"), tr("chosen"),
                      tr("right"), tr("chosen without a network by")},
                     {}};
    const bool isKnown = knowsRightSentence(m_model);
    int number = 0;
    for (const SelectionLine& line : selectionLines(m_model))
        table.rows << QStringList{QString::number(++number),
                                  line.text,
                                  exactNumber(line.probability),
                                  line.was ? exactNumber(*line.was) : QString(),
                                  QString::number(int(line.best)),
                                  isKnown ? QString::number(int(line.right)) : QString(),
                                  line.chosenBy.join(QStringLiteral("; "))};
    return table;
}

FigureTable SelectionView::figureTable() const {
    FigureTable table{
        {{tr("sentence")}, {tr("probability")}, {tr("text")}, {tr("marks")}}, {true, true, false, false}, {}};
    int number = 0;
    for (const SelectionLine& line : selectionLines(m_model)) {
        TableRow& row = table.rows.emplace_back();
        row.cells = {{QString::number(++number)},
                     {probabilityOf(line)},
                     {line.text},
                     {(marksOf(line) + line.chosenBy).join(QStringLiteral(", "))}};
        row.isBold = line.best;
    }
    return table;
}

} // namespace headlight
