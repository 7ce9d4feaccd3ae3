#include "models/translation_search.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

namespace headlight {

namespace {

/// More hardly gain, and each costs its keys and values.
constexpr std::size_t sourcesTogether = 32;

/// A translation of the beam and a word that may follow.
struct Continuation {
    std::size_t from;
    int word;
    double logProbability; ///< of all together
};

/// The translations of one source that are continued, and those that are finished.
class Beam {
public:
    Beam(const SearchOptions& options, int end, std::size_t limit)
        : m_options(options), m_end(end), m_beams(std::size_t(options.beams)), m_limit(limit) {}

    bool goesOn() const {
        return m_finished.size() < m_beams && !m_going.empty() && m_going.front().tokens.size() < m_limit;
    }
    /// How many are continued.
    std::size_t size() const { return m_going.size(); }

    /// It is the prefix then; `chances` are of each of its words.
    void begin(std::span<const WordChances> chances) {
        Translation prefix;
        for (std::size_t k = 0; k < m_options.prefix.size(); ++k)
            append(prefix, chances[k], m_options.prefix[k]);
        m_going = {std::move(prefix)};
    }

    /// Continues each by a word, whose chances are given. Says which of them each one of the new beam continues.
    std::vector<Index> next(std::span<const WordChances> chances) {
        const std::vector<Continuation> all = likeliest(chances);
        std::vector<Translation> going;
        std::vector<Index> from;
        for (std::size_t rank = 0; rank < all.size(); ++rank) {
            const bool ends = all[rank].word == m_end;
            std::vector<Translation>& to = ends ? m_finished : going;
            if (to.size() >= m_beams || (ends && rank >= m_beams))
                continue;
            Translation translation = m_going[all[rank].from];
            append(translation, chances[all[rank].from], all[rank].word);
            translation.ended = ends;
            to.push_back(std::move(translation));
            if (!ends)
                from.push_back(Index(all[rank].from));
        }
        m_going = std::move(going);
        return from;
    }

    void addLastWords(std::vector<int>& words) const {
        for (const Translation& translation : m_going)
            words.push_back(translation.tokens.back().token);
    }

    std::vector<Translation> results() {
        std::vector<Translation> all = std::move(m_finished);
        const auto cut = std::ptrdiff_t(all.size());
        all.insert(all.end(), m_going.begin(), m_going.end());
        for (Translation& translation : all)
            translation.score = scoreOf(translation, m_options.lengthPenalty);
        const auto better = [](const Translation& a, const Translation& b) { return a.score > b.score; };
        std::stable_sort(all.begin(), all.begin() + cut, better);
        std::stable_sort(all.begin() + cut, all.end(), better);
        all.resize(std::min(all.size(), m_beams));
        return all;
    }

private:
    void append(Translation& translation, const WordChances& chances, int word) const {
        translation.tokens.push_back(chances.token(word, m_options.candidates));
        translation.logProbability += translation.tokens.back().logProbability;
    }

    /// The likeliest first. Of twice as many as there are beams at most half are ends, so that enough go on.
    std::vector<Continuation> likeliest(std::span<const WordChances> chances) const {
        std::vector<Continuation> all;
        for (std::size_t from = 0; from < m_going.size(); ++from)
            for (std::size_t rank = 0; rank < chances[from].ranked().size() && rank < 2 * m_beams; ++rank) {
                const int word = chances[from].ranked()[rank];
                all.push_back({from, word, m_going[from].logProbability + chances[from].logProbability(word)});
            }
        std::stable_sort(all.begin(), all.end(), [](const Continuation& a, const Continuation& b) {
            return a.logProbability > b.logProbability;
        });
        all.resize(std::min(all.size(), 2 * m_beams));
        return all;
    }

    const SearchOptions& m_options;
    int m_end;
    std::size_t m_beams, m_limit;
    std::vector<Translation> m_going;    ///< all equally long, the likeliest first
    std::vector<Translation> m_finished; ///< in the order in which they ended
};

/// Searches for several sources at once: each step is one pass of the decoder over the last words of all their beams.
class BeamSearch {
public:
    BeamSearch(const WritingNetwork& network, const SearchOptions& options, const Check& check,
               const Intervention& changes, const PackedFactor* output = nullptr)
        : m_network(network), m_marks(network.marks()), m_options(options), m_check(check), m_changes(changes),
          m_output(output) {
        m_tape.checkBy(check);
    }

    std::vector<std::vector<Translation>> run(std::span<const std::vector<int>> sources) {
        std::vector<Beam> beams;
        for (const std::vector<int>& source : sources)
            beams.emplace_back(m_options, m_marks.end, limitOf(source.size()));
        DecoderCache cache = read(sources);
        std::vector<WordChances> chances = readPrefix(cache, beams);
        std::vector<Beam*> going;
        for (Beam& beam : beams)
            going.push_back(&beam);
        for (;;) {
            const std::vector<Index> from = continueBeams(going, chances);
            if (from.empty())
                break;
            cache.choose(from);
            std::vector<int> words;
            for (const Beam* beam : going)
                beam->addLastWords(words);
            chances = readNext(cache, words);
        }
        std::vector<std::vector<Translation>> results;
        for (Beam& beam : beams)
            results.push_back(beam.results());
        return results;
    }

private:
    /// Tokens of a translation, its end included.
    std::size_t limitOf(std::size_t sourceTokens) const {
        const std::size_t limit = sourceTokens + std::size_t(m_options.extraTokens);
        const Index most = m_network.mostTokens();
        return most > 0 ? std::min(limit, std::size_t(most)) : limit;
    }

