#pragma once

#include "models/example_text.h"
#include "models/recording.h"
#include "results/head_info.h"
#include "results/intervention.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// A text that a model reads.
struct InputText {
    std::string name;         ///< for people: "sentence"; "first", "second"
    bool optional = false;    ///< it may be left out
    bool isPredicate = false; ///< it says which token of the text before is the predicate
    bool isPassage = false;   ///< of its sentences one answers the text before
    bool isBegin = false;     ///< the model writes a text, and this is how it is to begin
    bool isChoice = false;    ///< it names one of the examples: the model has these texts and no others
    bool isImage = false;     ///< it is the path of an image file, which the model sees patch by patch
    bool isIds = false;       ///< it is ids of tokens with spaces between them: there is no tokenizer
};

/// Reads an image file. Error when it is none, or too large. May be called from any thread.
using ImageDecoder = std::function<Image(const std::string& path)>;

/// How a pass goes on; none of it changes a bit of the result.
struct RunControl {
    Check check = {};
    int threads = 0; ///< that a long text is spread over; 0: one for each processor
    /// An answer with which this one is compared, as long as the run lasts: of each of its places the likeliest word
    /// is told, too, behind the candidates, where it is none of them any more.
    const Answer* compared = nullptr;
};

/// A model that is open: text in, recording out. What it is made of, and how it was trained, stay behind it. Const use
/// from several threads is safe.
class Model {
public:
    virtual ~Model() = default;
    /// For titles: an encoder, "mtsa", or what is no encoder of ours, "BERT".
    virtual std::string kind() const = 0;
    /// The texts that it reads, one or several.
    virtual std::vector<InputText> inputs() const = 0;
    /// Sequences that these become: as many, or one that joins them; where a passage has one for each sentence, the
    /// most that there can be. A map is of one of them.
    virtual int sequences() const = 0;
    /// Everything that has maps, by address.
    virtual const std::vector<HeadInfo>& heads() const = 0;
    virtual std::vector<ExampleText> examples() const = 0;

    /// The tokens that it reads of its texts. Error when a text is missing or empty, one is too many, or it is too
    /// long.
    virtual std::vector<Sequence> read(const std::vector<std::string>& texts) const = 0;
    /// Of a model whose second text says which token is the predicate: that text for each that may be one in a
    /// sentence. Of others none.
    virtual std::vector<std::string> predicates(const std::string& /*sentence*/) const { return {}; }
    /// Reads what read() gave, with the user's changes. The recording outlives the model. Tokens that are left out are
    /// not read, as if they had not been typed; the recording has them, and hides them in its maps.
    std::shared_ptr<const Recording> run(std::vector<Sequence> sequences, const Intervention& changes,
                                         const RunControl& control) const;

protected:
    /// The same of sequences of which everything is read.
    virtual std::shared_ptr<const Recording> pass(std::vector<Sequence> sequences, const Intervention& changes,
                                                  const RunControl& control) const = 0;
};

} // namespace headlight
