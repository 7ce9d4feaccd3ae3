#include "models/translation_network.h"

#include "autodiff/ops_lookup.h"
#include "autodiff/ops_loss.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace headlight {

namespace {

std::unique_ptr<Encoder> makeStack(const TransformerOptions& stack, const Builder& builder, double keep) {
    const EncoderRow& row = encoderRow("transformer");
    const auto config = row.makeConfig();
    dynamic_cast<ConfigOf<TransformerOptions>&>(*config).value = stack;
    row.check(*config);
    return row.make(*config, builder, stack.features, keep);
}

void checkTranslation(const TranslationOptions& options) {
    if (options.stack.order != TransformerOptions::Order::AttentionFirst)
        throw Error("order: a translation model's layers have their attention first");
    if (options.shared == SharedTables::All && options.sourceWords != options.targetWords)
        throw Error("expected one vocabulary for both languages where they share a table, got " +
                    std::to_string(options.sourceWords) + " and " + std::to_string(options.targetWords) + " words");
    for (const int mark : {options.begin, options.end})
        if (mark < 0 || mark >= options.targetWords)
            throw Error("expected the marks of begin and end among the " + std::to_string(options.targetWords) +
                        " target words, got " + std::to_string(mark));
}

const Parameter& makeTable(const Builder& builder, Index features, Index words) {
    return builder.normal("weight", Parameter::Kind::Table, features, words, 1 / std::sqrt(double(features)));
}

} // namespace

TranslationCounts countParameters(const TranslationOptions& options) {
    return TranslationNetwork(options, 0, Parameters::onlyCounted()).counts();
}

TranslationNetwork::TranslationNetwork(TranslationOptions options, std::uint64_t seed, Parameters parameters)
    : m_options(std::move(options)), m_parameters(std::move(parameters)) {
    checkTranslation(m_options);
    const Builder builder(m_parameters, seed);
    const TransformerOptions stack = withKeep(m_options.stack, m_options.keep);
    const Index features = stack.features;
    if (m_options.shared == SharedTables::All) {
        m_source = m_target = &makeTable(builder.part("embedding"), features, m_options.targetWords);
    } else {
        m_source = &makeTable(builder.part("source"), features, m_options.sourceWords);
        m_target = &makeTable(builder.part("target"), features, m_options.targetWords);
    }
    m_encoder = makeStack(stack, builder.part("encoder"), m_options.keep);
    m_decoder.emplace(stack, builder.part("decoder"));
    if (m_options.shared == SharedTables::None)
        m_output.emplace(builder.part("output"), features, m_options.targetWords, Linear::Bias::No);
}

TranslationCounts TranslationNetwork::counts() const {
    TranslationCounts counts{m_parameters.count("encoder."), m_parameters.count("decoder."), 0};
    Index all = 0;
    for (std::size_t p = 0; p < m_parameters.size(); ++p)
        all += m_parameters[p].value.rows() * m_parameters[p].columns;
    counts.tables = all - counts.body();
    return counts;
}

void TranslationNetwork::add(TranslationBatch& batch, const std::vector<int>& source, const std::vector<int>& target,
                             std::uint64_t id) const {
    batch.sources.add(Index(source.size()), id);
    batch.targets.add(Index(target.size()) + 1, id);
    batch.source.insert(batch.source.end(), source.begin(), source.end());
    batch.read.push_back(m_options.begin);
    batch.read.insert(batch.read.end(), target.begin(), target.end());
    batch.wanted.insert(batch.wanted.end(), target.begin(), target.end());
    batch.wanted.emplace_back(m_options.end);
}

std::vector<std::pair<const Parameter*, const std::vector<int>*>>
TranslationNetwork::tables(const TranslationBatch& batch) const {
    std::vector<std::pair<const Parameter*, const std::vector<int>*>> tables;
    if (m_options.shared != SharedTables::All)
        tables.emplace_back(m_source, &batch.source);
    if (m_options.shared == SharedTables::None)
        tables.emplace_back(m_target, &batch.read);
    return tables;
}

Var TranslationNetwork::logits(Context& context, const TranslationBatch& batch) const {
    const Var encoded = encode(context, batch.source);
    const LayoutScope targets(context, batch.targets);
    return decode(context, encoded, batch.sources, batch.read);
}

Var TranslationNetwork::loss(Context& context, const TranslationBatch& batch, Real weight) const {
    return divergence(logits(context, batch), batch.wanted, weight, context.labelSmoothing());
}

Index TranslationNetwork::mostTokens() const {
    return m_options.stack.positions == Positions::Learned ? std::max(m_options.stack.maxLength - 1, 1) : 0;
}

std::vector<std::vector<std::string>> TranslationNetwork::headMasks(Stack stack, MapPart part) const {
    if (stack == Stack::Decoder)
        return m_decoder->headMasks(part);
    return part == MapPart::Self ? m_encoder->headMasks() : std::vector<std::vector<std::string>>();
}

Var TranslationNetwork::encode(Context& context, const std::vector<int>& source) const {
    return m_encoder->forward(context, lookup(context.tape(), *m_source, source));
}

Var TranslationNetwork::decode(Context& context, Var encoded, const Layout& sources,
                               const std::vector<int>& read) const {
    const Var x = lookup(context.tape(), *m_target, read);
    return output(context, m_decoder->forward(context, x, encoded, sources));
}

Var TranslationNetwork::next(Context& context, const std::vector<int>& read, DecoderCache& cache,
                             const PackedFactor* packed) const {
    const Var x = m_decoder->step(context, lookup(context.tape(), *m_target, read), cache);
    if (!packed)
        return output(context, x);
    const Var scores = context.tape().make(m_options.targetWords, x.cols(), false);
    packed->setProduct(scores.value(), x.value());
    return scores;
}

PackedFactor TranslationNetwork::packedOutput() const {
    return PackedFactor(m_output ? m_output->weight().factor() : m_target->factor().transposed());
}

Var TranslationNetwork::output(Context& context, Var x) const {
    return m_output ? m_output->forward(context, x) : entryScores(*m_target, x);
}

} // namespace headlight
