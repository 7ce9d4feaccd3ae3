#include "panels/attend/translation_view.h"

#include "engine/models/model.h"
#include "engine/models/recording.h"
#include "figure/figure_sheet.h"
#include "figure/table_figure.h"
#include "matrix/span_text.h"
#include "panels/attend/differing_words.h"
#include "panels/attend/map_figure.h"
#include "panels/attend/map_views.h"
#include "session/open_model.h"
#include "session/session.h"
#include "viewmodels/attend_model.h"
#include "views/map_metadata.h"
#include "views/map_overview.h"
#include "wording/number_text.h"
#include "wording/shown_text.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

enum BeamColumn { BeamText, BeamScore };
constexpr int shortTextRole = Qt::UserRole; ///< what is drawn of a text that is too long

class ShortTextDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (const QString text = index.data(shortTextRole).toString(); !text.isEmpty())
            option->text = text;
    }
};

/// The row that is highlighted is the one that is shown: a right click opens the menu, and chooses nothing.
class BeamList : public QTreeWidget {
public:
    /// That the menu was opened over, else the highlighted one.
    int rowOfMenu() const { return m_underMenu >= 0 ? m_underMenu : currentIndex().row(); }

protected:
    void mousePressEvent(QMouseEvent* event) override {
        if (event->button() != Qt::RightButton)
            QTreeWidget::mousePressEvent(event);
    }
    bool viewportEvent(QEvent* event) override {
        if (event->type() != QEvent::ContextMenu)
            return QTreeWidget::viewportEvent(event);
        m_underMenu = indexAt(static_cast<const QContextMenuEvent*>(event)->pos()).row();
        const bool isDone = QTreeWidget::viewportEvent(event); // the menu is closed then
        m_underMenu = -1;
        return isDone;
    }

private:
    int m_underMenu = -1;
};

QString percentText(double probability) {
    return TranslationView::tr("%1 %").arg(100 * probability, 0, 'f', probability < 0.0995 ? 2 : 1);
}

/// As tokens are displayed.
QString wordOf(const Recording& recording, const std::string& token) {
    return shownText(piecesAs(recording, {token}).front());
}

QString shownToken(const Recording& recording, const std::string& token, bool ends) {
    return ends ? TranslationView::tr("(end)") : isolated(wordOf(recording, token));
}

/// "Mann 81.2 %; also Herr 9.1 %, Kerl 2.0 %"
QString noteOf(const Recording& recording, const TranslationAnswer::Token& token, bool isGiven) {
    constexpr std::size_t named = 3;
    QStringList others;
    for (const TranslationAnswer::Candidate& candidate : token.candidates)
        if (candidate.token != token.text && others.size() < qsizetype(named))
            others << shownToken(recording, candidate.token, candidate.ends) + u' ' +
                          percentText(candidate.probability);
    QString text = isolated(wordOf(recording, token.text)) + u' ' + percentText(std::exp(token.logProbability));
    if (isGiven)
        text += TranslationView::tr(", given");
    return others.isEmpty()
               ? text
               : TranslationView::tr("%1; also %2. A click shows all.").arg(text, others.join(QStringLiteral(", ")));
}

QString decimalsOf(double score) {
    return withMinus(QString::number(score, 'f', 3));
}

QString textOf(const TranslationAnswer::Beam& beam) {
    return beam.text.empty() ? TranslationView::tr("(no word)")
                             : shownText(beam.text) + (beam.ended ? QString() : QStringLiteral(" …"));
}

/// Whether the user gave the translation whole: its end is given, too.
bool isGivenWhole(const AttendInput& input) {
    return input.open->model->read(input.texts).back().isComplete;
}

const std::string& beginOf(const AttendInput& input) {
    static const std::string free;
    return input.texts.size() > 1 ? input.texts[1] : free;
}

} // namespace

TranslationView::TranslationView(Session& session, const AttendModel& model, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model) {
    m_note = new QLabel;
    m_note->setObjectName("translation-note");
    m_note->setWordWrap(true);
    m_note->setContentsMargins(7, 4, 7, 0);
    addWords();
    addBeams();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(fontMetrics().height() / 2);
    column->addWidget(m_beams); // first: a click must not move it
    column->addWidget(m_note);  // seen also where the words are many
    column->addWidget(m_words);
    column->addStretch();
    addFigure();
}

