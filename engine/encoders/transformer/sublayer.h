#pragma once

#include "core/choice.h"
#include "nn/linear.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

struct TransformerOptions;

/// The self-attention of one Transformer layer, [width × tokens] → [width × tokens], with its query, key, value and
/// output maps. It counts itself as an attention layer of the context.
class AttentionSublayer {
public:
    virtual ~AttentionSublayer() = default;
    virtual Var forward(Context& context, Var x) const = 0;
    /// The mask expression of every head.
    virtual std::vector<std::string> headMasks() const = 0;
};

/// One kind of self-attention: all that the stack knows of it.
struct SublayerRow {
    std::string id;
    std::string label; ///< for people
    std::string help;
    std::unique_ptr<AttentionSublayer> (*make)(const TransformerOptions&, const Builder&);
};

const std::vector<SublayerRow>& sublayerRows();
std::vector<ChoiceId> sublayerChoices();
/// "plain: …; csan: …" for the option that chooses among them.
std::string sublayerHelp();
/// The keep probability of `options` is one, not 0. std::invalid_argument for an unknown name, Error where options do
/// not fit together.
std::unique_ptr<AttentionSublayer> makeSublayer(const std::string& name, const TransformerOptions& options,
                                                const Builder& builder);

// Each defined in the source of its family.
std::unique_ptr<AttentionSublayer> makePlainSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<AttentionSublayer> makeCsanSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<AttentionSublayer> makeBiDirectSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<AttentionSublayer> makeRelPosSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<AttentionSublayer> makeNeighborSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<AttentionSublayer> makeLocalHardSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<AttentionSublayer> makeLocalSoftSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<AttentionSublayer> makeBlockSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<AttentionSublayer> makeMtsaSrlSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<AttentionSublayer> makeMtsaNmtSublayer(const TransformerOptions& options, const Builder& builder);

} // namespace headlight
