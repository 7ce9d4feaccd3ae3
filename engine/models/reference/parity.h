#pragma once

#include "models/model.h"
#include "models/reference/pass_part.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Largest differences with which a model agrees with its reference, and nearly does, relative to the largest magnitude
/// of a layer's numbers. Rounding in float32 makes about 1e-6 to 1e-5; weights of 16 or fewer bits make more than the
/// first where the reference was computed with others.
constexpr double greenParity = 1e-4, yellowParity = 1e-2;

enum class ParityVerdict {
    Green,  ///< at most greenParity
    Yellow, ///< at most yellowParity
    Red     ///< more, or the shapes differ
};

std::string nameOf(ParityVerdict verdict); ///< as documents have it: "green"
ParityVerdict verdictOf(double relative);

/// The numbers of one layer, or all of a part without layers, beside the reference's.
struct ParityLayer {
    double largest = 0;   ///< difference
    double magnitude = 0; ///< the largest of the reference's numbers; where they are all 0, of the model's
    /// Where the largest difference is: the head, of attention, the token (the query) and the number of that token.
    int head = 0, token = 0, entry = 0;

    double relative() const { return largest > 0 ? largest / magnitude : 0; }
};

/// One array of a reference beside what the model computes.
struct ParityPart {
    PassPart part = PassPart::Logits;
    std::vector<std::int64_t> theirs, ours; ///< shapes; of what the model does not have, an empty one
    std::vector<ParityLayer> layers = {};   ///< empty where the shapes differ

    bool fits() const { return !layers.empty(); }
    /// Layers with the largest difference, and with the largest relative to their magnitude. Only where it fits.
    std::size_t largestAt() const;
    std::size_t relativeAt() const;
    ParityVerdict verdict() const;
};

/// What was compared of the ids of one text.
struct ParityText {
    std::string name; ///< its number in the file; empty where it has none
    int tokens = 0;
    std::vector<ParityPart> parts; ///< at least one
};

struct ParityReport {
    std::filesystem::path reference;
    std::vector<ParityText> texts; ///< at least one

    ParityVerdict verdict() const; ///< the worst of all
    /// The largest relative difference of all that fits; none where nothing does.
    std::optional<double> relative() const;
};

/// Compares a published model with the references of a file (models/reference/reference_file.h), which it reads as they
/// are. Error for a model of another kind, a file that can't be read, ids that are not the model's, and numbers that
/// are not finite.
ParityReport checkParity(const Model& model, const std::filesystem::path& reference, const RunControl& control);
/// Whether checkParity() knows the kind of model.
bool canCheckParity(const Model& model);

} // namespace headlight
