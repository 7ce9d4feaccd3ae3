#include "panels/attend/effect_strip.h"

#include "figure/figure_sheet.h"
#include "panels/attend/map_figure.h"
#include "panels/attend/map_views.h"
#include "viewmodels/map_archive.h"
#include "viewmodels/numbered_tokens.h"
#include "views/map_metadata.h"
#include "wording/number_text.h"
#include "wording/shown_text.h"

#include <QAction>
#include <QSignalBlocker>
#include <limits>

namespace headlight {

EffectStrip::EffectStrip(int place, Session& session, const AttendModel& model, const EffectsModel& effects,
                         QWidget* parent)
    : TokenStrip(parent), m_place(place), m_session(session), m_model(model), m_effects(effects) {
    setObjectName(place == 1 ? "second-effects" : "effects");
    setWhatsThis(tr("How the answer changes without each word: below 0 (blue) the word speaks for the answer, above 0 "
                    "(orange) against it. Alt+click, Alt+Enter or the menu leaves the word out, as if it had not been "
                    "typed, and everything is computed anew; Alt+click again brings it back."));
    m_toggle = new QAction(tr("Leave the word out"), this);
    m_toggle->setObjectName("leave-out");
    connect(m_toggle, &QAction::triggered, this, [this] { toggle(m_pointed); });
    addAction(m_toggle);
    buildMenu();
    connect(this, &TokenStrip::hovered, this, &EffectStrip::point);
    connect(this, &TokenStrip::pinsChanged, this, [this](const QList<int>& tokens) {
        std::set<int> keys;
        for (const int token : tokens)
            if (const int place = m_model.shownPlace(sequence(), token); place >= 0)
                keys.insert(place);
        m_session.setPinsIn(sequence(), m_session.marks(sequence()).pinnedQueries, keys);
    });
}

void EffectStrip::buildMenu() {
    FigureSource source;
    source.name = [this] {
        return m_model.isPair() ? QStringLiteral("words-sentence%1").arg(m_place + 1) : QStringLiteral("words");
    };
    source.picture = [this](const FigureOptions& options) {
        if (!isNeeded())
            return Picture();
        TokenStripPainter shown = painter();
        shown.setHover(-1);
        const MapOrigin origin = originOf(m_model);
        return figureOf(shown, options, writtenTitle(shown.view().title, origin), metadataOf(origin, sequence()));
    };
    source.values = [this] {
        ValueTable table{{tr("token"), tr("effect")}, {}};
        QStringList tokens;
        if (isNeeded())
            tokens = plainTokens(m_model.asRead()->sequences()[std::size_t(sequence())]);
        const TokenStripView& view = painter().view();
        for (qsizetype token = 0; token < view.values.size(); ++token)
            table.rows << QStringList{
                tokens.value(token),
                exactNumber(
                    m_effects.ofToken(sequence(), int(token)).value_or(std::numeric_limits<double>::quiet_NaN()))};
        return table;
    };
    m_menu = addMapFigure(this, m_session, m_model, source);
}

bool EffectStrip::isNeeded() const {
    const auto& recording = m_model.asRead();
    return recording && std::size_t(sequence()) < recording->sequences().size() && m_effects.hasTokens() &&
           !recording->sequences()[std::size_t(sequence())].isTarget; // no word of it can be left out
}

TokenStripView EffectStrip::stripView() const {
    const Sequence read = ownTokensAs(*m_model.recording(), sequence());
    const bool isPending = m_effects.areTokensPending();
    TokenStripView view;
    view.tokens = shownTokens(read);
    for (std::size_t token = 0; token < read.tokens.size(); ++token)
        view.values << float(
            m_effects.ofToken(sequence(), int(token)).value_or(std::numeric_limits<double>::quiet_NaN()));
    const int decimals = changeDecimals(m_effects.largestOfTokens()); // as in the column of the heads
    for (const float value : std::as_const(view.values))
        view.numbers << changeText(value, decimals);
    view.widestNumber = decimals > 2 ? changeText(-8.8888888, decimals) : changeText(-88.888, 2);
    const bool areSentences = m_model.selection() && sequence() == 0;
    const QString without = areSentences ? tr("%1 without each sentence")
                            : read.image ? tr("%1 without each patch")
                                         : tr("%1 without each word");
    const QString what = without.arg(m_effects.decision());
    view.title = (isPending ? tr("%1: being computed …") : tr("%1: its change")).arg(what);
    view.shorterTitles = {what, without.arg(tr("Answer")), tr("Effect on answer"), tr("Effect")};
    for (QString* title : {&view.title, &view.shorterTitles.first()})
        (*title)[0] = title->at(0).toUpper();
    view.valueName = tr("change");
    view.colorMap = ColorMapId::Diverging;
    view.rowsAreShares = false;
    const double reach = m_effects.largestOfTokens() > 0 ? m_effects.largestOfTokens() : 1;
    view.range = {-reach, reach, RangeChoice::Unit}; // nothing to be said of it
    return view;
}

void EffectStrip::refresh() {
    if (!isNeeded())
        return;
    const QString name = m_model.sequenceName(sequence());
    const bool areSentences = m_model.selection() && sequence() == 0;
    setAccessibleName(areSentences     ? tr("Effects of the sentences")
                      : name.isEmpty() ? tr("Effects of the words")
                                       : (m_model.selection() ? tr("Effects of the words, %1")
                                                              : tr("Effects of the words, %1 sentence"))
                                             .arg(name));
    {
        const QSignalBlocker pinsStay(this); // they are the session's, and wait for their text
        setView(stripView());
    }
    point(m_pointed);
}

const Token* EffectStrip::tokenAt(int index) const {
    if (!isNeeded() || index < 0)
        return nullptr;
    const auto& tokens = m_model.asRead()->sequences()[std::size_t(sequence())].tokens;
    return std::size_t(index) < tokens.size() ? &tokens[std::size_t(index)] : nullptr;
}

/// Of a token that there is.
QString EffectStrip::nameAt(int index) const {
    return shownText(ownTokensAs(*m_model.recording(), sequence()).tokens[std::size_t(index)].text);
}

/// The menu stays with the word that it was opened over.
void EffectStrip::point(int index) {
    m_pointed = index >= 0 ? index : m_pointed;
    const Token* token = tokenAt(m_pointed);
    m_toggle->setEnabled(token && !token->special);
    if (token)
        m_toggle->setText(
            (token->leftOut ? tr("Read “%1” again") : tr("Leave “%1” out")).arg(nameAt(m_pointed).replace('&', "&&")));
}

void EffectStrip::toggle(int index) {
    if (const Token* token = tokenAt(index); token && !token->special)
        m_session.toggleLeftOut({sequence(), index}, nameAt(index));
}

void EffectStrip::activate(int index, Qt::KeyboardModifiers modifiers) {
    if (modifiers.testFlag(Qt::AltModifier))
        toggle(index);
    else
        TokenStrip::activate(index, modifiers);
}

} // namespace headlight
