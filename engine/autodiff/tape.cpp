#include "autodiff/tape.h"

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
        m_node->gradient = m_node->tape->takeBlock(m_node->rows * m_node->cols, m_node->ofAttention);
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
    m_free.clear();
    m_arena.reset();
    m_attention = 0;
    m_ofAttention = false;
}

Var Tape::constant(const Matrix& matrix) {
    Var::Node node;
    node.tape = this;
    node.value = const_cast<Real*>(matrix.data()); // never written: no op writes to its inputs
    node.rows = matrix.rows();
    node.cols = matrix.cols();
    return Var(m_arena.emplace(node));
}

Var Tape::input(const Matrix& matrix) {
    Var var = constant(matrix);
    var.m_node->needsGradient = recording();
    return var;
}

Var Tape::parameter(const Parameter& parameter) {
    Var var = constant(parameter.value);
    if (m_gradients) {
        var.m_node->needsGradient = true;
        var.m_node->entry = &(*m_gradients)[parameter.index];
    }
    return var;
}

Var Tape::make(Index rows, Index cols, bool needsGradient) {
    Var::Node node;
    node.tape = this;
    node.ofAttention = m_ofAttention;
    node.value = takeBlock(rows * cols, m_ofAttention);
    node.rows = rows;
    node.cols = cols;
    node.needsGradient = needsGradient && recording();
    node.ownsValue = true;
    return Var(m_arena.emplace(node));
}

MatrixMap Tape::keep(Index rows, Index cols) {
    return MatrixMap(takeBlock(rows * cols, m_ofAttention), rows, cols);
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
        m_ofAttention = step.ofAttention;
        step.run(step.callable);
        m_ofAttention = false;
        if (node.steps > 0) // several steps filled parts of one result, the heads of a concatenation
            continue;
        giveBlock(node.gradient, node.rows * node.cols, node.ofAttention);
        node.gradient = nullptr;
        if (node.ownsValue)
            giveBlock(node.value, node.rows * node.cols, node.ofAttention);
    }
}

Real* Tape::takeBlock(Index size, bool ofAttention) {
    if (ofAttention)
        m_attention += std::size_t(size) * sizeof(Real);
    // The smallest that fits, unless that would waste more than half of it.
    auto best = m_free.end();
    for (auto block = m_free.begin(); block != m_free.end(); ++block)
        if (block->size >= size && block->size <= 2 * size && (best == m_free.end() || block->size < best->size))
            best = block;
    if (best == m_free.end()) {
        const std::size_t peak = m_arena.peakBytes();
        Real* memory = m_arena.allocate<Real>(size);
        if (m_arena.peakBytes() > peak)
            m_attentionAtPeak = m_attention;
        return memory;
    }
    Real* memory = best->memory;
    *best = m_free.back();
    m_free.pop_back();
    return memory;
}

void Tape::giveBlock(Real* memory, Index size, bool ofAttention) {
    m_free.push_back({memory, size});
    if (ofAttention)
        m_attention -= std::size_t(size) * sizeof(Real);
}

} // namespace headlight
