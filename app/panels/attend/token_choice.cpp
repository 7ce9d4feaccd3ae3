#include "panels/attend/token_choice.h"

#include "engine/models/recording.h"
#include "engine/text/read_pieces.h"
#include "session/open_model.h"

#include <QActionGroup>
#include <QMenu>
#include <algorithm>

namespace headlight {

namespace {

struct TokenChoiceRow {
    const char* title;
    const char* help;
};

constexpr TokenChoiceRow pieceRows[] = {
    {QT_TRANSLATE_NOOP("headlight::TokenChoice", "As in the vocabulary"),
     QT_TRANSLATE_NOOP("headlight::TokenChoice", "Pieces as the model has them: Ġthe, ▁the, ##ing")},
    {QT_TRANSLATE_NOOP("headlight::TokenChoice", "As they are read"),
     QT_TRANSLATE_NOOP("headlight::TokenChoice",
                       "Spaces and byte letters decoded: the, ·ing, where · says that the piece continues a word")},
    {QT_TRANSLATE_NOOP("headlight::TokenChoice", "Merged to words"),
     QT_TRANSLATE_NOOP("headlight::TokenChoice",
                       "The pieces of a word are one row and one column: weights to a word are summed over its pieces, "
                       "those from it are their mean, so that rows still add up to 1. Words are those that the "
                       "tokenizer counts. There are no scores then, and cells can't be changed.")},
};

constexpr TokenChoiceRow markRows[] = {
    {QT_TRANSLATE_NOOP("headlight::TokenChoice", "Shown"),
     QT_TRANSLATE_NOOP("headlight::TokenChoice", "Marks that the model sets itself, as [CLS], [SEP] and <s>, too")},
    {QT_TRANSLATE_NOOP("headlight::TokenChoice", "Hidden"),
     QT_TRANSLATE_NOOP(
         "headlight::TokenChoice",
         "Without their rows and columns. The other weights stay as they are: rows no longer add up to 1, "
         "the rest went to the marks.")},
    {QT_TRANSLATE_NOOP("headlight::TokenChoice", "Hidden, the rest renormalised"),
     QT_TRANSLATE_NOOP(
         "headlight::TokenChoice",
         "Without their rows and columns. The other weights of each row are divided by their sum, so that "
         "it adds up to 1.")},
};

QAction* addRow(QMenu* menu, QActionGroup* group, const TokenChoiceRow& row, const QString& kind, const QString& name) {
    QAction* const action = menu->addAction(TokenChoice::tr(row.title));
    action->setIconText(QStringLiteral("%1: %2").arg(kind, action->text())); // for the command search
    action->setToolTip(TokenChoice::tr(row.help));
    action->setObjectName(name);
    action->setActionGroup(group);
    action->setCheckable(true);
    return action;
}

} // namespace

TokenChoice::TokenChoice(Session& session, const AttendModel& model, QWidget* parent)
    : QToolButton(parent), m_session(session), m_model(model), m_pieces(new QActionGroup(this)),
      m_marks(new QActionGroup(this)) {
    setObjectName("tokens");
    setText(tr("Tokens"));
    setAccessibleName(tr("How tokens stand in maps"));
    setToolTip(tr("Tokens as pieces, as they are read or merged to words, and special tokens shown or hidden"));
    setPopupMode(QToolButton::InstantPopup);
    auto* const menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    addPieces(menu);
    addMarks(menu);
    setMenu(menu);
    connect(&session, &Session::focusChanged, this, &TokenChoice::refresh);
    connect(&model, &AttendModel::changed, this, &TokenChoice::refresh);
    refresh();
}

void TokenChoice::addPieces(QMenu* menu) {
    menu->addSection(tr("Pieces"));
    for (std::size_t k = 0; k < pieceDisplays().size(); ++k) {
        const PieceDisplay pieces = pieceDisplays()[k];
        const QString name = QStringLiteral("pieces.%1").arg(QString::fromStdString(nameOf(pieces)));
        connect(addRow(menu, m_pieces, pieceRows[k], tr("Pieces"), name), &QAction::triggered, this, [this, pieces] {
            m_session.setDisplay({pieces, m_session.focus().display.marks});
        });
    }
}

void TokenChoice::addMarks(QMenu* menu) {
    menu->addSection(tr("Special tokens"));
    for (std::size_t k = 0; k < markDisplays().size(); ++k) {
        const MarkDisplay marks = markDisplays()[k];
        const QString name = QStringLiteral("specials.%1").arg(QString::fromStdString(nameOf(marks)));
        connect(addRow(menu, m_marks, markRows[k], tr("Special tokens"), name), &QAction::triggered, this,
                [this, marks] {
                    m_session.setDisplay({m_session.focus().display.pieces, marks});
                });
    }
}

/// It stays with its model, also while a text has none, and as long as something is chosen.
void TokenChoice::refresh() {
    const TokenDisplay& display = m_session.focus().display;
    const auto& read = m_model.asRead();
    if (read && std::any_of(read->sequences().begin(), read->sequences().end(), hasPieces))
        m_ofPieces = m_model.shown().open;
    const auto ofPieces = m_ofPieces.lock();
    setVisible((ofPieces && ofPieces == m_session.current()) || display != TokenDisplay());
    for (std::size_t k = 0; k < pieceDisplays().size(); ++k)
        m_pieces->actions()[qsizetype(k)]->setChecked(pieceDisplays()[k] == display.pieces);
    for (std::size_t k = 0; k < markDisplays().size(); ++k)
        m_marks->actions()[qsizetype(k)]->setChecked(markDisplays()[k] == display.marks);
}

} // namespace headlight