void TranslationView::addWords() {
    m_words = new SpanText;
    m_words->setObjectName("translation-words");
    m_words->setAccessibleName(tr("Translation"));
    m_words->setWhatsThis(tr("The translation, token by token. Click one, or press Enter, to see what else might stand "
                             "there; what you choose is kept with all before it, and the rest is written anew."));
    connect(m_words, &SpanText::activated, this, &TranslationView::offerCandidates);
    connect(m_words, &SpanText::hovered, this, [this](int token) { // its row is that of the pass that wrote it
        m_session.hoverIn(1, m_model.shownPlace(1, token), -1);
    });
}

void TranslationView::addBeams() {
    auto* list = new BeamList;
    m_beams = list;
    m_beams->setObjectName("translation-beams");
    m_beams->setAccessibleName(tr("Translations that were found"));
    m_beams->setWhatsThis(tr("The best translations that the search found, by their scores: the logarithm of the "
                             "probability, less dependent on the length. Choose one, by a click or the arrow keys, to "
                             "see its maps; a right click copies one or all of them."));
    m_beams->setHeaderLabels({tr("Translations found"), tr("Score")});
    m_beams->headerItem()->setToolTip(BeamText, tr("Choose one to see its maps"));
    m_beams->headerItem()->setToolTip(
        BeamScore, tr("Logarithm of the probability, divided by a power of the length: the nearer to 0 the better"));
    m_beams->headerItem()->setTextAlignment(BeamScore, Qt::AlignRight | Qt::AlignVCenter);
    m_beams->setRootIsDecorated(false);
    m_beams->setUniformRowHeights(true);
    m_beams->setFrameShape(QFrame::NoFrame);
    m_beams->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_beams->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_beams->header()->setStretchLastSection(false);
    m_beams->header()->setSectionResizeMode(BeamText, QHeaderView::Stretch);
    m_beams->header()->setSectionResizeMode(BeamScore, QHeaderView::ResizeToContents);
    m_beams->setItemDelegateForColumn(BeamText, new ShortTextDelegate(m_beams));
    connect(m_beams->header(), &QHeaderView::sectionResized, this, &TranslationView::shortenBeams);
    connect(m_beams, &QTreeWidget::currentItemChanged, this,
            [this](QTreeWidgetItem* item) { choose(m_beams->indexOfTopLevelItem(item)); });
    auto* copyRow = new QAction(tr("Copy this translation"), this);
    copyRow->setObjectName("copyRow");
    connect(copyRow, &QAction::triggered, this, [this, list] {
        if (const int row = list->rowOfMenu(); row >= 0 && std::size_t(row) < found().size())
            QGuiApplication::clipboard()->setText(QString::fromStdString(found()[std::size_t(row)].text));
    });
    m_beams->addAction(copyRow);
    addBeamsFigure();
}

void TranslationView::addBeamsFigure() {
    FigureSource source;
    source.name = [] { return QStringLiteral("translations"); };
    source.picture = [this](const FigureOptions& options) {
        if (!m_model.answer().translation())
            return Picture();
        FigureTable table{{{tr("translation")}, {tr("score")}, {tr("log-probability")}}, {false, true, true}, {}};
        for (const TranslationAnswer::Beam& beam : found()) {
            TableRow& row = table.rows.emplace_back();
            row.cells = {{textOf(beam)}, {decimalsOf(beam.score)}, {decimalsOf(beam.logProbability)}};
            row.isChosen = int(table.rows.size()) - 1 == m_shown;
        }
        const MapOrigin origin = originOf(m_model);
        return figureOfTable(table, options, themeOf(palette()), writtenTitle(tr("Translations found"), origin),
                             metadataOf(origin, 1));
    };
    source.values = [this] {
        ValueTable table{{tr("translation"), tr("score"), tr("log-probability"), tr("ended")}, {}};
        for (const TranslationAnswer::Beam& beam : found())
            table.rows << QStringList{QString::fromStdString(beam.text), exactNumber(beam.score),
                                      exactNumber(beam.logProbability), QString::number(int(beam.ended))};
        return table;
    };
    addMapFigure(m_beams, m_session, m_model, source)->setSecondary(true); // the translation is meant
}

