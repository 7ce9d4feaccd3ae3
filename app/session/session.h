#pragma once

#include "engine/results/attention_map.h"
#include "engine/results/head_combination.h"
#include "engine/results/intervention.h"
#include "engine/results/token_display.h"
#include "session/intervention_history.h"
#include "session/settings.h"

#include <QJsonObject>
#include <QMap>
#include <QObject>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace headlight {

struct OpenModel;

/// Which map is looked at.
struct Focus {
    MapAddress address;
    int sequence = 0; ///< 1: the second sentence of a pair
    MapStage stage = MapStage::Weight;
    FeatureChoice features = meanOfFeatures;
    /// The part of the maps of a sequence of several texts; none: all of it. A sequence that has not these is whole.
    std::optional<TextPair> between = {};
    /// Several heads as one map, in place of that of `address`, which is one of them. The settings don't keep it.
    std::optional<HeadCombination> combination = {};
    TokenDisplay display = {}; ///< of all maps
    bool operator==(const Focus&) const = default;
};

/// What pointer and clicks mark in the map of a sentence, by position among its tokens as they are displayed, of which
/// a part may be shown.
struct Marks {
    int hoveredQuery = -1, hoveredKey = -1; ///< −1: none
    std::set<int> pinnedQueries, pinnedKeys;
    bool operator==(const Marks&) const = default;
};

/// How much of the large map is seen: how many times the whole, and which row and column, with a fraction, are first.
struct MapZoom {
    double factor = 1, row = 0, column = 0;
};

/// Something the user must be told; shown as a bar that stays until dismissed.
struct Notice {
    enum class Kind { Info, Warning, Error };
    QString key; ///< a later notice with the same key takes the place of the earlier; empty: none
    Kind kind = Kind::Error;
    QString text, details;
};

/// What the whole window is about. Panels observe it and never each other. Every setter that changes something emits
/// its one …Changed signal; one that changes nothing is silent.
class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(Settings& settings, QObject* parent = nullptr);

    Settings& settings() const { return m_settings; }

    /// Models, in the order in which they were opened.
    const std::vector<std::shared_ptr<OpenModel>>& models() const { return m_models; }
    std::shared_ptr<OpenModel> current() const { return m_current; } ///< null before the first
    /// Adds the model, or replaces the one with its id. It becomes the current one; `quietly` only when there is none.
    void addModel(std::shared_ptr<OpenModel> model, bool quietly = false);
    void setCurrentModel(const QString& id);
    void closeModel(const QString& id);

    QString sentence() const { return m_sentence; }
    void setSentence(const QString& sentence);
    /// What a model that compares two sentences reads beside the first. It goes when a model becomes the current one
    /// to which it would mean something else.
    QString second() const { return m_second; }
    void setSecond(const QString& sentence);
    /// Whether the current model can't do without a second sentence, and none is typed.
    bool lacksSecond() const;
    /// A sentence, or the two of a pair with a tab between them.
    void setExample(const QString& example);
    /// Whether the current model sees images: the sentence is the path of one.
    bool seesImages() const;
    /// Whether texts are ids of the current model's tokens, since it has no tokenizer.
    bool readsIds() const;
    /// Whether the current model is maps of the texts of a file: it has no others, and nothing of it can be changed.
    bool hasGivenTexts() const;
    /// Whether the current model reads two sentences, or a sentence and something about it.
    bool wantsPair() const;
    /// Whether the second one says which token of the first is the predicate.
    bool asksPredicate() const;
    /// The first text is a question, the second the passage that may answer it.
    bool asksQuestion() const;
    /// Whether the model writes a text, and the second one says how that begins.
    bool writes() const;
    /// Undoable. Another source is written for anew: what was chosen for the former one goes with it.
    void chooseBegin(const QString& begin, const QString& title);
    /// Undoable: the sentence goes on with these characters. `kind` as in InterventionHistory::addTexts. Nothing
    /// happens without a model.
    void goOn(const QString& more, const QString& title, const QString& kind = {});
    /// For this sentence; it goes with the token that it means.
    void choosePredicate(const QString& predicate);
    /// How many times the sentence has the predicate that is typed: none, or several, while others of its tokens may be
    /// predicates; the first of these is read instead. Nothing where it is read.
    std::optional<int> lostPredicate() const;

    const Focus& focus() const { return m_focus; }
    void setFocus(const Focus& focus);
    /// What is looked at and what is changed, to and from the settings: focus, pins of the sentences, chosen runs of
    /// the store, changes of the open models, which come back when their model opens. What was never kept, or makes no
    /// sense, changes nothing.
    void remember() const;
    void recall();
    void setHead(const MapAddress& address); ///< alone
    void setStage(MapStage stage);
    void setSequence(int sequence);
    void setFeatures(FeatureChoice features);
    void setBetween(const std::optional<TextPair>& between);
    /// Pins go where rows and columns are others then.
    void setDisplay(const TokenDisplay& display);

    /// Of the sentence in focus. The other one of a pair keeps its pins until its words or the model change.
    const Marks& marks() const { return marks(m_focus.sequence); }
    /// Of a passage the marks of one sentence are kept, beside those between the sentences.
    const Marks& marks(int sequence) const { return m_marks[placeOf(sequence)]; }
    void hover(int query, int key) { hoverIn(m_focus.sequence, query, key); }
    /// −1, −1: nothing. The pointer is in one sentence: in the other nothing is hovered then.
    void hoverIn(int sequence, int query, int key);
    void setPins(const std::set<int>& queries, const std::set<int>& keys) {
        setPinsIn(m_focus.sequence, queries, keys);
    }
    void setPinsIn(int sequence, const std::set<int>& queries, const std::set<int>& keys);
    /// As it is seen.
    const MapZoom& zoom() const { return m_zoom; }
    void setZoom(const MapZoom& zoom) { m_zoom = zoom; }
    /// For the map that is shown next.
    void wantZoom(const MapZoom& zoom) { m_wantedZoom = zoom; }
    std::optional<MapZoom> takeWantedZoom() { return std::exchange(m_wantedZoom, {}); }
    void clearPins(); ///< of both sentences

    /// The changes of the current model; empty without one.
    const Intervention& intervention() const;
    bool isAltered() const { return !intervention().empty(); }
    HeadChange headChange(const MapAddress& head) const;
    /// Undoable; `kind` as in InterventionHistory::add. Nothing happens without a model.
    void setHeadChange(const MapAddress& head, const HeadChange& change, const QString& title,
                       const QString& kind = {});
    /// The last change is done with: a further one of its kind is a step of its own to undo.
    void settleChange();
    /// A cell that the head's mask lets through is hidden, or seen again.
    void toggleForbidden(const MapAddress& head, const HeadCell& cell);
    /// Cells of a head become forbidden, forced to a weight or neither; those that are so already stay as they are.
    /// One step to undo, none where nothing changes.
    void markCells(const MapAddress& head, const std::vector<HeadCell>& cells, CellMark mark, double weight = 1);
    /// A token is not read, or read again: by its place, as hidden cells are, in whatever text has one there.
    void toggleLeftOut(const TokenPlace& place, const QString& word);
    void setIntervention(const Intervention& intervention, const QString& title);
    void undoAllChanges();
    void undo();
    void redo();

    const QStringList& chosenRuns() const { return m_chosenRuns; }
    void setChosenRuns(const QStringList& ids);

    /// Given by hand to runs of the store, by their numbers: a place in the palette ("3") or a colour ("#1872a6").
    const QMap<qint64, QString>& runColors() const { return m_runColors; }
    /// An empty text: the run has its own colour again. What is neither is ignored.
    void setRunColors(const QList<qint64>& runs, const QString& color);

    QString storePath() const { return m_storePath; }
    void setStorePath(const QString& path);

    void showHoverText(const QString& text); ///< for the status line
    void post(const Notice& notice);
    void withdraw(const QString& key);
    void requestView(const QString& id) { emit viewRequested(id); }           ///< "train" from the empty state of Runs
    void requestResume(const QString& run) { emit resumeRequested(run); }     ///< go on with a stopped training
    void requestTraining(const QString& run) { emit trainingRequested(run); } ///< its curves, maps and log in Train
    /// Reads the folder, again if it is open, and makes it current; an empty name asks the user for one.
    void requestModel(const QString& folder) { emit modelRequested(folder); }
    /// Maps are coloured so from now on, as the settings name it: "viridis", "map".
    void requestLook() { emit lookRequested(); }

