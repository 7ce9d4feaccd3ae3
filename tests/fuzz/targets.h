#pragma once

#include "core/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight::fuzz {

/// A reader of foreign bytes. It may refuse them with an Error and nothing else.
struct Target {
    std::string name;                     ///< its seeds are tests/fuzz/seeds/NAME/*
    void (*read)(std::string_view bytes); ///< the bytes as a user's file, or what a user typed
};

const std::vector<Target>& targets();

/// Reads the bytes. What is thrown then is a mistake of ours: an exception that is no Error, or a broken promise of the
/// reader (see require).
void check(const Target& target, std::string_view bytes);

/// For promises that hold whatever was read. std::logic_error with the promise that was broken.
void require(bool kept, const std::string& promise);

/// Does what may be refused, and goes on.
template <class Action>
void attempt(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        require(*error.what() != '\0', "an Error says something");
    }
}

// One for each file beside this one.
void readSafetensors(std::string_view bytes);
void readNpzArchive(std::string_view bytes);
void readModelConfig(std::string_view bytes);
void readVocabularyFile(std::string_view bytes);
void readTokenizerJson(std::string_view bytes);
void readTokenizerFolder(std::string_view bytes);
void readVectorsFile(std::string_view bytes);
void readCorpusFile(std::string_view bytes);
void readCorpusFolder(std::string_view bytes);
void readTagFile(std::string_view bytes);
void readRoleFile(std::string_view bytes);
void readMasks(std::string_view bytes);
void readRunConfig(std::string_view bytes);
void readRunSeries(std::string_view bytes);
void readKeptWords(std::string_view bytes);
void readCheckpointState(std::string_view bytes);
void readStoreBytes(std::string_view bytes);
void readStoreValues(std::string_view bytes);
void readSweepModels(std::string_view bytes);
void readSweepLengths(std::string_view bytes);
void readSweepPlan(std::string_view bytes);
void readPublishedConfig(std::string_view bytes);
void readImagePreparationFile(std::string_view bytes);
void readViewFile(std::string_view bytes);
void readTranslatorFolder(std::string_view bytes);
void readTorchFile(std::string_view bytes);
void readGguf(std::string_view bytes);
void readShardedFile(std::string_view bytes);
void readCtranslate2(std::string_view bytes);
void readLlama2c(std::string_view bytes);
void readOnnx(std::string_view bytes);
void readGgufTokenizer(std::string_view bytes);
void readLlama2cTokens(std::string_view bytes);
void readSentencePieceModel(std::string_view bytes);
void readSentencePieceFolder(std::string_view bytes);
void readPublishedFile(std::string_view bytes);
void readGivenArrays(std::string_view bytes);
void readGivenJson(std::string_view bytes);
void readReferenceFile(std::string_view bytes);

} // namespace headlight::fuzz
