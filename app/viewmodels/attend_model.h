#pragma once

#include "jobs/job.h"
#include "viewmodels/attend_answer.h"
#include "viewmodels/attend_run.h"
#include "viewmodels/displayed_tokens.h"

#include <QObject>
#include <QStringList>
#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>

namespace headlight {

struct SelectionAnswer;

/// One model's reading of a text and all that is shown of it, without a window: runs the model over what it is given,
/// and keeps the last result until the next is there, unless it is another model's. It knows no session, so that two
/// can stand side by side; follow() makes one show what the session is about.
class AttendModel : public QObject {
    Q_OBJECT
public:
    explicit AttendModel(Jobs& jobs, QObject* parent = nullptr);

    /// What to show from now on. Without a model nothing is; nor without a text, and then `message` says what is
    /// missing.
    void show(const AttendInput& input, const QString& message = {});
    /// Which of its maps.
    void setFocus(const Focus& focus);
    const Focus& focus() const { return m_focus; }

    /// While nobody looks, nothing is computed; what was missed is made up for when somebody does.
    void setWatched(bool watched);

    enum class State { NoModel, NoSentence, Busy, Ready, Failed };
    State state() const { return m_state; }
    QString message() const { return m_message; } ///< NoSentence: what is missing; Failed: what is wrong
    /// Something that is shown is still to come: the answer, a map, thumbnails, or what the answer was.
    bool isBusy() const {
        return m_job.isBusy() || m_mapJob.isBusy() || m_glanceJob.isBusy() || m_unalteredJob.isBusy();
    }
    bool isEmpty() const { return !m_recording; } ///< nothing to show yet

    /// The result is of two sentences, 0 and 1, which have the same heads.
    bool isPair() const;
    /// The result is a translation: sequence 0 is the source, 1 what was written; a head is of one of them.
    bool isTranslation() const;
    /// The sentence in focus.
    int sequence() const;
    QString sequenceName(int sequence) const; ///< of a pair "first" or "second"; else empty

    /// Of a sequence that joins several texts, the parts of its maps to choose from; else empty.
    std::vector<TextPair> parts() const;
    /// The one that is shown; none: the whole maps.
    std::optional<TextPair> part() const;

    /// Queries and keys of the sentence in focus; repeated tokens carry their number: "the", "the (2)".
    /// Of all texts together, of a pair those of the sentence in focus.
    qsizetype tokensRead() const;
    const QStringList& tokens() const { return tokens(sequence()); }
    const QStringList& tokens(int sequence) const { return m_tokens.names(sequence); }
    std::vector<bool> known(int sequence) const;
    QStringList unknownWords(int sequence) const;
    /// The model knows no word of the sentence.
    bool knowsNoWord(int sequence) const;
    /// No query of the sentence sees a token with any head: a single token, mostly, under masks that hide each token
    /// from itself.
    bool isFullyMasked(int sequence) const;
    /// Why maps are left out although there is an answer; else empty.
    QString remark() const;
    /// Why there is no answer, and what to type for one; empty where there is one, or no result.
    QString answerRemark() const;
    /// "The model reads the first 250 of 1,240 tokens.", of both sentences of a pair; empty when it reads all.
    QString cutRemark() const;

    /// The shown result as an .npz file: the maps, of both sentences of a pair, and the answer (mapArchive), while
    /// something is altered also what that was before ("prediction.unaltered", of a score "….score.unaltered"), and how
    /// each head attends ("heads.entropy" …). Error when there is none yet, or it can't be written.
    void saveMaps(const std::filesystem::path& path) const;
    const FeatureChoice& features() const { return m_mapFocus.features; } ///< of the shown result
    /// The model, texts and changes that the shown result is of, which may be older than what was given last; no model
    /// while nothing is shown.
    const AttendInput& shown() const { return m_shown; }
    /// With its tokens as the focus displays them; null while nothing is shown.
    const std::shared_ptr<const Recording>& recording() const { return m_recording; }
    /// The same with the model's own tokens, by whose places answers, changes and effects are.
    const std::shared_ptr<const Recording>& asRead() const { return m_read; }
    /// Where one of the model's own tokens is displayed; −1 where it is not, and of no token.
    int shownPlace(int sequence, int token) const { return m_tokens.placeOf(sequence, token); }
    /// The model's own tokens that are displayed at these places.
    std::set<int> ownTokens(int sequence, const std::set<int>& places) const {
        return m_tokens.ownAt(sequence, places);
    }
    /// What was merged and what was hidden of this text, and whether the rest was renormalised; empty where nothing is.
    QStringList displayRemarks() const { return m_tokens.remarks(); }

