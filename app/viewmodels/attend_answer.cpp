#include "viewmodels/attend_answer.h"

#include "engine/core/npz.h"
#include "engine/data/label_meanings.h"
#include "engine/models/recording.h"
#include "wording/number_text.h"
#include "wording/shown_text.h"

#include <QObject>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

QString probabilityText(double value) {
    return QString::number(value, 'f', 4);
}

QString logOddsText(double value) {
    return std::isinf(value)
               ? (value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞"))
               : withMinus(QString::number(value, 'f', 3)); // as many digits as the change needs, and both alike
}

template <class Kind>
const Kind* answerOf(const std::shared_ptr<const Recording>& recording) {
    return recording ? std::get_if<Kind>(&recording->answer()) : nullptr;
}

std::optional<double> scoreOf(const std::shared_ptr<const Recording>& recording) {
    const auto* answer = answerOf<ScoreAnswer>(recording);
    return answer ? std::optional(answer->score) : std::nullopt;
}

QString changeOf(const TagAnswer& now, const TagAnswer& before) {
    qsizetype changed = 0;
    for (std::size_t t = 0; t < now.tokens.size(); ++t)
        changed += now.tokens[t].isRead && now.tag(t) != before.tag(t);
    return changed == 0 ? QObject::tr("no label changes")
                        : QObject::tr("%L1 of %L2 labels change").arg(changed).arg(qsizetype(now.tokens.size()));
}

QString changeOf(const TranslationAnswer& now, const TranslationAnswer& before) {
    const TranslationAnswer::Beam &is = now.beams.front(), &was = before.beams.front();
    const auto shown = [](double logProbability) {
        return withMinus(QString::number(logProbability, 'f', 2)); // of all tokens
    };
    return is.text == was.text
               ? QObject::tr("the same translation, log-probability %1 → %2")
                     .arg(shown(was.logProbability), shown(is.logProbability))
               : QObject::tr("another translation, whose log-probability is %1; was “%2”, whose own was %3")
                     .arg(shown(is.logProbability), shownText(was.text), shown(was.logProbability));
}

/// "0.5808 → 0.6551", and where no digit changes "1.0000 (−2e−05)", "1.0000".
QString movedText(const QString& was, const QString& is, double change) {
    return was != is     ? QStringLiteral("%1 → %2").arg(was, is)
           : change != 0 ? QStringLiteral("%1 (%2)").arg(is, changeText(change))
                         : is;
}

struct Place {
    QString label;
    double probability = 0, logOdds = 0;
};

/// A change that a probability of about 1 is too coarse for is that of the rest.
double probabilityChangeOf(const Place& was, const Place& is) {
    const double change = is.probability - was.probability;
    const auto rest = [](double logOdds) { return 1 / (1 + std::exp(logOdds)); }; // 1 − p
    return change != 0 ? change : rest(was.logOdds) - rest(is.logOdds);
}

/// "ENTY 0.5808 → 0.6551", "LOC 0.5000 → HUM 0.7500". `change`: told where no digit changes.
QString movedText(const Place& was, const Place& is, double change) {
    if (was.label != is.label)
        return QStringLiteral("%1 %2 → %3 %4")
            .arg(was.label, probabilityText(was.probability), is.label, probabilityText(is.probability));
    return is.label + ' ' + movedText(probabilityText(was.probability), probabilityText(is.probability), change);
}

/// The likeliest of each place, which stay the same for they are the text's.
QString changeOf(const TokenAnswer& now, const TokenAnswer& before) {
    constexpr std::size_t most = 3; // places
    QStringList parts;
    for (std::size_t p = 0; p < std::min({now.places.size(), before.places.size(), most}); ++p) {
        const ClassAnswer &is = now.places[p].candidates, &was = before.places[p].candidates;
        const QString place = now.places.size() > 1 ? QStringLiteral("%1: ").arg(now.places[p].token) : QString();
        const auto first = [](const ClassAnswer& of) {
            return Place{QStringLiteral("“%1”").arg(shownText(of.labels.front())), of.probabilities.front(),
                         of.logOdds.front()};
        };
        parts << place + movedText(first(was), first(is), probabilityChangeOf(first(was), first(is)));
    }
    if (now.places.size() > most)
        parts << QObject::tr("and %L1 more places").arg(qsizetype(now.places.size() - most));
    return parts.join(QStringLiteral(", "));
}

} // namespace

double probabilityChange(const AnswerRow& row) {
    if (!row.logOddsWere)
        return row.probability - *row.was;
    return probabilityChangeOf({row.label, *row.was, *row.logOddsWere}, {row.label, row.probability, row.logOdds});
}