    DecoderCache read(std::span<const std::vector<int>> sources) {
        m_tape.reset();
        Layout layout;
        std::vector<int> words;
        for (const std::vector<int>& source : sources) {
            layout.add(Index(source.size()), std::uint64_t(layout.sequences()));
            words.insert(words.end(), source.begin(), source.end());
        }
        Context context(m_tape, layout);
        context.setIntervention(m_changes, 0);
        return m_network.start(context, m_network.encode(context, words));
    }

    /// Of each token read.
    std::vector<WordChances> readNext(DecoderCache& cache, const std::vector<int>& words) {
        m_tape.reset();
        const Layout layout = cache.next(Index(words.size()) / cache.sequences());
        Context context(m_tape, layout);
        context.setIntervention(m_changes, 1);
        const Strided scores = m_network.next(context, words, cache, m_output).value();
        refuseNotFinite(scores);
        std::vector<WordChances> chances;
        chances.reserve(std::size_t(scores.cols()));
        for (Index j = 0; j < scores.cols(); ++j) {
            if (m_check)
                m_check();
            chances.emplace_back(scores.col(j), std::max(2 * m_options.beams, m_options.candidates), m_marks.never);
        }
        return chances;
    }

    /// Gives the chances of what follows it in each beam.
    std::vector<WordChances> readPrefix(DecoderCache& cache, std::vector<Beam>& beams) {
        std::vector<int> words;
        for (std::size_t k = 0; k < beams.size(); ++k) {
            words.push_back(m_marks.begin);
            words.insert(words.end(), m_options.prefix.begin(), m_options.prefix.end());
        }
        std::vector<WordChances> chances = readNext(cache, words), following;
        const std::size_t each = chances.size() / beams.size();
        for (std::size_t k = 0; k < beams.size(); ++k) {
            beams[k].begin(std::span(chances).subspan(k * each, each));
            following.push_back(std::move(chances[(k + 1) * each - 1]));
        }
        return following;
    }

    /// Those that go on stay in `going`. Says which of the sequences read each one of theirs continues.
    static std::vector<Index> continueBeams(std::vector<Beam*>& going, const std::vector<WordChances>& chances) {
        std::vector<Index> from;
        std::vector<Beam*> stay;
        std::size_t first = 0;
        for (Beam* beam : going) {
            const std::span own = std::span(chances).subspan(first, beam->size());
            const std::vector<Index> chosen = beam->goesOn() ? beam->next(own) : std::vector<Index>();
            if (beam->goesOn()) {
                stay.push_back(beam);
                for (const Index k : chosen)
                    from.push_back(Index(first) + k);
            }
            first += own.size();
        }
        going = std::move(stay);
        return from;
    }

    const WritingNetwork& m_network;
    WritingMarks m_marks;
    const SearchOptions& m_options;
    const Check& m_check;
    const Intervention& m_changes;
    const PackedFactor* m_output;
    Tape m_tape;
};

void checkOptions(const WritingNetwork& network, const SearchOptions& options) {
    const std::vector<int>& prefix = options.prefix;
    if (options.beams < 1 || options.lengthPenalty < 0 || options.extraTokens < 0 || options.candidates < 0 ||
        std::find(prefix.begin(), prefix.end(), network.marks().end) != prefix.end())
        throw std::invalid_argument("translate: expected beams, no negative option, and a prefix without the end");
}

} // namespace

double scoreOf(const Translation& translation, double lengthPenalty) {
    return translation.logProbability / std::pow((5 + double(translation.tokens.size())) / 6, lengthPenalty);
}

std::vector<int> Translation::words() const {
    std::vector<int> ids;
    for (const TranslatedToken& token : tokens)
        ids.push_back(token.token);
    if (ended)
        ids.pop_back();
    return ids;
}

SearchOptions searchOptions(const TranslationSetup& setup) {
    SearchOptions options;
    options.beams = setup.beams;
    options.lengthPenalty = setup.lengthPenalty;
    options.extraTokens = setup.extraTokens;
    return options;
}

std::vector<Translation> translate(const WritingNetwork& network, const std::vector<int>& source,
                                   const SearchOptions& options, const Check& check, const Intervention& changes) {
    checkOptions(network, options);
    return std::move(BeamSearch(network, options, check, changes).run({&source, 1}).front());
}

void translateAll(const WritingNetwork& network, const std::vector<std::vector<int>>& sources,
                  const SearchOptions& options, ThreadPool& pool,
                  const std::function<void(std::size_t, const std::vector<Translation>&)>& done, const Check& check) {
    checkOptions(network, options);
    const PackedFactor output = network.packedOutput();
    const std::size_t groups = (sources.size() + sourcesTogether - 1) / sourcesTogether;
    std::atomic<std::size_t> next = 0;
    const Intervention nothing;
    pool.forEach(int(std::min(groups, std::size_t(pool.threads()))), [&](int) {
        BeamSearch search(network, options, check, nothing, &output); // its memory serves all of a thread's groups
        for (std::size_t group = next++; group < groups; group = next++) {
            const std::size_t first = group * sourcesTogether,
                              count = std::min(sourcesTogether, sources.size() - first);
            std::vector<Translation> best;
            for (std::vector<Translation>& found : search.run(std::span(sources).subspan(first, count)))
                best.push_back(std::move(found.front()));
            done(first, best);
        }
    });
}

} // namespace headlight
