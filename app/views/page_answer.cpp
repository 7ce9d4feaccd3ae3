#include "views/page_answer.h"

#include "engine/models/recording.h"
#include "viewmodels/attend_answer.h"
#include "viewmodels/numbered_tokens.h"
#include "wording/number_text.h"
#include "wording/shown_text.h"

#include <cmath>

namespace headlight {

namespace {

/// Of a class that is impossible, or the only one, no number.
nlohmann::ordered_json logOddsOf(double value) {
    if (std::isfinite(value))
        return value;
    return value < 0 ? "−∞" : "∞";
}

/// A row for each token of the first sequence, which is the one that is tagged.
nlohmann::ordered_json tagRows(const TagAnswer& now, const TagAnswer* before, const QStringList& tokens) {
    auto rows = nlohmann::ordered_json::array();
    for (std::size_t t = 0; t < now.tokens.size(); ++t) {
        const TagAnswer::Token& token = now.tokens[t];
        if (!token.isRead) {
            rows.push_back({{"token", tokens[qsizetype(t)].toStdString()}, {"leftOut", true}});
            continue;
        }
        nlohmann::ordered_json row = {{"token", tokens[qsizetype(t)].toStdString()},
                                      {"label", shownText(now.tag(t)).toStdString()},
                                      {"probability", token.tags.probabilities[token.best]}};
        if (before) { // the same label's
            const double now = token.tags.probabilities[token.best];
            const double was = before->tokens[t].tags.probabilities[token.best];
            row["was"] = was;
            row["change"] = changeText(now - was).toStdString();
        }
        if (before && before->tag(t) != now.tag(t))
            row["tagWas"] = shownText(before->tag(t)).toStdString();
        rows.push_back(row);
    }
    return rows;
}

} // namespace

nlohmann::ordered_json pageAnswer(const AttendAnswer& answer, const Recording& recording) {
    auto document = nlohmann::ordered_json::object();
    if (const QString change = answer.change(); !change.isEmpty())
        document["change"] = change.toStdString();
    if (const TagAnswer* tags = answer.tags()) {
        document["rows"] = tagRows(*tags, answer.tagsWere(), numberedTokens(recording.asRead().sequences().front()));
        return document;
    }
    if (answer.rows().empty() && !answer.score())
        return document;
    document["rows"] = nlohmann::ordered_json::array();
    for (const AnswerRow& row : answer.rows()) {
        nlohmann::ordered_json entry = {{"label", row.label.toStdString()}, {"probability", row.probability}};
        entry["logOdds"] = logOddsOf(row.logOdds);
        if (row.was) {
            entry["was"] = *row.was;
            entry["change"] = changeText(probabilityChange(row)).toStdString();
        }
        if (row.logOddsWere) {
            entry["logOddsWere"] = logOddsOf(*row.logOddsWere);
            if (std::isfinite(row.logOdds) && std::isfinite(*row.logOddsWere))
                entry["logOddsChange"] = changeText(row.logOdds - *row.logOddsWere).toStdString();
        }
        if (row.best)
            entry["best"] = true;
        document["rows"].push_back(entry);
    }
    if (answer.score())
        document["score"] = *answer.score();
    if (answer.scoreWas()) {
        document["scoreWas"] = *answer.scoreWas();
        document["scoreChange"] = changeText(*answer.score() - *answer.scoreWas()).toStdString();
    }
    return document;
}

} // namespace headlight