AttendAnswer::AttendAnswer(std::shared_ptr<const Recording> recording) : m_recording(std::move(recording)) {
    const ClassAnswer classes = classesOf(m_recording->answer());
    for (std::size_t k = 0; k < classes.labels.size(); ++k)
        m_rows.push_back({.label = shownText(classes.labels[k]),
                          .probability = classes.probabilities[k],
                          .logOdds = classes.logOdds[k],
                          .meaning = QString::fromStdString(labelMeaning(classes.labels[k], classes.labels))});
    if (const auto* places = answerOf<TokenAnswer>(m_recording)) {
        std::size_t row = 0;
        for (const TokenAnswer::Place& place : places->places) {
            m_rows[row].best = true;
            row += place.candidates.labels.size();
        }
    } else if (translation()) {
        m_rows.front().best = true;
    } else if (!m_rows.empty()) {
        m_rows[classes.best()].best = true;
    }
}

void AttendAnswer::compareWith(std::shared_ptr<const Recording> unaltered) {
    m_unaltered = std::move(unaltered);
    const ClassAnswer was = classesOf(m_unaltered->answer());
    for (AnswerRow& row : m_rows) // of places, other candidates may be the likeliest
        for (std::size_t k = 0; k < was.labels.size(); ++k)
            if (shownText(was.labels[k]) == row.label) {
                row.was = was.probabilities[k];
                row.logOddsWere = was.logOdds[k];
            }
}

const TagAnswer* AttendAnswer::tags() const {
    return answerOf<TagAnswer>(m_recording);
}

const TagAnswer* AttendAnswer::tagsWere() const {
    return answerOf<TagAnswer>(m_unaltered);
}

const TranslationAnswer* AttendAnswer::translation() const {
    return answerOf<TranslationAnswer>(m_recording);
}

const TranslationAnswer* AttendAnswer::translationWas() const {
    return answerOf<TranslationAnswer>(m_unaltered);
}

std::optional<double> AttendAnswer::score() const {
    return scoreOf(m_recording);
}

std::optional<double> AttendAnswer::scoreWas() const {
    return scoreOf(m_unaltered);
}

QString AttendAnswer::scoreText() const {
    if (!score())
        return {};
    const auto shown = [](double value) { return QString::number(value, 'f', 3); };
    const QString text = QObject::tr("score %1").arg(shown(*score()));
    if (!scoreWas())
        return text;
    const double change = *score() - *scoreWas();
    const QString was = QObject::tr("was %1").arg(shown(*scoreWas()));
    const bool isHidden = change != 0 && shown(*score()) == shown(*scoreWas());
    return isHidden ? QObject::tr("%1 (%2, %3)").arg(text, was, changeText(change))
                    : QStringLiteral("%1 (%2)").arg(text, was);
}

QString AttendAnswer::change() const {
    if (!m_unaltered)
        return {};
    if (tags() && tagsWere())
        return changeOf(*tags(), *tagsWere());
    if (translation() && translationWas())
        return changeOf(*translation(), *translationWas());
    if (const auto* now = answerOf<TokenAnswer>(m_recording), *before = answerOf<TokenAnswer>(m_unaltered);
        now && before)
        return changeOf(*now, *before);
    if (m_rows.empty())
        return {};
    if (score())
        return scoreText();
    const auto best = std::max_element(m_rows.begin(), m_rows.end(), [](const AnswerRow& a, const AnswerRow& b) {
        return a.probability < b.probability;
    });
    const auto before = std::max_element(m_rows.begin(), m_rows.end(),
                                         [](const AnswerRow& a, const AnswerRow& b) { return *a.was < *b.was; });
    const QString moved =
        movedText({before->label, *before->was, 0}, {best->label, best->probability, 0}, 0); // log-odds tell it
    if (best != before)
        return moved;
    const double was = *best->logOddsWere, is = best->logOdds;
    const double change = std::isfinite(was) && std::isfinite(is) ? is - was : 0;
    return QObject::tr("%1, log-odds %2").arg(moved, movedText(logOddsText(was), logOddsText(is), change));
}

void AttendAnswer::addUnaltered(NpzWriter& archive) const {
    std::vector<double> was;
    for (const AnswerRow& row : m_rows)
        if (row.was)
            was.push_back(*row.was);
    if (!was.empty())
        archive.add("prediction.unaltered", {std::int64_t(was.size())}, was);
    if (scoreWas())
        archive.add("prediction.score.unaltered", {1}, std::vector<double>{*scoreWas()});
    if (const TagAnswer* before = tagsWere()) {
        std::vector<std::string> tags;
        for (std::size_t t = 0; t < before->tokens.size(); ++t)
            tags.push_back(before->tag(t));
        archive.addTexts("prediction.tags.unaltered", tags);
    }
}

} // namespace headlight