void TranslationView::addFigure() {
    FigureSource source;
    source.name = [] { return QStringLiteral("translation"); };
    source.picture = [this](const FigureOptions& options) {
        if (!m_model.answer().translation())
            return Picture();
        SpanTextPainter painter = m_words->painter();
        painter.setHover(-1);
        const MapOrigin origin = originOf(m_model);
        const QString title = writtenTitle(tr("Translation"), origin);
        Picture picture = figureOf(painter, options, withSource(title, origin), metadataOf(origin, 1));
        picture.title = title;
        return picture;
    };
    source.values = [this] { return values(); };
    addMapFigure(m_words, m_session, m_model, source);
}

void TranslationView::refresh() {
    const TranslationAnswer* answer = m_model.answer().translation();
    setVisible(answer != nullptr);
    if (!answer) {
        m_searches.clear();
        m_rows = 0;
        return;
    }
    keepBeams(*answer);
    showWords(*answer);
    showBeams();
    m_note->setText(answer->ended() ? QString()
                                    : tr("Cut at the limit of %L1 tokens: no end was found.").arg(answer->limit));
    m_note->setVisible(!m_note->text().isEmpty());
}

/// A translation that was chosen of a list, and finds only itself, is shown within that list, whenever it is shown:
/// also after undo and redo. Else the list is of what was found now.
void TranslationView::keepBeams(const TranslationAnswer& answer) {
    const AttendInput& input = m_model.shown();
    if (!m_searches.empty() && (m_searches.front().input.open != input.open ||
                                m_searches.front().input.texts.front() != input.texts.front())) {
        m_searches.clear();
        m_rows = 0;
    }
    const auto isFrom = [&](const Search& search) {
        return search.input.intervention == input.intervention && search.chosen.contains(beginOf(input));
    };
    const auto isSame = [&](const Search& search) {
        return search.input.intervention == input.intervention && search.input.texts == input.texts;
    };
    auto search = std::find_if(m_searches.rbegin(), m_searches.rend(), isFrom);
    if (search == m_searches.rend())
        search = std::find_if(m_searches.rbegin(), m_searches.rend(), isSame);
    if (search == m_searches.rend()) {
        m_searches.push_back({input, answer.beams, {}});
        search = m_searches.rbegin();
    }
    m_list = std::size_t(m_searches.rend() - search) - 1;
    const auto isShown = [&](const TranslationAnswer::Beam& beam) { return beam.begin == beginOf(input); };
    const auto shown = std::find_if(search->beams.begin(), search->beams.end(), isShown);
    m_shown = shown == search->beams.end() ? 0 : int(shown - search->beams.begin());
    m_rows = std::max(m_rows, int(search->beams.size()));
}

void TranslationView::showWords(const TranslationAnswer& answer) {
    SpanLine line;
    QStringList notes;
    int given = 0;
    const bool isWhole = isGivenWhole(m_model.shown());
    for (const TranslationAnswer::Token& token : answer.tokens) {
        const bool isGiven = isWhole || token.isForced;
        line.words << wordOf(*m_model.recording(), token.text);
        notes << noteOf(*m_model.recording(), token, isGiven);
        given += isGiven;
    }
    if (given > 0)
        line.spans << TextSpan{0, given, tr("given"), 0};
    m_words->setLines({line}, notes);
}

void TranslationView::showBeams() {
    const QSignalBlocker quiet(m_beams);
    m_beams->clear();
    for (const TranslationAnswer::Beam& beam : found()) {
        auto* row = new QTreeWidgetItem(m_beams);
        row->setText(BeamText, textOf(beam));
        row->setText(BeamScore, decimalsOf(beam.score));
        row->setTextAlignment(BeamScore, Qt::AlignRight | Qt::AlignVCenter);
        const QString how = tr("log-probability %1").arg(decimalsOf(beam.logProbability));
        row->setToolTip(BeamText, textOf(beam) + u'\n' + how);
        row->setToolTip(BeamScore, how);
    }
    shortenBeams();
    m_beams->setCurrentItem(m_beams->topLevelItem(m_shown));
    m_beams->setFixedHeight(m_beams->header()->sizeHint().height() + m_rows * std::max(1, m_beams->sizeHintForRow(0)) +
                            2 * m_beams->frameWidth());
}

