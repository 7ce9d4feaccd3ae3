#pragma once

#include "models/given/given_maps.h"
#include "models/model.h"
#include "models/model_summary.h"

#include <filesystem>

namespace headlight {

/// Attention maps that another program wrote, as a model that reads nothing: it has the tokens, and run() gives the
/// maps. There is no answer, and no head can be changed. A token that is left out hides its row and column; the other
/// numbers stay as they are, which the recording's note says.
///
/// The only input is the title of one of the file's texts, or its number from 1; examples() are the titles.
class GivenModel final : public Model {
public:
    explicit GivenModel(GivenMaps maps);

    std::string kind() const override { return "attention maps"; }
    std::vector<InputText> inputs() const override;
    int sequences() const override { return m_sequences; }
    const std::vector<HeadInfo>& heads() const override { return m_heads; }
    std::vector<ExampleText> examples() const override;
    /// Of nothing, or an empty text, the only text of the file. Error where there are several, and for a title that no
    /// text has.
    std::vector<Sequence> read(const std::vector<std::string>& texts) const override;
    ModelSummary summary() const;

private:
    std::shared_ptr<const Recording> pass(std::vector<Sequence> sequences, const Intervention& changes,
                                          const RunControl& control) const override;
    const GivenText& textNamed(const std::string& title) const;
    const GivenText& textOf(const std::vector<Sequence>& sequences) const;

    std::vector<GivenText> m_texts;
    std::string m_note;
    std::vector<HeadInfo> m_heads;
    int m_sequences = 1;
};

/// Whether the file's name says that it may have maps: .npy, .npz, or .json but for those of a model's folder.
bool isCalledMaps(const std::filesystem::path& file);

/// Error as readGivenMaps().
std::shared_ptr<const GivenModel> openGivenMaps(const std::filesystem::path& path);

} // namespace headlight
