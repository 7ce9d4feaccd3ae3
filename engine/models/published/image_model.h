#pragma once

#include "models/model.h"
#include "models/model_summary.h"
#include "models/published/architecture.h"
#include "models/published/image_preparation.h"
#include "models/published/network.h"
#include "models/stored_parameters.h"

#include <filesystem>
#include <memory>

namespace headlight {

/// A published model that sees an image, patch by patch: its text is the path of an image file. Its tokens are the
/// marks of the model's own, then the patches, "row,column" from 1. It answers with its classes, or not at all.
class ImageModel final : public Model {
public:
    /// Without `decode` nothing can be read.
    ImageModel(const Architecture& architecture, std::unique_ptr<PublishedNetwork> network,
               ImagePreparation preparation, ImageDecoder decode);

    std::string kind() const override { return m_architecture.title; }
    std::vector<InputText> inputs() const override;
    int sequences() const override { return 1; }
    const std::vector<HeadInfo>& heads() const override { return m_heads; }
    std::vector<ExampleText> examples() const override { return {}; }
    /// Error of the decoder, for an image that is too small for a patch, or has too many of them (longestSentence).
    std::vector<Sequence> read(const std::vector<std::string>& texts) const override;
    /// The tokens of an image.
    Sequence sequenceOf(const Image& image) const;
    ModelSummary summary() const;

private:
    std::shared_ptr<const Recording> pass(std::vector<Sequence> sequences, const Intervention& changes,
                                          const RunControl& control) const override;
    const PatchShape& patches() const { return *m_network->shape().patches; }

    const Architecture& m_architecture;
    std::unique_ptr<PublishedNetwork> m_network;
    ImagePreparation m_preparation;
    ImageDecoder m_decode;
    std::vector<HeadInfo> m_heads;
};

/// Error as loadPublished() and readImagePreparation().
std::unique_ptr<ImageModel> openImageModel(const std::filesystem::path& folder, ImageDecoder decode,
                                           Values values = Values::Stored);

} // namespace headlight
