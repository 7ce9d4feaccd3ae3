#include "models/published/ctranslate2_model.h"

#include "core/error.h"
#include "core/json_text.h"
#include "models/published/load.h"
#include "models/weights/ctranslate2_file.h"
#include "models/weights/tensor_parts.h"
#include "text/listed_tokens.h"
#include "text/token_lines.h"

#include <cmath>

namespace headlight {

namespace {

namespace fs = std::filesystem;

/// A kind of model that says by its name alone what its tensors don't.
struct ModelKind {
    const char* name;
    Index heads;
};
constexpr ModelKind modelKinds[] = {{"TransformerBase", 8}, {"TransformerBig", 16}};

fs::path vocabularyIn(const fs::path& folder, const char* side) {
    std::error_code ignored;
    const fs::path own = folder / (std::string(side) + "_vocabulary.txt"), shared = folder / "shared_vocabulary.txt";
    return fs::exists(shared, ignored) && !fs::exists(own, ignored) ? shared : own;
}

void addSideNames(std::vector<TensorName>& names, const std::string& own, const std::string& side) {
    const std::string layer = side + ".layer_#.";
    const auto add = [&](const std::vector<std::string>& together, const std::string& theirs) {
        for (const std::string& map : together)
            names.push_back({.own = map, .theirs = layer + theirs, .together = together});
    };
    add({own + ".#.self.query", own + ".#.self.key", own + ".#.self.value"}, "self_attention.linear_0");
    names.push_back({own + ".#.self.output", layer + "self_attention.linear_1"});
    names.push_back({own + ".#.self_norm", layer + "self_attention.layer_norm"});
    names.push_back({own + ".#.cross.query", layer + "attention.linear_0"});
    add({own + ".#.cross.key", own + ".#.cross.value"}, "attention.linear_1");
    names.push_back({own + ".#.cross.output", layer + "attention.linear_2"});
    names.push_back({own + ".#.cross_norm", layer + "attention.layer_norm"});
    names.push_back({own + ".#.feed.in", layer + "ffn.linear_0"});
    names.push_back({own + ".#.feed.out", layer + "ffn.linear_1"});
    names.push_back({own + ".#.feed_norm", layer + "ffn.layer_norm"});
    names.push_back({own + ".final_norm", side + ".layer_norm"});
}

const Architecture& architecture() {
    static const Architecture row = [] {
        Architecture all{"opennmt", "OpenNMT Transformer", nullptr, {}, {}};
        all.names = {{"embeddings.words", "encoder.embeddings.weight"},
                     {"decoder_embeddings.words", "decoder.embeddings.weight"},
                     {"top.scores", "decoder.projection"}};
        addSideNames(all.names, "layers", "encoder");
        addSideNames(all.names, "decoder", "decoder");
        return all;
    }();
    return row;
}

/// Sizes are those of the tensors.
class Sizes {
public:
    Sizes(const TensorFile& file, std::string where) : m_file(file), m_where(std::move(where)) {}