signals:
    void modelsChanged(); ///< opened or closed
    void currentModelChanged();
    void sentenceChanged();
    void focusChanged();
    void marksChanged();
    void interventionChanged();
    void chosenRunsChanged();
    void runColorsChanged();
    void storePathChanged();
    void hoverTextChanged(const QString& text);
    void noticePosted(const headlight::Notice& notice);
    void noticeWithdrawn(const QString& key);
    void viewRequested(const QString& id);
    void modelRequested(const QString& folder);
    void lookRequested(); ///< the settings have another one
    void resumeRequested(const QString& run);
    void trainingRequested(const QString& run);

private:
    using SequenceMarks = std::array<Marks, 2>; ///< of each sentence
    static std::size_t placeOf(int sequence) { return sequence > 0 ? 1 : 0; }
    void announceModel();
    QString meaningOfSecond() const;
    std::string predicateIn(const QString& sentence) const;
    void exchangeTexts(const ChosenTexts::Texts& from, const ChosenTexts::Texts& to);
    void setMarks(const SequenceMarks& marks);
    void forgetMarks(int sequence);
    void clampFocus();
    void recallFocus();
    void recallRunColors();

    Settings& m_settings;
    std::vector<std::shared_ptr<OpenModel>> m_models;
    std::shared_ptr<OpenModel> m_current;
    QString m_sentence, m_second;
    QString m_secondMeans;  ///< to the model that it was for; empty: unknown
    QString m_chosenSecond; ///< the second text, where it was chosen and not typed
    Focus m_focus;
    SequenceMarks m_marks;
    MapZoom m_zoom;
    std::optional<MapZoom> m_wantedZoom;
    QStringList m_chosenRuns;
    QMap<qint64, QString> m_runColors;
    QJsonObject m_rememberedChanges; ///< recalled, by folder, of models that were not opened since
    QString m_storePath;
    QString m_hoverText;
};

/// $HEADLIGHT_STORE, else $XDG_DATA_HOME/headlight/runs.sqlite.
QString defaultStorePath();

} // namespace headlight
