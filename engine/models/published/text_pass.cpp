#include "models/published/text_pass.h"

#include "core/error.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr Index shortInput = 64;      ///< tokens up to which starting a thread costs more than it saves
constexpr Index columnsTogether = 32; ///< that are scored by one product

int threadsFor(const RunControl& control, Index tokens) {
    return tokens <= shortInput ? 1 : control.threads > 0 ? control.threads : ThreadPool::processors();
}

std::vector<int> idsIn(const Sequence& sequence) {
    std::vector<int> ids;
    for (const Token& token : sequence.tokens)
        ids.push_back(token.id);
    return ids;
}

} // namespace

TextPass::TextPass(const PublishedNetwork& network, Index tokens, const Intervention& changes,
                   const RunControl& control, Trace* trace)
    : m_network(network), m_control(control), m_layout({tokens}), m_pool(threadsFor(control, tokens)),
      m_context(m_tape, m_layout) {
    m_tape.spreadOver(&m_pool);
    m_tape.checkBy(control.check);
    m_context.setTrace(trace);
    m_context.setIntervention(changes);
}

TextPass::TextPass(const PublishedNetwork& network, const Sequence& sequence, const Intervention& changes,
                   const RunControl& control, Trace* trace, const PublishedNetwork::TellLayer& tell)
    : TextPass(network, Index(sequence.tokens.size()), changes, control, trace) {
    std::vector<int> types;
    for (const Token& token : sequence.tokens)
        types.push_back(token.input);
    m_result = network.read(m_context, idsIn(sequence), types, checks(tell)).stack;
}

TextPass::TextPass(const PublishedNetwork& network, const PatchInput& image, const Intervention& changes,
                   const RunControl& control, Trace* trace)
    : TextPass(network, Index(image.places.size()), changes, control, trace) {
    m_result = network.read(m_context, image, checks()).stack;
}

void TextPass::decode(const Sequence& sequence, const Intervention& changes, Trace* trace) {
    m_context.setTrace(trace);
    m_context.setIntervention(changes, 1);
    m_result = m_network.decode(m_context, m_result.last, m_layout, idsIn(sequence), checks()).stack;
}

PublishedNetwork::TellLayer TextPass::checks(const PublishedNetwork::TellLayer& tell) const {
    return [this, tell](int layer, Var result) {
        if (MapGuard::losses() != m_losses) // NaN need not get through an activation
            throw Error("a file of weights became shorter while the model was computed; get it again and open it");
        checkFinite(result.value(), "the numbers of its layer " + std::to_string(layer));
        if (tell)
            tell(layer, result);
    };
}

void TextPass::eachScores(const Eigen::Ref<const Matrix>& layer, const UseScores& use) {
    Tape tape;
    tape.spreadOver(&m_pool);
    tape.checkBy(m_control.check);
    for (Index first = 0; first < layer.cols(); first += columnsTogether) {
        if (m_control.check)
            m_control.check();
        tape.reset();
        const Layout layout({std::min(columnsTogether, layer.cols() - first)});
        Context context(tape, layout);
        const Matrix columns = layer.middleCols(first, layout.tokens());
        const Var scores = m_network.scoresBehind(context, tape.constant(columns));
        checkFinite(scores.value(), "its scores");
        for (Index column = 0; column < layout.tokens(); ++column)
            use(first + column, scores.value().col(column));
    }
}

void checkFinite(const Eigen::Ref<const Matrix>& numbers, const std::string& what) {
    if (!numbers.allFinite())
        throw Error("the model's answer is no number: " + what +
                    " are not finite; its weights are too large, is the file damaged?");
}

} // namespace headlight
