#include "window/offered_sentence.h"

#include "engine/models/model.h"
#include "session/open_model.h"
#include "session/session.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

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

/// The first of a pair is an example's also without the second, which a model that needs none does not have.
bool isFrom(const QStringList& examples, const QString& sentence, const QString& second) {
    return isAmong(examples, sentence, second) ||
           (second.isEmpty() && std::any_of(examples.begin(), examples.end(), [&](const QString& example) {
                return example.section('\t', 0, 0) == sentence;
            }));
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
    connect(&session, &Session::sentenceChanged, this, [this] {
        if (m_session.seesImages())
            m_image = m_session.sentence();
    });
}

bool OfferedSentence::isTyped() const {
    const QString second = m_session.second();
    const bool isOwnSecond = m_session.wantsPair() && !second.trimmed().isEmpty() &&
                             std::none_of(m_offered.begin(), m_offered.end(),
                                          [&](const QString& example) { return example.section('\t', 1) == second; });
    return !m_session.sentence().trimmed().isEmpty() &&
           (isOwnSecond || !isFrom(m_offered, m_session.sentence(), second));
}

void OfferedSentence::remember() const {
    m_session.settings().set(offeredSetting, !isTyped());
}

/// A text is no image, and the path of an image no text: of each kind of model what it had comes back.
void OfferedSentence::followKind() {
    if (!m_session.current())
        return;
    const QString now = m_session.sentence();
    if (!m_session.seesImages()) {
        if (now == m_image && !m_text.isEmpty())
            m_session.setSentence(std::exchange(m_text, {}));
    } else if (QFileInfo(now).isFile()) {
        m_image = now;
    } else if (now != m_image) { // it is asked more than once
        m_text = now;
        m_session.setSentence(m_image);
    }
}

void OfferedSentence::follow() {
    followKind();
    if (!m_session.current() || (isTyped() && !m_session.current()->model->inputs().front().isChoice))
        return;
    const QStringList examples = m_session.current()->examples();
    if (!examples.isEmpty() && !isAmong(examples, m_session.sentence(), m_session.second()))
        m_session.setExample(examples.first());
    const bool mayLackSecond = m_session.wantsPair() && m_session.current()->model->inputs()[1].optional;
    if (mayLackSecond && !isAmong(examples.filter("\t"), m_session.sentence(), m_session.second()))
        m_session.setSecond({});
}

} // namespace headlight
