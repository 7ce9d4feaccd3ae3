#include "panels/attend/answer_pane.h"

#include "figure/figure_sheet.h"
#include "matrix/bar_list.h"
#include "panels/attend/chance_view.h"
#include "panels/attend/map_figure.h"
#include "panels/attend/map_views.h"
#include "panels/attend/selection_view.h"
#include "panels/attend/stage_buttons.h"
#include "panels/attend/tag_view.h"
#include "panels/attend/translation_view.h"
#include "panels/attend/writing_bar.h"
#include "views/map_metadata.h"
#include "views/map_overview.h"
#include "wording/number_text.h"
#include "wording/shown_text.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

struct ScaleRow {
    const char* key; ///< in the settings
    const char* title;
    const char* toolTip;
};
constexpr ScaleRow scaleRows[] = {
    {"probability", QT_TRANSLATE_NOOP("headlight::AnswerPane", "Probability"),
     QT_TRANSLATE_NOOP("headlight::AnswerPane", "How likely each class is, 0 to 1")},
    {"log-odds", QT_TRANSLATE_NOOP("headlight::AnswerPane", "Log-odds"),
     QT_TRANSLATE_NOOP("headlight::AnswerPane",
                       "ln p / (1 − p): 0 is as likely as not. What a change does is seen here even where the "
                       "probability stays at 1.000.")},
};
constexpr int logOddsScale = 1;
const QString scaleSetting = QStringLiteral("answer-scale");

/// The ends of the bars move seldom, and the largest takes most of its track.
double roundReach(double reach) {
    constexpr double steps[] = {1, 1.5, 2, 3, 4, 5, 6, 8};
    for (double decade = 1;; decade *= 10)
        for (const double step : steps)
            if (step * decade >= reach)
                return step * decade;
}

/// As many decimals as the numbers beside the bars have; what these would round away keeps its sign and size.
QString barChange(double change) {
    constexpr int decimals = 3;
    return std::abs(change) < 0.0005 ? changeText(change) : changeText(change, decimals);
}

Bar barOf(const AnswerRow& row, const QString& name, bool logOdds) {
    Bar bar{name, logOdds ? row.logOdds : row.probability};
    if (const auto& was = logOdds ? row.logOddsWere : row.was) {
        bar.ghost = *was;
        bar.change = barChange(logOdds ? bar.value - bar.ghost : probabilityChange(row));
    }
    bar.strong = row.best;
    bar.meaning = row.meaning;
    return bar;
}

/// It says of which model and text it is, and whether that was altered.
template <class Painter>
Picture answerFigure(const Painter& painter, const FigureOptions& options, const QString& title,
                     const AttendModel& model) {
    if (model.isEmpty())
        return {};
    const MapOrigin origin = originOf(model);
    const QString written = writtenTitle(title, origin);
    Picture picture = figureOf(painter, options, withSource(written, origin), metadataOf(origin, model.sequence()));
    picture.title = written;
    return picture;
}

} // namespace

