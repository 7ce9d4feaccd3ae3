#include "models/published/image_model.h"

#include "core/error.h"
#include "models/published/class_answer.h"
#include "models/published/load.h"
#include "models/published/network_heads.h"
#include "models/published/published_summary.h"
#include "models/published/text_pass.h"
#include "models/record.h"

#include <stdexcept>

namespace headlight {

namespace {

/// Its upper left part of so many pixels.
Image cutTo(const Image& image, Index height, Index width) {
    Image result{height, width, {}};
    for (Index row = 0; row < height; ++row) {
        const auto begin = image.pixels.begin() + row * image.width * 3;
        result.pixels.insert(result.pixels.end(), begin, begin + width * 3);
    }
    return result;
}

} // namespace

ImageModel::ImageModel(const Architecture& architecture, std::unique_ptr<PublishedNetwork> network,
                       ImagePreparation preparation, ImageDecoder decode)
    : m_architecture(architecture), m_network(std::move(network)), m_preparation(preparation),
      m_decode(std::move(decode)), m_heads(headsOf(*m_network)) {}

std::vector<InputText> ImageModel::inputs() const {
    InputText image{"image file"};
    image.isImage = true;
    return {image};
}

std::vector<Sequence> ImageModel::read(const std::vector<std::string>& texts) const {
    if (texts.size() != 1 || texts.front().empty())
        throw Error("the model sees one image: give the path of an image file");
    if (!m_decode)
        throw Error("the model sees images, and nothing here decodes image files");
    return {sequenceOf(m_decode(texts.front()))};
}

Sequence ImageModel::sequenceOf(const Image& image) const {
    const Index side = patches().side;
    PatchedImage patched{m_preparation.fitted(image), side};
    const Index rows = patched.rows(), columns = patched.columns();
    if (rows == 0 || columns == 0)
        throw Error("the image has " + std::to_string(patched.image.width) + " × " +
                    std::to_string(patched.image.height) + " pixels, and a patch has " + std::to_string(side) + " × " +
                    std::to_string(side) + ": choose a larger one");
    if (rows * columns > longestSentence)
        throw Error("the image has " + std::to_string(rows * columns) + " patches; at most " +
                    std::to_string(longestSentence) + " are looked at: make it smaller");
    patched.image = cutTo(patched.image, rows * side, columns * side);
    Sequence sequence;
    sequence.name = "image";
    for (const PatchShape::Mark& mark : patches().marks)
        for (Index number = 0; number < mark.count; ++number) {
            Token& token = sequence.tokens.emplace_back();
            token.text = mark.token;
            token.id = int(sequence.tokens.size()) - 1;
            token.special = true;
        }
    for (Index patch = 0; patch < rows * columns; ++patch) {
        Token& token = sequence.tokens.emplace_back();
        token.text = std::to_string(patch / columns + 1) + "," + std::to_string(patch % columns + 1);
        token.id = int(sequence.tokens.size()) - 1;
        token.word = int(patch);
    }
    sequence.image = std::make_shared<const PatchedImage>(std::move(patched));
    return sequence;
}

std::shared_ptr<const Recording> ImageModel::pass(std::vector<Sequence> sequences, const Intervention& changes,
                                                  const RunControl& control) const {
    const Sequence& sequence = sequences.front();
    if (!sequence.image)
        throw std::invalid_argument("ImageModel: expected the tokens of an image");
    PatchInput input{{}, {}, sequence.image->rows(), sequence.image->columns()};
    std::vector<Index> patches;
    for (const Token& token : sequence.tokens) {
        input.places.push_back(token.id);
        if (token.word >= 0)
            patches.push_back(token.word);
    }
    const Image& image = sequence.image->image;
    input.pixels =
        patchColumns(m_preparation.numbersOf(image), image.height, image.width, sequence.image->patch, patches);
    Trace trace; // lives as long as the pass
    TextPass pass(*m_network, input, changes, control, &trace);
    Answer answer;
    if (m_network->shape().top.kind == TopShape::Kind::Classes)
        answer = classAnswer(*m_network, pass.context(), pass.result().last);
    std::vector<Recording::Head> heads;
    addRecordedHeads(trace, heads);
    return std::make_shared<const Recording>(std::move(sequences), std::move(heads), std::move(answer));
}

ModelSummary ImageModel::summary() const {
    return summaryOf(m_architecture, *m_network, 0);
}

std::unique_ptr<ImageModel> openImageModel(const std::filesystem::path& folder, ImageDecoder decode, Values values) {
    const ImagePreparation preparation = readImagePreparation(folder); // small, so what is wrong with it is told soon
    std::unique_ptr<PublishedNetwork> network = loadPublished(folder, values);
    return std::make_unique<ImageModel>(*describedBy(folder).architecture, std::move(network), preparation,
                                        std::move(decode));
}

} // namespace headlight
