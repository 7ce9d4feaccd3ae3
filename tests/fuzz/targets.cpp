#include "fuzz/targets.h"

namespace headlight::fuzz {

const std::vector<Target>& targets() {
    static const std::vector<Target> table = {
        {"safetensors", readSafetensors},
        {"npz", readNpzArchive},
        {"model_config", readModelConfig},
        {"vocabulary", readVocabularyFile},
        {"word_vectors", readVectorsFile},
        {"corpus_file", readCorpusFile},
        {"corpus_folder", readCorpusFolder},
        {"masks", readMasks},
        {"run_config", readRunConfig},
        {"checkpoint_state", readCheckpointState},
        {"store_bytes", readStoreBytes},
        {"store_values", readStoreValues},
        {"sweep_models", readSweepModels},
        {"sweep_lengths", readSweepLengths},
        {"sweep_plan", readSweepPlan},
        {"published_config", readPublishedConfig},
        {"image_preparation", readImagePreparationFile},
        {"tokenizer_json", readTokenizerJson},
        {"tokenizer_folder", readTokenizerFolder},
        {"tag_columns", readTagFile},
        {"saved_view", readViewFile},
        {"run_series", readRunSeries},
        {"role_columns", readRoleFile},
        {"translator_folder", readTranslatorFolder},
        {"kept_words", readKeptWords},
        {"torch_file", readTorchFile},
        {"gguf", readGguf},
        {"sharded", readShardedFile},
        {"ctranslate2", readCtranslate2},
        {"llama2c", readLlama2c},
        {"onnx", readOnnx},
        {"tokenizer_gguf", readGgufTokenizer},
        {"tokenizer_llama2c", readLlama2cTokens},
        {"sentence_piece", readSentencePieceModel},
        {"sentence_piece_folder", readSentencePieceFolder},
        {"published_file", readPublishedFile},
        {"given_arrays", readGivenArrays},
        {"given_json", readGivenJson},
        {"reference", readReferenceFile},
    };
    return table;
}

void require(bool kept, const std::string& promise) {
    if (!kept)
        throw std::logic_error("broken promise: " + promise);
}

void check(const Target& target, std::string_view bytes) {
    attempt([&] { target.read(bytes); });
}

} // namespace headlight::fuzz
