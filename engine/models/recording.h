#pragma once

#include "core/check.h"
#include "results/answer.h"
#include "results/attention_map.h"
#include "results/head_statistics.h"
#include "results/head_vectors.h"
#include "results/token.h"
#include "results/token_display.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

struct MapBlock;
struct MapSource;
class Trace;

/// What one pass of a model left behind: what it read, what it says, and enough to make every map when it is asked for.
/// Safe from several threads at once. A map made alone equals, to the bit, the same map made with all others.
class Recording {
public:
    /// Where a head's maps are found; of some heads it takes long the first time.
    struct Head {
        MapAddress address;
        int sequence = 0; ///< of the queries
        std::function<std::shared_ptr<const MapSource>(const Check&)> source;
    };
    Recording(std::vector<Sequence> sequences, std::vector<Head> heads, Answer answer, std::string note = {});
    /// Of sequences of which some tokens are left out (models/left_out.h), by a recording of the others.
    Recording(std::shared_ptr<const Recording> read, std::vector<Sequence> marked);
    /// One whose tokens are displayed in another way (models/displayed_recording.h), by that with the model's own.
    Recording(std::shared_ptr<const Recording> own, TokenDisplay display, std::vector<Sequence> sequences,
              std::vector<Head> heads, Answer answer);
    /// The same of a recording with tokens that are left out; `read` is displayed as well.
    Recording(std::shared_ptr<const Recording> own, std::shared_ptr<const Recording> read,
              std::vector<Sequence> marked);

    const std::vector<Sequence>& sequences() const { return m_sequences; }
    const Answer& answer() const { return m_answer; }
    /// For people: which maps there can't be of this text, and why; else empty.
    const std::string& note() const { return m_note; }

    /// Of the queries of one sequence, by address.
    std::vector<MapAddress> heads(int sequence) const;
    bool has(const MapAddress& address, int sequence) const { return find(address, sequence) != nullptr; }

    /// Which stages a head's maps have; std::invalid_argument when there is no such head.
    std::vector<MapStage> stages(const MapAddress& address, int sequence) const;

    /// std::invalid_argument when there is no such head, or its sequence has not the texts that are wanted. Of what is
    /// no attention, the stage Weight. A part between texts has the numbers of the whole map, and an axis that is not
    /// the tokens is whole in it.
    AttentionMap map(const MapRequest& request, const Check& check = {}) const;
    /// The map in at most `size` rows and columns, and how the head attends. One number a cell.
    Glance glance(const MapRequest& request, Index size, const Check& check = {}) const;
    /// The numbers of one row of the map.
    std::vector<float> row(const MapRequest& request, Index query, const Check& check = {}) const;
    /// The vectors that a head's scores are made of, NaN where a token is left out; none where they are made otherwise.
    std::optional<HeadVectors> vectors(const MapAddress& address, int sequence, const Check& check = {}) const;
    /// What a head's maps are made of.
    std::shared_ptr<const MapSource> source(const MapAddress& address, int sequence, const Check& check = {}) const;

    /// Rows and columns of the head's map that the request's `between` wants; none: the whole map.
    std::optional<MapBlock> blockOf(const MapSource& source, const MapRequest& request) const;

    /// Of the tokens that are read, where some are left out; else null.
    const std::shared_ptr<const Recording>& read() const { return m_read; }
    /// How tokens stand in it, and the same recording with the tokens as the model has them: places of changes, and of
    /// what is left out, are places in that.
    const TokenDisplay& display() const { return m_display; }
    const Recording& asRead() const { return m_own ? *m_own : *this; }

private:
    const Head* find(const MapAddress& address, int sequence) const;
    std::vector<Sequence> m_sequences;
    std::vector<Head> m_heads;
    Answer m_answer;
    std::string m_note;
    std::shared_ptr<const Recording> m_read; ///< of the tokens that are read; null: all are
    TokenDisplay m_display;
    std::shared_ptr<const Recording> m_own; ///< with the model's tokens; null: they are
};

/// Adds the heads that a pass has recorded, of the sequences that it was over.
void addRecordedHeads(const Trace& trace, std::vector<Recording::Head>& heads);

} // namespace headlight
