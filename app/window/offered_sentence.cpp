#include "window/offered_sentence.h"

#include "session/open_model.h"
#include "session/session.h"

#include <algorithm>

namespace headlight {

namespace {

const QString offeredSetting = QStringLiteral("sentence-offered");

/// An example of a pair is both of its sentences.
bool isAmong(const QStringList& examples, const QString& sentence, const QString& second) {
    return std::any_of(examples.begin(), examples.end(), [&](const QString& example) {
        return example.section('\t', 0, 0) == sentence &&
               (!example.contains('\t') || example.section('\t', 1) == second);
    });
}

} // namespace

OfferedSentence::OfferedSentence(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    const Settings& settings = session.settings();
    const bool isOfLastTime = settings.text("sentence") == session.sentence();
    if (settings.flag(offeredSetting) && isOfLastTime)
        m_offered << session.sentence();
    connect(&session, &Session::modelsChanged, this, [this] {
        for (const auto& model : m_session.models())
            for (const QString& example : model->examples())
                if (!m_offered.contains(example))
                    m_offered << example;
    });
    connect(&session, &Session::currentModelChanged, this, &OfferedSentence::follow);
}

bool OfferedSentence::isTyped() const {
    return !m_session.sentence().trimmed().isEmpty() && !isAmong(m_offered, m_session.sentence(), m_session.second());
}

void OfferedSentence::remember() const {
    m_session.settings().set(offeredSetting, !isTyped());
}

void OfferedSentence::follow() {
    const QStringList examples = m_session.current() ? m_session.current()->examples() : QStringList();
    if (!examples.isEmpty() && !isTyped() && !isAmong(examples, m_session.sentence(), m_session.second()))
        m_session.setExample(examples.first());
}

} // namespace headlight