AnswerPane::AnswerPane(Session& session, const AttendModel& model, Jobs& jobs, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model), m_lines(model, jobs), m_chances(model, jobs),
      m_writing(session, model) {
    m_bars = new BarList;
    m_bars->setObjectName("answer-bars");
    m_bars->setAccessibleName(tr("Answer"));
    m_score = new QLabel;
    m_score->setObjectName("answer-score");
    m_score->setToolTip(tr("The mean of the levels below, each weighted by its probability"));
    m_score->setContentsMargins(7, 4, 7, 0); // as far in as the bars
    m_score->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_none = new QLabel;
    m_none->setObjectName("answer-none");
    m_none->setWordWrap(true);
    m_none->setAlignment(Qt::AlignLeft | Qt::AlignTop); // where an answer would begin
    m_none->setContentsMargins(7, 4, 7, 4);
    m_note = new QLabel;
    m_note->setObjectName("answer-note");
    m_note->setWordWrap(true);
    m_note->setContentsMargins(7, 4, 7, 0);
    m_tags = new TagView(model, m_lines);
    m_passage = new SelectionView(model);
    m_translation = new TranslationView(session, model);
    addScale();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_scale);
    column->addWidget(m_none);
    column->addWidget(m_score);
    column->addWidget(m_note);
    column->addWidget(m_tags);
    column->addWidget(m_passage, 1);
    column->addWidget(m_translation, 1);
    column->addWidget(new WritingBar(m_writing));
    column->addWidget(m_bars, 1);
    column->addWidget(new ChanceView(session, model, m_chances)); // below: a click on a bar must not move it
    column->addStretch(); // labels and their note begin at the top, however high the pane is
    addFigures();
    connect(&session, &Session::lookRequested, this, [this] {
        showScale();
        refresh();
    });
    connect(m_tags, &TagView::hovered, &session, [this](int index) {
        m_session.hover(index < 0 ? -1 : m_model.shownPlace(0, m_tags->painter().placeOf(index).word), -1);
    });
    connect(m_tags, &TagView::activated, this, &AnswerPane::onWord);
    connect(m_bars, &BarList::activated, &m_writing, &TextWriting::append);
    connect(m_passage, &SelectionView::chosen, &session, &Session::setSequence);
    connect(&session, &Session::marksChanged, this, [this] {
        const int pointed = m_tags->painter().hover();
        const std::set<int> words = m_model.ownTokens(0, {m_session.marks().hoveredQuery});
        const int word = words.empty() ? -1 : *words.begin();
        const bool isPointed = pointed >= 0 && words.contains(m_tags->painter().placeOf(pointed).word); // in any line
        if (!isPointed)
            m_tags->setHover(
                word < 0 || m_lines.lines().isEmpty() ? -1 : m_tags->painter().indexOf({m_lines.shown(), word}));
    });
    connect(&m_lines, &TagLines::changed, this, &AnswerPane::refresh); // whenever the model has, too
    refresh();
}

void AnswerPane::addScale() {
    m_scale = new QWidget;
    auto* row = new QHBoxLayout(m_scale);
    row->setContentsMargins(7, 4, 7, 0);
    row->setSpacing(0);
    m_scales = new QButtonGroup(this);
    for (int scale = 0; scale < int(std::size(scaleRows)); ++scale) {
        auto* button = new QToolButton;
        button->setObjectName("answer-scale." + QLatin1String(scaleRows[scale].key));
        button->setText(tr(scaleRows[scale].title));
        button->setToolTip(tr(scaleRows[scale].toolTip));
        button->setAccessibleName(tr("Answer as %1").arg(button->text()));
        button->setCheckable(true);
        button->setStyleSheet(chosenStyle);
        m_scales->addButton(button, scale);
        row->addWidget(button);
    }
    showScale();
    row->addStretch();
    connect(m_scales, &QButtonGroup::idClicked, this, [this](int scale) {
        m_session.settings().set(scaleSetting, QLatin1String(scaleRows[scale].key));
        refresh();
    });
}

void AnswerPane::showScale() {
    const bool logOdds = m_session.settings().text(scaleSetting) == QLatin1String(scaleRows[logOddsScale].key);
    m_scales->button(logOdds ? logOddsScale : 0)->setChecked(true);
}

bool AnswerPane::showsLogOdds() const {
    return m_scales->checkedId() == logOddsScale;
}

void AnswerPane::addFigures() {
    FigureSource source;
    source.name = [] { return QStringLiteral("answer"); };
    source.picture = [this](const FigureOptions& options) {
        BarListPainter painter = m_bars->painter();
        painter.setHover(-1);
        const QString score = m_model.answer().scoreText();
        const QString title = showsLogOdds() ? tr("Answer, log-odds") : tr("Answer");
        return answerFigure(painter, options, score.isEmpty() ? title : tr("%1: %2").arg(title, score), m_model);
    };
    source.values = [this] { return answerTable(m_model); };
    addMapFigure(m_bars, m_session, m_model, source);

    FigureSource labels;
    labels.name = [] { return QStringLiteral("labels"); };
    labels.picture = [this](const FigureOptions& options) {
        SpanTextPainter painter = m_tags->painter();
        painter.setHover(-1);
        return answerFigure(painter, options, tr("Labels of the tokens"), m_model);
    };
    labels.values = [this] { return m_tags->values(); };
    addMapFigure(m_tags, m_session, m_model, labels);

    FigureSource sentences;
    sentences.name = [] { return QStringLiteral("sentences"); };
    sentences.picture = [this](const FigureOptions& options) {
        if (!m_model.selection())
            return Picture();
        const MapOrigin origin = originOf(m_model);
        return figureOfTable(m_passage->figureTable(), options, themeOf(palette()),
                             writtenTitle(tr("Sentences of the passage"), origin),
                             metadataOf(origin, m_model.sequence()));
    };
    sentences.values = [this] { return m_passage->values(); };
    addMapFigure(m_passage, m_session, m_model, sentences);
}

