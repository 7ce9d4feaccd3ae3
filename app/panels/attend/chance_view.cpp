#include "panels/attend/chance_view.h"

#include "engine/models/recording.h"
#include "figure/figure_sheet.h"
#include "matrix/span_text.h"
#include "panels/attend/map_figure.h"
#include "panels/attend/map_views.h"
#include "session/session.h"
#include "viewmodels/attend_model.h"
#include "viewmodels/text_chances.h"
#include "views/map_metadata.h"
#include "views/map_overview.h"
#include "wording/number_text.h"
#include "wording/shown_text.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr int mostShown = 256; ///< tokens; of a longer text the last ones

QString chanceText(double probability) {
    return ChanceView::tr("%1 %").arg(100 * probability, 0, 'f', probability < 0.0995 ? 2 : 0);
}

/// Three grounds: what was expected, what may be, and what was a surprise.
int groundOf(double probability) {
    return probability >= 0.5 ? 0 : probability >= 0.05 ? 1 : 2;
}

} // namespace

ChanceView::ChanceView(Session& session, const AttendModel& model, const TextChances& chances, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model), m_chances(chances) {
    m_sum = new QLabel;
    m_sum->setObjectName("chance-sum");
    m_sum->setWordWrap(true);
    m_sum->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sum->setContentsMargins(7, 4, 7, 0);
    m_sum->setToolTip(tr("The natural logarithm of the probability of all tokens, each given those before it. The "
                         "perplexity is e to the power of minus its mean."));
    m_words = new SpanText;
    m_words->setObjectName("chance-words");
    m_words->setAccessibleName(tr("Probability of each token"));
    m_words->setWhatsThis(tr("The text, token by token, each with its probability given those before it. A click pins "
                             "the token in the map."));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_sum);
    column->addWidget(m_words);
    connect(m_words, &SpanText::hovered, this,
            [this](int word) { m_session.hover(word < 0 ? -1 : m_first + word, -1); });
    connect(m_words, &SpanText::activated, this, [this](int word) { m_session.setPins({m_first + word}, {}); });
    connect(&chances, &TextChances::changed, this, &ChanceView::refresh);
    addFigure();
    refresh();
}

void ChanceView::addFigure() {
    FigureSource source;
    source.name = [] { return QStringLiteral("probabilities"); };
    source.picture = [this](const FigureOptions& options) {
        if (!m_chances.likelihood())
            return Picture();
        SpanTextPainter painter = m_words->painter();
        painter.setHover(-1);
        const MapOrigin origin = originOf(m_model);
        const QString title = writtenTitle(tr("Probability of each token"), origin);
        Picture picture = figureOf(painter, options, withSource(title, origin), metadataOf(origin, 0));
        picture.title = title;
        return picture;
    };
    source.values = [this] { return values(); };
    addMapFigure(m_words, m_session, m_model, source);
}

void ChanceView::refresh() {
    const TextLikelihood* found = m_chances.likelihood();
    setVisible(found && found->counted() > 0);
    if (isHidden())
        return;
    m_first = std::max(0, int(found->tokens.size()) - mostShown);
    QString sum = tr("Log-probability of the text: %1 of %L2 tokens, perplexity %3.")
                      .arg(withMinus(QString::number(found->logProbability(), 'f', 2)))
                      .arg(found->counted())
                      .arg(found->perplexity(), 0, 'g', 4);
    if (m_first > 0)
        sum += u' ' + tr("Shown are the last %L1.").arg(mostShown);
    m_sum->setText(sum);
    SpanLine line;
    QStringList notes;
    for (std::size_t token = std::size_t(m_first); token < found->tokens.size(); ++token) {
        const TextLikelihood::Token& own = found->tokens[token];
        const QString name = isolated(shownText(own.token));
        line.words << shownText(own.token);
        if (std::isnan(own.logProbability)) {
            notes << tr("%1: nothing is read before it").arg(name);
            continue;
        }
        const double probability = std::exp(own.logProbability);
        const int word = int(line.words.size()) - 1;
        line.spans << TextSpan{word, word + 1, chanceText(probability), groundOf(probability)};
        notes << tr("%1: probability %2, log-probability %3")
                     .arg(name, chanceText(probability), withMinus(QString::number(own.logProbability, 'f', 3)));
    }
    m_words->setLines({line}, notes);
}

ValueTable ChanceView::values() const {
    ValueTable table{{tr("token"), tr("log-probability")}, {}};
    if (const TextLikelihood* found = m_chances.likelihood())
        for (const TextLikelihood::Token& token : found->tokens)
            table.rows << QStringList{QString::fromStdString(token.token),
                                      std::isnan(token.logProbability) ? QString() : exactNumber(token.logProbability)};
    return table;
}

} // namespace headlight