    /// With statistics of the sentence in focus, as soon as the thumbnails are there.
    const std::vector<HeadEntry>& heads() const;
    const HeadEntry* focusedHead() const;
    const HeadEntry* headAt(const MapAddress& address) const;
    /// The map in focus, reduced by its choice of features; null when there is none. What is no attention has one
    /// stage. Valid until changed().
    const AttentionMap* focusedMap(int sequence) const;
    const AttentionMap* focusedMap() const { return focusedMap(sequence()); }
    /// Which sequence the window's map of that place, 0 or 1, is of: the sentences of a pair; of a passage what is
    /// between its sentences, and the sentence or the question that was looked at last, else the sentence that is
    /// answered.
    int sequenceAt(int place) const;
    int place() const { return sequence() > 0 ? 1 : 0; } ///< of the sequence in focus
    /// The answer where it is a sentence of a passage; else null.
    const SelectionAnswer* selection() const;
    /// The first source-to-token map, of the sentence pooling in most models; null when there is none, or it is the one
    /// in focus.
    const AttentionMap* stripMap(int sequence) const;
    /// The stage and features in focus of a head, small, of the sentence in focus; null before it is made.
    const AttentionMap* thumbnail(const MapAddress& address) const;
    /// All that are made, of both sentences of a pair.
    std::vector<const Glance*> glances() const;
    /// How often they were made: another number where they are others.
    int thumbnailRounds() const { return m_rounds; }
    /// The map in focus is being computed: views keep the former one, with what is pinned and how far it is zoomed.
    bool isFocusPending() const {
        return m_recording && (m_mapJob.isBusy() || (m_state == State::Busy && !focusedMap()));
    }
    /// Of the shown result; of none while nothing is shown.
    const AttendAnswer& answer() const { return m_answer; }
    /// Of the shown result: "layer 0 · head 1 is off; layer 0 · head 0 has the mask fw", or empty; at most so many,
    /// and how many more.
    QString alterations(qsizetype most = std::numeric_limits<qsizetype>::max()) const;
    /// What is to be read of a cell of the map in focus, by positions in its sentence; empty where it has none there.
    QString hoverText(int query, int key, int sequence) const;
    QString hoverText(int query, int key) const { return hoverText(query, key, sequence()); }
    double milliseconds() const { return m_milliseconds; } ///< of the last run

signals:
    void changed();    ///< tokens, maps, answers, statistics, alterations, or which sentence is in focus
    void mapChanged(); ///< only which map is in focus
    void stateChanged();

private:
    QString lackRemark() const;
    struct Result {
        std::shared_ptr<const Recording> read, recording; ///< with the model's tokens, and as they are displayed
        std::vector<AttendMaps> maps;
        Glances glances; ///< empty: they are made later
        Focus focus;     ///< of the maps
        double milliseconds = 0;
    };
    static Result resultOf(const AttendInput& input, const Focus& focus, const Check& check);

    void refresh();
    void showFocus();
    void showDisplay();
    void nameTokens();
    void take(const AttendInput& input, Result result);
    void takeGlances(Glances glances, bool isRound = true);
    void makeLines(std::set<int> lines, bool areAll);
    void takeLine(Glances glances, bool isFirst, bool isLast);
    void remember(const AttendInput& input);
    void makeMaps();
    void makeGlances();
    void forget();
    void announce();
    std::size_t sequenceOf(std::size_t head) const;
    void fail(const QString& message);
    void setState(State state, const QString& message = {});

    AttendInput m_input; ///< what was given last
    QString m_lack;      ///< with it
    Focus m_focus;
    LatestJob m_job, m_mapJob, m_glanceJob, m_unalteredJob;
    State m_state = State::NoModel;
    QString m_message;
    std::shared_ptr<const Recording> m_read, m_recording; ///< with the model's tokens, and as they are displayed
    AttendInput m_shown;
    Focus m_mapFocus, m_glanceFocus; ///< of the maps, and of the thumbnails
    DisplayedTokens m_tokens;
    std::vector<AttendMaps> m_maps; ///< of each sentence
    int m_rounds = 0;
    Glances m_glances;                           ///< of each sentence
    std::vector<std::vector<HeadEntry>> m_heads; ///< of each sentence
    AttendAnswer m_answer;
    /// The last pass without changes, and of what: compared with while something is altered.
    std::shared_ptr<const Recording> m_unaltered;
    AttendInput m_unalteredInput;
    int m_beside = 0;        ///< the sequence of a passage that was looked at last; 0: none of this text
    int m_shownSequence = 0; ///< in focus when changed() was emitted last
    double m_milliseconds = 0;
    bool m_watched = true, m_stale = false;
};

} // namespace headlight
