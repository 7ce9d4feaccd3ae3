#pragma once

#include "engine/core/random.h"
#include "engine/results/answer.h"
#include "viewmodels/attend_model.h"

#include <QObject>
#include <memory>

namespace headlight {

class Session;

/// Going on with the typed text by what an AttendModel shows of it: with a candidate that is chosen, or token by token,
/// where the maps of each longer text are shown before the next token is chosen. Changes of the model are heard.
class TextWriting : public QObject {
    Q_OBJECT
public:
    TextWriting(Session& session, const AttendModel& attend, QObject* parent = nullptr);

    /// A model that tells what comes next is shown, with its answer to a text.
    bool isPossible() const { return candidates() != nullptr; }
    /// Writes that candidate of the answer, the likeliest being 0, behind the text: a step to undo.
    void append(int candidate);

    struct Options {
        int tokens = 20;        ///< at most
        double temperature = 0; ///< the next token is drawn by probabilities of scores divided by it; 0: the likeliest
        int top = 10;           ///< among so many candidates of those that the answer has
    };
    /// All that it writes is one step to undo. It draws anew each time, the first time always alike.
    void start(const Options& options);
    void stop();
    bool isWriting() const { return m_left > 0; }
    int left() const { return m_left; } ///< tokens to be written
    /// Why it wrote no further; else empty.
    const QString& remark() const { return m_remark; }

signals:
    void changed(); ///< whether it is possible or going on, or the remark

private:
    const ClassAnswer* candidates() const;
    void follow();
    void step();
    int choice();
    bool write(int candidate, const QString& title, const QString& kind);
    void end(const QString& remark);

    Session& m_session;
    const AttendModel& m_attend;
    Options m_options;
    int m_left = 0;
    int m_round = 0;
    Random m_random{RandomKey(0)};
    std::shared_ptr<OpenModel> m_open; ///< that is at work
    QString m_text;                    ///< that it has written last
    QString m_remark;
};

} // namespace headlight
