#include "viewmodels/attend_session.h"

#include "session/open_model.h"
#include "session/session.h"
#include "viewmodels/attend_model.h"

namespace headlight {

namespace {

/// Of what is typed; empty when nothing is missing.
QString lackOf(const Session& session) {
    const bool lacksFirst = session.sentence().trimmed().isEmpty(), lacksSecond = session.lacksSecond();
    if (!lacksFirst && !lacksSecond)
        return {};
    if (session.seesImages())
        return AttendModel::tr("Open an image, or drop one on the window, to see what each head attends to.");
    if (session.readsIds())
        return AttendModel::tr("There is no tokenizer beside this model: type ids of its tokens, such as 0 1 2, to see "
                               "what each head attends to.");
    if (session.asksQuestion())
        return lacksFirst
                   ? AttendModel::tr("Type a question to see which sentence of the passage answers it.")
                   : AttendModel::tr("This model chooses a sentence: type or paste a passage below the question.");
    if (session.asksPredicate())
        return lacksFirst ? AttendModel::tr("Type a sentence to see what each word is to its predicate.")
                          : AttendModel::tr("This model asks about one predicate: type its word below the sentence.");
    if (lacksFirst && lacksSecond)
        return AttendModel::tr("Type two sentences to see what each head attends to.");
    if (lacksSecond)
        return AttendModel::tr("This model compares two sentences: type the second one, too.");
    return session.wantsPair() && !session.second().trimmed().isEmpty()
               ? AttendModel::tr("This model compares two sentences: type the first one, too.")
               : AttendModel::tr("Type a sentence to see what each head attends to.");
}

void showText(const Session& session, AttendModel& model) {
    model.show(attendInputOf(session), session.current() ? lackOf(session) : QString());
}

} // namespace

AttendInput attendInputOf(const Session& session) {
    AttendInput input{session.current(), {}, session.intervention()};
    if (session.current() && lackOf(session).isEmpty()) {
        input.texts.push_back(session.sentence().toStdString());
        if (session.wantsPair() && !session.second().trimmed().isEmpty() && !session.lostPredicate())
            input.texts.push_back(session.second().toStdString());
    }
    return input;
}

void follow(Session& session, AttendModel& model) {
    for (const auto signal : {&Session::currentModelChanged, &Session::sentenceChanged, &Session::interventionChanged})
        QObject::connect(&session, signal, &model, [&session, &model] { showText(session, model); });
    QObject::connect(&session, &Session::focusChanged, &model, [&session, &model] { model.setFocus(session.focus()); });
    model.setFocus(session.focus());
    showText(session, model);
}

} // namespace headlight