/// How high the list is, and what of its texts has room, are matters of the letters.
void TranslationView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        showBeams();
}

/// What they differ in is seen; their tooltips are whole.
void TranslationView::shortenBeams() {
    QStringList texts;
    for (const TranslationAnswer::Beam& beam : found())
        texts << textOf(beam);
    const int room = m_beams->columnWidth(BeamText) - fontMetrics().height() / 2;
    const QStringList shown = differingWords(
        texts, [&](const QString& text) { return m_beams->fontMetrics().horizontalAdvance(text) <= room; });
    for (int k = 0; k < m_beams->topLevelItemCount() && k < int(shown.size()); ++k)
        m_beams->topLevelItem(k)->setData(BeamText, shortTextRole, shown[k]);
}

void TranslationView::offerCandidates(int number) {
    const TranslationAnswer* answer = m_model.answer().translation();
    if (!answer || number < 0 || std::size_t(number) >= answer->tokens.size())
        return;
    const TranslationAnswer::Token& token = answer->tokens[std::size_t(number)];
    auto* menu = new QMenu(this);
    menu->setObjectName("candidates-menu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    for (std::size_t k = 0; k < token.candidates.size(); ++k) {
        const TranslationAnswer::Candidate& candidate = token.candidates[k];
        const QString name = shownToken(*m_model.recording(), candidate.token, candidate.ends);
        const QString title = tr("“%1” in place of “%2”").arg(name, isolated(wordOf(*m_model.recording(), token.text)));
        QAction* action =
            menu->addAction(QString(name).replace('&', "&&") + u'\t' + percentText(candidate.probability));
        action->setCheckable(true);
        action->setChecked(candidate.token == token.text);
        action->setToolTip(action->isChecked() ? tr("What stands there, and all before it, is kept")
                                               : tr("%1: the rest is written anew").arg(title));
        connect(action, &QAction::triggered, this, [this, title, number, k, begin = answer->begin] {
            m_session.chooseBegin(QString::fromStdString(begin(std::size_t(number), k)), title);
        });
    }
    const QRectF place = m_words->painter().wordRect(m_words->rect(), number);
    menu->popup(m_words->mapToGlobal(place.bottomLeft().toPoint()));
}

const std::vector<TranslationAnswer::Beam>& TranslationView::found() const {
    static const std::vector<TranslationAnswer::Beam> none;
    return m_searches.empty() ? none : m_searches[m_list].beams;
}

void TranslationView::choose(int beam) {
    if (beam < 0 || std::size_t(beam) >= found().size())
        return;
    const std::string& begin = found()[std::size_t(beam)].begin;
    m_searches[m_list].chosen.insert(begin);
    m_session.chooseBegin(QString::fromStdString(begin), tr("translation %1").arg(beam + 1));
}

ValueTable TranslationView::values() const {
    ValueTable table{{tr("token"), tr("log-probability"), tr("given"), tr("candidates")}, {}};
    const TranslationAnswer* answer = m_model.answer().translation();
    const bool isWhole = answer && isGivenWhole(m_model.shown());
    for (std::size_t t = 0; answer && t < answer->tokens.size(); ++t) {
        const TranslationAnswer::Token& token = answer->tokens[t];
        QStringList candidates;
        for (const TranslationAnswer::Candidate& candidate : token.candidates)
            candidates << QString::fromStdString(candidate.token) + u' ' + exactNumber(candidate.probability);
        table.rows << QStringList{QString::fromStdString(token.text), exactNumber(token.logProbability),
                                  isWhole || token.isForced ? QStringLiteral("1") : QStringLiteral("0"),
                                  candidates.join(QStringLiteral("; "))};
    }
    return table;
}

} // namespace headlight
