#pragma once

#include "core/check.h"
#include "core/thread_pool.h"
#include "tasks/translation_setup.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// A translation model that translates texts, for programs that know nothing of networks. Const use from
/// several threads is safe.
class LineTranslator {
public:
    struct Line {
        std::string text;            ///< words with a space between them
        int tokens = 0;              ///< pieces that were written, the end included
        bool ended = true;           ///< else it was cut at the limit
        bool atLastPosition = false; ///< the limit was the model's positions; else it was the setup's extra tokens
    };

    /// A model trained here, or a published one that writes. Error as loadTranslator(), or openPublishedWriter().
    explicit LineTranslator(const std::filesystem::path& folder);
    ~LineTranslator();

    /// How it looks for a translation unless one says otherwise; the rest of the setup is not its own.
    const TranslationSetup& setup() const;
    /// Ids of a text, for translate(); none of a text without words. `isCut`: words stand between white space, as in
    /// the model's corpus. Error when it is longer than the model can read, or than texts may be (longestSentence).
    std::vector<int> read(const std::string& text, bool isCut) const;
    /// In groups of neighbours; `done` hears, on any thread, which source a group begins with and its lines.
    /// `check` is called again and again on the pool's threads, and may throw. std::invalid_argument for a source
    /// without ids.
    void translate(const std::vector<std::vector<int>>& sources, const TranslationSetup& setup, ThreadPool& pool,
                   const std::function<void(std::size_t first, std::vector<Line> lines)>& done,
                   const Check& check = {}) const;

private:
    struct Impl;
    std::unique_ptr<const Impl> m_impl;
};

} // namespace headlight