/// A word of the line that the maps are of is pinned; one of another predicate's makes its maps be shown.
void AnswerPane::onWord(int index) {
    const auto [line, word] = m_tags->painter().placeOf(index);
    const int place = m_model.shownPlace(0, word);
    if (line == m_lines.shown() && place >= 0)
        m_session.setPins({place}, {});
    else if (line != m_lines.shown())
        m_session.choosePredicate(m_lines.lines()[line].predicateText);
}

void AnswerPane::explainLines() {
    const QList<TagLine>& lines = m_lines.lines();
    QStringList parts;
    if (const std::optional<int> times = m_session.lostPredicate(); times && !lines.isEmpty()) {
        const QString word = isolated(m_session.second().trimmed());
        parts << (*times == 0
                      ? tr("“%1” is not in the sentence: the first likely predicate is shown.").arg(word)
                      : tr("“%1” is in the sentence %2 times: the first likely predicate is shown; say which is "
                           "meant by its number, as in #3.")
                            .arg(word, QString::number(*times)));
    }
    if (lines.size() > 1)
        parts << tr("A line for each predicate; click one to see its maps.");
    if (std::any_of(lines.begin(), lines.end(), [](const TagLine& line) { return line.right.has_value(); }))
        parts << tr("The lower labels are those of the corpus.");
    m_note->setText(parts.join(u' '));
    m_note->setVisible(!parts.isEmpty());
}

void AnswerPane::findShownLine() {
    const QPair<int, int> shown{m_lines.shown(), int(m_lines.lines().size())};
    m_isLineNew = std::exchange(m_shownLine, shown) != shown;
    if (m_isLineNew)
        QTimer::singleShot(0, this, &AnswerPane::tellShownLine);
}

void AnswerPane::tellShownLine() {
    if (const int line = m_lines.shown(); line >= 0 && line < m_tags->painter().lines())
        emit lineShown(m_tags->painter().lineRect(m_tags->geometry(), line).toAlignedRect());
}

/// A further line may have its place only now.
void AnswerPane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_isLineNew)
        QTimer::singleShot(0, this, &AnswerPane::tellShownLine);
}

void AnswerPane::refresh() {
    explainLines();
    m_score->setText(m_model.answer().scoreText());
    m_score->setVisible(!m_score->text().isEmpty());
    m_tags->refresh();
    findShownLine();
    m_passage->refresh();
    m_none->setText(m_model.answerRemark());
    m_none->setVisible(!m_none->text().isEmpty());
    m_translation->refresh();
    const bool hasOwnView = m_model.answer().tags() || m_model.selection() || !m_translation->isHidden();
    m_bars->setVisible(!hasOwnView && m_none->isHidden());
    m_scale->setVisible(!m_model.answer().rows().empty() && !m_model.selection() && m_translation->isHidden());
    const bool logOdds = showsLogOdds();
    QList<Bar> bars;
    double reach = 0;
    const ClassAnswer named = m_model.isEmpty() ? ClassAnswer() : classesOf(answerAs(*m_model.recording()));
    for (std::size_t k = 0; k < m_model.answer().rows().size(); ++k) {
        bars << barOf(m_model.answer().rows()[k], shownText(named.labels[k]), logOdds);
        for (const double value : {bars.last().value, bars.last().ghost})
            if (std::isfinite(value))
                reach = std::max(reach, std::abs(value));
    }
    m_bars->setRange(logOdds ? -roundReach(reach) : 0, logOdds ? roundReach(reach) : 1);
    m_bars->setBars(bars);
}

} // namespace headlight