    Index of(const std::string& tensor, std::size_t axis) const {
        if (!m_file.contains(tensor))
            throw Error(m_where + ": it has no tensor \"" + tensor + "\"; is it of another kind of model?");
        const std::vector<std::int64_t>& shape = m_file.info(tensor).shape;
        if (shape.size() != 2 || shape[axis] < 1)
            throw Error(m_where + ": tensor \"" + tensor + "\": expected two axes with numbers");
        return Index(shape[axis]);
    }
    Index layersOf(const std::string& side) const {
        Index layers = 0;
        while (layers < most::layers &&
               m_file.contains(side + "/layer_" + std::to_string(layers) + "/ffn/linear_0/weight"))
            ++layers;
        return layers;
    }

private:
    const TensorFile& m_file;
    std::string m_where;
};

StackShape stackOf(const Sizes& sizes, const std::string& side, Index width, Index heads) {
    StackShape stack;
    stack.order = StackShape::Order::Pre;
    stack.width = width;
    stack.layers = sizes.layersOf(side);
    stack.heads = stack.keyHeads = heads;
    stack.headWidth = width / heads;
    stack.inner = sizes.of(side + "/layer_0/ffn/linear_0/weight", 0);
    stack.activation = Activation::Relu;
    stack.norm.epsilon = 1e-5;
    stack.finalNorm = true;
    stack.sights.resize(std::size_t(stack.layers));
    return stack;
}

NetworkShape shapeOf(const TensorFile& file, Index heads, const std::string& where) {
    const Sizes sizes(file, where);
    NetworkShape shape;
    shape.readsPairs = false;
    EmbeddingShape& embeddings = shape.embeddings;
    embeddings.vocabulary = sizes.of("encoder/embeddings/weight", 0);
    embeddings.width = sizes.of("encoder/embeddings/weight", 1);
    if (embeddings.width % (2 * heads) != 0 || embeddings.width < 4)
        throw Error(where + ": tensor \"encoder/embeddings/weight\": expected a width that " + std::to_string(heads) +
                    " heads can share, got " + std::to_string(embeddings.width));
    embeddings.scale = std::sqrt(double(embeddings.width));
    embeddings.firstPosition = 1;
    embeddings.waves = double(embeddings.width) / 2 - 1;
    shape.stack = stackOf(sizes, "encoder", embeddings.width, heads);
    DecoderShape& decoder = shape.decoder.emplace();
    decoder.embeddings = embeddings;
    decoder.embeddings.vocabulary = sizes.of("decoder/embeddings/weight", 0);
    decoder.sharesWords = false;
    decoder.stack = stackOf(sizes, "decoder", embeddings.width, heads);
    decoder.stack.stack = Stack::Decoder;
    decoder.stack.causal = true;
    decoder.stack.crosses = true;
    shape.top.kind = TopShape::Kind::Words;
    shape.top.tied = false;
    return shape;
}

/// The file's variables by names with points in them.
std::shared_ptr<const TensorFile> withPoints(std::shared_ptr<const CTranslate2File> file) {
    std::map<std::string, TensorPart> parts;
    for (const std::string& name : file->names()) {
        if (name.ends_with("_scale") || file->info(name).shape.empty())
            continue;
        std::string own = name;
        for (char& c : own)
            c = c == '/' ? '.' : c;
        parts.emplace(std::move(own), TensorPart{.tensor = name, .isVector = file->info(name).shape.size() == 1});
    }
    return std::make_shared<const TensorParts>(std::move(file), std::move(parts));
}

int idOf(const Tokenizer& tokens, const char* mark, const fs::path& path) {
    if (const auto id = tokens.id(mark))
        return *id;
    throw Error(path.string() + ": the token \"" + mark + "\" is missing; a translation needs it");
}

} // namespace

bool isCTranslate2Words(const std::string& name) {
    return name.ends_with("_vocabulary.txt");
}

bool isCTranslate2Folder(const fs::path& folder) {
    std::error_code ignored;
    return fs::exists(folder / "model.bin", ignored) && fs::exists(vocabularyIn(folder, "target"), ignored);
}

std::shared_ptr<const PublishedWriter> openCTranslate2(const fs::path& folder, Values values) {
    const std::string where = (folder / "model.bin").string();
    const fs::path sourceLines = vocabularyIn(folder, "source"), targetLines = vocabularyIn(folder, "target");
    const auto source = std::make_shared<const ListedTokens>(readTokenLines(sourceLines));
    const auto target = std::make_shared<const ListedTokens>(readTokenLines(targetLines));
    const auto file = std::make_shared<const CTranslate2File>(CTranslate2File::open(where));
    Index heads = 0;
    std::string known;
    for (const ModelKind& kind : modelKinds) {
        heads = file->specification() == kind.name ? kind.heads : heads;
        known += (known.empty() ? "" : ", ") + std::string(kind.name);
    }
    if (heads == 0)
        throw Error(where + ": a model of the kind \"" + printable(file->specification(), 40) +
                    "\" is not read; these are: " + known);
    NetworkShape shape = shapeOf(*file, heads, where);
    shape.decoder->begin = idOf(*target, "<s>", targetLines);
    shape.decoder->end = idOf(*target, "</s>", targetLines);
    std::unique_ptr<PublishedNetwork> network =
        networkOf(architecture(), std::move(shape), withPoints(file), where, where, values);
    checkVocabulary(*source, network->shape().embeddings, sourceLines.string());
    checkVocabulary(*target, network->shape().decoder->embeddings, targetLines.string());
    return std::make_shared<const PublishedWriter>(architecture(), std::move(network), source, target);
}

} // namespace headlight
