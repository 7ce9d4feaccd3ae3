#pragma once

#include "core/choice.h"
#include "nn/linear.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

struct TransformerOptions;

/// By which the tokens of one layer know of each other, [width × tokens] → [width × tokens]: self-attention with its
/// query, key, value and output maps, or what stands in its place.
class ContextSublayer {
public:
    virtual ~ContextSublayer() = default;
    virtual Var forward(Context& context, Var x) const = 0;
    /// The mask expression of every head; none where there are no heads.
    virtual std::vector<std::string> headMasks() const = 0;
};

/// One kind of it: all that the stack knows of it.
struct SublayerRow {
    std::string id;
    std::string label; ///< for people
    std::string help;
    std::unique_ptr<ContextSublayer> (*make)(const TransformerOptions&, const Builder&);
};

const std::vector<SublayerRow>& sublayerRows();
std::vector<ChoiceId> sublayerChoices();
/// "plain: …; csan: …" for the option that chooses among them.
std::string sublayerHelp();
/// The keep probability of `options` is one, not 0. std::invalid_argument for an unknown name, Error where options do
/// not fit together.
std::unique_ptr<ContextSublayer> makeSublayer(const std::string& name, const TransformerOptions& options,
                                              const Builder& builder);

// Each defined in the source of its family.
std::unique_ptr<ContextSublayer> makePlainSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<ContextSublayer> makeCsanSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<ContextSublayer> makeBiDirectSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<ContextSublayer> makeRelPosSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<ContextSublayer> makeNeighborSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<ContextSublayer> makeLocalHardSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<ContextSublayer> makeLocalSoftSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<ContextSublayer> makeBlockSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<ContextSublayer> makeMtsaSrlSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<ContextSublayer> makeMtsaNmtSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<ContextSublayer> makeBiLstmSublayer(const TransformerOptions& options, const Builder& builder);
std::unique_ptr<ContextSublayer> makeMulticnnSublayer(const TransformerOptions& options, const Builder& builder);

} // namespace headlight
