#include "tasks/select_head.h"

#include "autodiff/ops_pairs.h"
#include "autodiff/ops_sequence.h"
#include "core/error.h"

#include <stdexcept>

namespace headlight {

namespace {

/// One like the model's, over sentences.
std::unique_ptr<Encoder> makeEncoder(const HeadParts& parts, const Builder& builder) {
    const std::unique_ptr<Config> config = parts.encoderConfig->clone();
    if (parts.encoder->fitToSentences)
        parts.encoder->fitToSentences(*config);
    auto encoder =
        parts.encoder->make(*config, builder, 4 * parts.width, parts.options.keepAt(parts.options.encoderKeep));
    if (encoder->pools())
        throw Error(parts.encoder->id +
                    " makes one vector of a sequence, and to choose a sentence each needs one of its own: " +
                    insteadOfOneVector(*parts.encoder, 4 * parts.width));
    return encoder;
}

const SentenceCounts& countsOf(const HeadParts& parts) {
    static const SentenceCounts none;
    return parts.counts ? *parts.counts : none;
}

/// Of texts, the first of an example being its question, the sentences alone.
Layout sentencesOf(const Layout& texts) {
    Layout sentences;
    for (Index s = 0; s < texts.sequences(); ++s) {
        if (texts.length(s) < 2)
            throw std::invalid_argument("SelectHead: expected a question and at least one sentence");
        sentences.add(texts.length(s) - 1, texts.id(s));
    }
    return sentences;
}

} // namespace

SelectHead::SelectHead(const HeadParts& parts, const Builder& builder)
    : m_counts(countsOf(parts)), m_keep(parts.options.keepAt(parts.options.outputKeep)),
      m_encoder(makeEncoder(parts, builder.part("encoder"))),
      m_hidden(parts.options, builder, m_encoder->width(), Columns::Tokens),
      m_output(builder.part("output"), m_hidden.width(), 1) {}

Var SelectHead::matched(Context& context, Var texts) const {
    const Layout& examples = context.layout();
    std::vector<Index> pairs;
    for (Index s = 0; s < examples.sequences(); ++s)
        for (Index text = examples.begin(s) + 1; text < examples.end(s); ++text) {
            pairs.push_back(text);
            pairs.push_back(examples.begin(s));
        }
    return matchPairs(gatherColumns(texts, context.keep(std::move(pairs))), Difference::Signed);
}

Var SelectHead::scores(Context& context, Var texts) const {
    const Layout& sentences = context.keep(sentencesOf(context.layout()));
    const Var read = matched(context, texts);
    const LayoutScope scope(context, sentences);
    const Var hidden = m_hidden.forward(context, m_encoder->forward(context, read));
    return columnPerSequence(m_output.forward(context, hidden, m_keep), sentences);
}

} // namespace headlight
