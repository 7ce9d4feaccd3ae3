#include "analysis/step_bench.h"

#include "core/product.h"
#include "data/batching.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <span>
#include <stdexcept>

namespace headlight {

namespace {

constexpr std::size_t shards = 2; // as many as in training
constexpr double rate = 1e-3;

/// Σ y² / count.
Var meanOfSquares(Var y, Real count) {
    Var loss = y.tape().make(1, 1, true);
    loss.value()(0, 0) = y.value().squaredNorm() / count;
    y.tape().record(loss, [y, loss, count] { y.addGradient(y.value() * (2 / count * loss.gradient()(0, 0))); });
    return loss;
}

std::size_t bytesOf(const Matrix& matrix) {
    return std::size_t(matrix.size()) * sizeof(Real);
}

std::unique_ptr<Encoder> encoderOf(const StepSpec& spec, Parameters& parameters) {
    return encoderRow(spec.encoder).make(*spec.config, Builder(parameters, 1), spec.features, 1);
}

std::size_t shardsOf(const StepSpec& spec) {
    return spec.sequences == Sequences::Single ? 1 : std::min(shards, spec.lengths.size());
}

TrainOptions trainingOf(const StepSpec& spec) {
    TrainOptions options;
    options.optimizer = spec.optimizer;
    options.momentum = 0;
    return options;
}

} // namespace

/// What one thread works on, piece after piece: some sequences of the batch.
struct StepBench::Shard {
    struct Piece {
        Layout layout;
        Matrix x;
    };
    std::vector<Piece> pieces;
    Gradients* gradients;
    Tape tape;
    std::uint64_t multiplyAdds = 0;

    explicit Shard(Gradients* own) : gradients(own), tape(own) {}

    void run(const Encoder& encoder, Index tokens, RandomKey stream) {
        const std::uint64_t before = headlight::multiplyAdds();
        if (gradients)
            gradients->clear();
        for (const Piece& piece : pieces) {
            tape.reset();
            Context context(tape, piece.layout);
            if (!gradients) {
                encoder.forward(context, tape.constant(piece.x));
                continue;
            }
            context.train(stream);
            const Var y = encoder.forward(context, tape.input(piece.x));
            tape.backward(meanOfSquares(y, Real(y.rows() * tokens)));
        }
        multiplyAdds = headlight::multiplyAdds() - before;
    }

    /// Input of random numbers.
    void fill(std::span<const Index> lengths, std::size_t firstId, Sequences sequences, Index features, RandomKey key) {
        pieces.clear();
        const auto isFull = [&](const Layout& piece, Index length) {
            return sequences == Sequences::Single ||
                   (sequences == Sequences::Pieces && piece.tokens() + length > pieceTokens);
        };
        for (const Index length : lengths) {
            if (pieces.empty() || isFull(pieces.back().layout, length))
                pieces.emplace_back();
            pieces.back().layout.add(length, firstId++);
        }
        Random random(key);
        for (Piece& piece : pieces) {
            piece.x.resize(features, piece.layout.tokens());
            for (Index k = 0; k < piece.x.size(); ++k)
                piece.x.data()[k] = Real(random.normal());
        }
    }
};

StepMemory memoryOfParameters(const StepSpec& spec) {
    Parameters parameters = Parameters::onlyCounted();
    encoderOf(spec, parameters);
    StepMemory memory;
    memory.parameters = std::size_t(parameters.count()) * sizeof(Real);
    if (spec.training) {
        memory.gradients = memory.parameters * shardsOf(spec);
        memory.optimizer = memory.parameters * Optimizer::arraysOf(trainingOf(spec));
    }
    return memory;
}

StepBench::StepBench(const StepSpec& spec, ThreadPool& pool)
    : m_training(spec.training), m_sequences(spec.sequences), m_features(spec.features), m_pool(pool),
      m_encoder(encoderOf(spec, m_parameters)) {
    const std::size_t count = shardsOf(spec);
    if (m_training) {
        m_optimizer = std::make_unique<Optimizer>(m_parameters, trainingOf(spec));
        m_gradients.assign(count, Gradients(m_parameters));
    }
    for (std::size_t s = 0; s < count; ++s)
        m_shards.push_back(std::make_unique<Shard>(m_training ? &m_gradients[s] : nullptr));
    for (const auto& shard : m_shards)
        shard->tape.checkBy(spec.check);
    if (count == 1)
        m_shards.front()->tape.spreadOver(&pool);
    setBatch(spec.lengths);
}

void StepBench::setBatch(const std::vector<Index>& lengths) {
    if (lengths.empty() || lengths.size() < m_shards.size())
        throw std::invalid_argument("StepBench: expected a sequence for each of the " + std::to_string(shards) +
                                    " shards, got " + std::to_string(lengths.size()));
    m_tokens = std::accumulate(lengths.begin(), lengths.end(), Index(0));
    for (std::size_t s = 0; s < m_shards.size(); ++s) {
        const std::size_t first = lengths.size() * s / m_shards.size(),
                          end = lengths.size() * (s + 1) / m_shards.size();
        m_shards[s]->fill(std::span(lengths).subspan(first, end - first), first, m_sequences, m_features,
                          RandomKey(1).with(s));
    }
}

StepBench::~StepBench() = default;

double StepBench::step() {
    const auto start = std::chrono::steady_clock::now();
    const RandomKey stream = RandomKey(1).with(m_steps++);
    m_pool.forEach(int(m_shards.size()), [&](int s) { m_shards[std::size_t(s)]->run(*m_encoder, m_tokens, stream); });
    if (m_training) {
        sumShards(m_gradients, m_parameters, 0, m_pool);
        m_optimizer->update(m_parameters, m_gradients.front(), rate, 1, m_pool);
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Index StepBench::sequencesAtOnce() const {
    Index sum = 0;
    for (const auto& shard : m_shards) {
        Index most = 0;
        for (const Shard::Piece& piece : shard->pieces)
            most = std::max(most, piece.layout.sequences());
        sum += most;
    }
    return sum;
}

double StepBench::multiplyAdds() const {
    double sum = 0;
    for (const auto& shard : m_shards)
        sum += double(shard->multiplyAdds);
    return sum;
}

StepMemory StepBench::memory() {
    StepMemory memory;
    memory.parameters = std::size_t(m_parameters.count()) * sizeof(Real);
    memory.gradients = memory.parameters * m_gradients.size();
    if (m_optimizer)
        for (const auto& arrays : m_optimizer->state())
            for (const Matrix& array : arrays)
                memory.optimizer += bytesOf(array);
    for (const auto& shard : m_shards) {
        memory.attention += shard->tape.attentionBytesAtPeak();
        memory.activations += shard->tape.peakBytes() - shard->tape.attentionBytesAtPeak();
        for (const Shard::Piece& piece : shard->pieces)
            memory.activations += bytesOf(piece.x);
    }
    return memory;
}

} // namespace headlight
