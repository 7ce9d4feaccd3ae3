#pragma once

#include "models/published/architecture.h"

// The rows of architectures(), one of each file of this folder.

namespace headlight {

Architecture albertArchitecture();
Architecture bartArchitecture();
Architecture bertArchitecture();
Architecture camembertArchitecture();
Architecture debertaArchitecture();
Architecture debertaV2Architecture();
Architecture deitArchitecture();
Architecture dinov2Architecture();
Architecture dinov2WithRegistersArchitecture();
Architecture distilbertArchitecture();
Architecture electraArchitecture();
Architecture gemmaArchitecture();
Architecture gemma2Architecture();
Architecture gemma3Architecture();
Architecture gpt2Architecture();
Architecture gptNeoxArchitecture();
Architecture llamaArchitecture();
Architecture marianArchitecture();
Architecture minGptArchitecture();
Architecture mistralArchitecture();
Architecture modernbertArchitecture();
Architecture nanoGptArchitecture();
Architecture phiArchitecture();
Architecture qwen2Architecture();
Architecture qwen3Architecture();
Architecture robertaArchitecture();
Architecture t5Architecture();
Architecture transformerLensArchitecture();
Architecture vitArchitecture();
Architecture xlmRobertaArchitecture();

} // namespace headlight
