#pragma once

namespace headlight {

/// Memory that is freed stays with the process, up to 64 MB, and is what comes next. A pass's recording, 38 MB for 512
/// tokens of a BERT-base, is freed when the next one is there: given back to the system each time, it costs the next
/// one as many page faults, up to a half of the pass. Called once, before other threads begin; does nothing where the C
/// library isn't glibc.
void keepFreedMemory();

} // namespace headlight
