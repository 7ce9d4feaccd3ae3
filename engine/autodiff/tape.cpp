#include "autodiff/tape.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {

Var Var::block(Index begin, Index count) const {
    if (begin < 0 || count < 0 || begin + count > m_rows)
        throw std::invalid_argument("Var::block: expected rows within 0 … " + std::to_string(m_rows) + ", got " +
                                    std::to_string(begin) + " + " + std::to_string(count));
    Var var = *this;
    var.m_row += begin;
    var.m_rows = count;
    return var;
}

Var Var::columns(Index begin, Index count) const {
    if (begin < 0 || count < 0 || begin + count > m_cols)
        throw std::invalid_argument("Var::columns: expected columns within 0 … " + std::to_string(m_cols) + ", got " +
                                    std::to_string(begin) + " + " + std::to_string(count));
    Var var = *this;
    var.m_column += begin;
    var.m_cols = count;
    return var;
}

bool Var::prepareGradient() const {
    if (m_node->gradient)
        return false;
    if (m_node->entry) {
        m_node->gradient = m_node->entry->dense.data();
        if (m_node->entry->touched)
            return false;
        m_node->entry->touched = true;
    } else {
        m_node->gradient = m_node->tape->takeBlock(m_node->rows * m_node->cols, m_node->ofAttention).memory;
    }
    if (whole())
        return true;
    MatrixMap(m_node->gradient, m_node->rows, m_node->cols).setZero();
    return false;
}

Strided Var::gradientToAddTo() const {
    if (prepareGradient())
        gradient().setZero();
    return gradient();
}

void Tape::reset() {
    m_steps.clear();
    m_held.clear();
    m_free.clear();
    m_arena.reset();
    m_attention = 0;
    m_ofAttention = false;
    m_latest = nullptr;
}

Var Tape::leaf(const Real* numbers, Index rows, Index cols) {
    Var::Node node;
    node.tape = this;
    node.value = const_cast<Real*>(numbers); // never written: no op writes to its inputs
    node.rows = rows;
    node.cols = cols;
    return Var(m_arena.emplace(node));
}

Var Tape::constant(const Matrix& matrix) {
    return leaf(matrix.data(), matrix.rows(), matrix.cols());
}

Var Tape::input(const Matrix& matrix) {
    Var var = constant(matrix);
    var.m_node->needsGradient = recording();
    return var;
}

Var Tape::parameter(const Parameter& parameter) {
    return leaf(parameter, parameter.matrix());
}

Var Tape::factor(const Parameter& parameter) {
    return leaf(parameter, parameter.factor());
}

Var Tape::leaf(const Parameter& parameter, const Factor& numbers) {
    m_latest = &parameter;
    Var var = leaf(numbers.data, numbers.rows, numbers.cols);
    var.m_node->byRows = numbers.rowStep != 1;
    var.m_node->coded = numbers.coded;
    if (m_gradients) {
        if (parameter.stored)
            throw std::invalid_argument("Tape::parameter: \"" + parameter.name +
                                        "\" is stored, so it can't be trained");
        var.m_node->needsGradient = true;
        var.m_node->entry = &(*m_gradients)[parameter.index];
    }
    return var;
}

Var Tape::make(Index rows, Index cols, bool needsGradient) {
    Var::Node node;
    node.tape = this;
    node.ofAttention = m_ofAttention;
    node.rows = rows;
    node.cols = cols;
    node.needsGradient = needsGradient && recording();
    node.ownsValue = true;
    Var::Node* const made = m_arena.emplace(node);
    made->value = hold(rows * cols, made);
    return Var(made);
}

MatrixMap Tape::keep(Index rows, Index cols) {
    return MatrixMap(hold(rows * cols, nullptr), rows, cols);
}

Real* Tape::hold(Index used, Var::Node* value) {
    const Block block = takeBlock(used, m_ofAttention);
    if (!recording())
        m_held.push_back({block, used, m_ofAttention, value});
    return block.memory;
}

void Tape::letGo(std::size_t begin, const Var& result) {
    std::size_t end = begin;
    for (std::size_t place = begin; place < m_held.size(); ++place) {
        const Held held = m_held[place];
        if (held.value && held.value == result.m_node) {
            m_held[end++] = held;
            continue;
        }
        giveBlock(held.block, held.used, held.ofAttention);
        if (held.value)
            held.value->value = nullptr;
    }
    m_held.resize(std::min(end, m_held.size()));
}

const Parameter* Tape::firstNotFinite() const {
    for (const Step& step : m_steps)
        if (!MatrixMap(step.result->value, step.result->rows, step.result->cols).allFinite())
            return step.parameter;
    return nullptr;
}

void Tape::backward(Var loss) {
    if (loss.rows() != 1 || loss.cols() != 1)
        throw std::invalid_argument("Tape::backward: expected a 1 × 1 loss, got " + std::to_string(loss.rows()) +
                                    " × " + std::to_string(loss.cols()));
    loss.addGradient(Matrix::Ones(1, 1));
    while (!m_steps.empty()) {
        const Step step = m_steps.back();
        m_steps.pop_back();
        Var::Node& node = *step.result;
        --node.steps;
        if (!node.gradient)
            continue;
        check();
        m_ofAttention = step.ofAttention;
        step.run(step.callable);
        m_ofAttention = false;
        if (node.steps > 0) // several steps filled parts of one result, the heads of a concatenation
            continue;
        const Index size = node.rows * node.cols;
        giveBlock({node.gradient, size}, size, node.ofAttention);
        node.gradient = nullptr;
        if (node.ownsValue)
            giveBlock({node.value, size}, size, node.ofAttention);
    }
}

void Tape::forEach(Index pieces, const std::function<void(Index)>& work) {
    const auto one = [&](Index piece) {
        check();
        work(piece);
    };
    if (m_pool)
        m_pool->forEach(int(pieces), one);
    else
        for (Index piece = 0; piece < pieces; ++piece)
            one(piece);
}

Tape::Block Tape::takeBlock(Index used, bool ofAttention) {
    check();
    const std::lock_guard lock(m_mutex);
    if (ofAttention)
        m_attention += std::size_t(used) * sizeof(Real);
    // The smallest that fits, unless that would waste more than half of it.
    auto best = m_free.end();
    for (auto block = m_free.begin(); block != m_free.end(); ++block)
        if (block->size >= used && block->size <= 2 * used && (best == m_free.end() || block->size < best->size))
            best = block;
    if (best == m_free.end()) {
        const std::size_t peak = m_arena.peakBytes();
        Real* memory = m_arena.allocate<Real>(used);
        if (m_arena.peakBytes() > peak)
            m_attentionAtPeak = m_attention;
        return {memory, used};
    }
    const Block block = *best;
    *best = m_free.back();
    m_free.pop_back();
    return block;
}

void Tape::giveBlock(Block block, Index used, bool ofAttention) {
    const std::lock_guard lock(m_mutex);
    m_free.push_back(block);
    if (ofAttention)
        m_attention -= std::size_t(used) * sizeof(Real);
}

} // namespace headlight
