#include "models/line_translator.h"

#include "models/model_place.h"
#include "models/published/ctranslate2_model.h"
#include "models/translation_search.h"
#include "models/translator_folder.h"

namespace headlight {

struct LineTranslator::Impl {
    std::shared_ptr<const TextWriter> writer;
    TranslationSetup setup;
};

namespace {

std::shared_ptr<const TextWriter> openWriter(const std::filesystem::path& given) {
    const std::filesystem::path folder = modelPlace(given);
    if (isCTranslate2Folder(folder))
        return openCTranslate2(folder);
    if (isPublishedWriter(folder))
        return openPublishedWriter(folder);
    return loadTranslator(folder);
}

} // namespace

LineTranslator::LineTranslator(const std::filesystem::path& folder) {
    auto impl = std::make_unique<Impl>();
    impl->writer = openWriter(folder);
    const SearchOptions options = impl->writer->search();
    impl->setup.beams = options.beams;
    impl->setup.lengthPenalty = options.lengthPenalty;
    impl->setup.extraTokens = options.extraTokens;
    m_impl = std::move(impl);
}

LineTranslator::~LineTranslator() = default;

const TranslationSetup& LineTranslator::setup() const {
    return m_impl->setup;
}

std::vector<int> LineTranslator::read(const std::string& text, bool isCut) const {
    std::vector<int> ids;
    for (const Token& token : m_impl->writer->source(text, isCut ? SourceText::Cut : SourceText::Typed))
        ids.push_back(token.id);
    checkPositions(ids.size(), m_impl->writer->mostSourceTokens(), "the source");
    checkTextLength(ids.size(), "the source");
    return ids;
}

void LineTranslator::translate(const std::vector<std::vector<int>>& sources, const TranslationSetup& setup,
                               ThreadPool& pool, const std::function<void(std::size_t, std::vector<Line>)>& done,
                               const Check& check) const {
    translateAll(
        m_impl->writer->network(), sources, searchOptions(setup), pool,
        [&](std::size_t first, const std::vector<Translation>& best) {
            std::vector<Line> lines;
            for (const Translation& one : best) {
                const int tokens = int(one.tokens.size());
                lines.push_back({m_impl->writer->targetText(one.words()), tokens, one.ended,
                                 !one.ended && tokens == m_impl->writer->network().mostTokens()});
            }
            done(first, std::move(lines));
        },
        check);
}

} // namespace headlight
