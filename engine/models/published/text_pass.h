#pragma once

#include "core/thread_pool.h"
#include "models/map_guard.h"
#include "models/model.h"
#include "models/published/network.h"

#include <functional>

namespace headlight {

/// One pass of a network over what it reads, with the user's changes. Its result lives as long.
class TextPass {
public:
    /// `trace`, where there is one, gets what maps are made of; `tell` is told each layer's result meanwhile. Error
    /// where a layer's numbers are none, or a file of weights became shorter meanwhile.
    TextPass(const PublishedNetwork& network, const Sequence& sequence, const Intervention& changes,
             const RunControl& control, Trace* trace = nullptr, const PublishedNetwork::TellLayer& tell = {});
    /// The same over an image.
    TextPass(const PublishedNetwork& network, const PatchInput& image, const Intervention& changes,
             const RunControl& control, Trace* trace = nullptr);
    TextPass(const TextPass&) = delete;
    TextPass& operator=(const TextPass&) = delete;

    /// The network's decoder reads the second sequence; result() is its own then. Error as above.
    void decode(const Sequence& sequence, const Intervention& changes, Trace* trace = nullptr);

    Context& context() { return m_context; }
    const PublishedStack::Result& result() const { return m_result; }

    /// The scores of the whole vocabulary for columns of a layer's result [width × any], one after the other: those of
    /// all together may not fit into memory. Error where they are no numbers.
    using UseScores = std::function<void(Index column, const Eigen::Ref<const Vector>& scores)>;
    void eachScores(const Eigen::Ref<const Matrix>& layer, const UseScores& use);

private:
    TextPass(const PublishedNetwork& network, Index tokens, const Intervention& changes, const RunControl& control,
             Trace* trace);
    /// Checks what each layer makes, then tells it.
    PublishedNetwork::TellLayer checks(const PublishedNetwork::TellLayer& tell = {}) const;
    const PublishedNetwork& m_network;
    RunControl m_control;
    Layout m_layout;
    ThreadPool m_pool;
    Tape m_tape;
    Context m_context;
    PublishedStack::Result m_result;
    std::uint64_t m_losses = MapGuard::losses(); ///< before it
};

/// Error where weights are so large that their products are no numbers any more.
void checkFinite(const Eigen::Ref<const Matrix>& numbers, const std::string& what);

} // namespace headlight
