#include "models/weights/torch_file.h"

#include "core/error.h"
#include "models/weights/byte_source.h"
#include "models/weights/torch_archive.h"
#include "models/weights/torch_names.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace headlight {

namespace {

struct TorchTensor {
    TensorInfo info;
    std::vector<std::int64_t> strides; ///< in numbers
    std::uint64_t begin = 0;           ///< the first number's byte in the file
    bool inRows = true;                ///< the numbers lie one after the other, row-major
};

std::string torchSizes(const std::vector<std::int64_t>& sizes) {
    std::string text = "(";
    for (std::size_t i = 0; i < sizes.size(); ++i)
        text += (i > 0 ? ", " : "") + std::to_string(sizes[i]);
    return text + ")";
}

bool torchLiesInRows(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides) {
    std::int64_t expected = 1;
    for (std::size_t d = shape.size(); d-- > 0; expected *= shape[d])
        if (shape[d] != 1 && strides[d] != expected)
            return false;
    return true;
}

/// Checks a view of a storage: that it has no more numbers than the storage, and that all lie within.
class TorchView {
public:
    TorchView(const PickleTensor& told, const PickleStorage& storage, std::string place)
        : m_told(told), m_storage(storage), m_place(std::move(place)) {}

    TorchTensor checked(std::uint64_t storageBegin) const {
        const std::int64_t each = dtypeBytes(m_told.dtype);
        const std::int64_t stored = m_storage.elements * dtypeBytes(m_storage.dtype) / each;
        const std::int64_t count = countWithin(stored);
        const std::int64_t last = count > 0 ? lastPlace() : 0;
        if (count > 0 && last >= stored)
            fail("it reaches to number " + std::to_string(last) + " of the " + std::to_string(stored) +
                 " that are stored for it; the file is damaged, get it anew");
        TorchTensor tensor{{m_told.dtype, m_told.shape}, m_told.strides, storageBegin, true};
        if (count > 0) {
            tensor.begin += std::uint64_t(m_told.offset * each);
            tensor.inRows = torchLiesInRows(m_told.shape, m_told.strides);
        }
        return tensor;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw Error(m_place + what); }

    std::int64_t countWithin(std::int64_t stored) const {
        std::int64_t count = 1;
        bool tooMany = false;
        for (std::size_t d = 0; d < m_told.shape.size(); ++d) {
            if (m_told.shape[d] < 0)
                fail("its shape " + torchSizes(m_told.shape) + " has a negative size; the file is damaged");
            if (m_told.strides[d] < 0)
                fail("its strides " + torchSizes(m_told.strides) + " are negative, which PyTorch does not have");
        }
        if (m_told.offset < 0)
            fail("it begins at number " + std::to_string(m_told.offset) + "; the file is damaged, get it anew");
        if (std::find(m_told.shape.begin(), m_told.shape.end(), 0) != m_told.shape.end())
            return 0;
        for (const std::int64_t size : m_told.shape)
            tooMany = tooMany || __builtin_mul_overflow(count, size, &count) || count > stored;
        if (tooMany || count > stored)
            fail("its shape " + torchSizes(m_told.shape) + " has more numbers than the " + std::to_string(stored) +
                 " that are stored for it; if it was expanded, save it after .contiguous()");
        return count;
    }

    std::int64_t lastPlace() const {
        std::int64_t last = m_told.offset;
        for (std::size_t d = 0; d < m_told.shape.size(); ++d) {
            std::int64_t steps = 0;
            if (__builtin_mul_overflow(m_told.shape[d] - 1, m_told.strides[d], &steps) ||
                __builtin_add_overflow(last, steps, &last))
                fail("its strides " + torchSizes(m_told.strides) + " lead outside any file; the file is damaged");
        }
        return last;
    }

    const PickleTensor& m_told;
    const PickleStorage& m_storage;
    const std::string m_place; ///< begin of messages
};

/// Counts through a tensor's numbers row-major and says where each lies, in numbers from the first.
class TorchPlaces {
public:
    TorchPlaces(const TorchTensor& tensor, std::int64_t first)
        : m_shape(tensor.info.shape), m_strides(tensor.strides), m_index(m_shape.size()) {
        for (std::size_t d = m_shape.size(); d-- > 0; first /= m_shape[d]) {
            m_index[d] = first % m_shape[d];
            m_place += m_index[d] * m_strides[d];
        }
    }
    std::int64_t place() const { return m_place; }
    void next() {
        for (std::size_t d = m_shape.size(); d-- > 0;) {
            m_place += m_strides[d];
            if (++m_index[d] < m_shape[d])
                return;
            m_place -= m_strides[d] * m_shape[d];
            m_index[d] = 0;
        }
    }

private:
    const std::vector<std::int64_t>&m_shape, &m_strides;
    std::vector<std::int64_t> m_index;
    std::int64_t m_place = 0;
};

} // namespace

/// The bytes (in a file or in memory) and the checked tensors.
struct TorchFile::Impl {
    explicit Impl(ByteSource content) : bytes(std::move(content)) { readTensors(); }
    void readTensors();
    const TorchTensor& tensor(const std::string& name) const;
    void readRows(const TorchTensor& tensor, std::int64_t first, std::int64_t count, float* out) const;
    void readScattered(const TorchTensor& tensor, std::int64_t first, std::int64_t count, float* out) const;

    ByteSource bytes;
    std::vector<std::string> names, others;
    std::unordered_map<std::string, TorchTensor> tensors;
    std::size_t otherCount = 0;
};

void TorchFile::Impl::readTensors() {
    const TorchArchive archive = openTorchArchive(bytes);
    TorchNames found = torchNames(archive.object, bytes.file());
    others = std::move(found.others);
    otherCount = found.otherCount;
    if (found.tensors.empty())
        throw Error(bytes.file() + ": it holds no tensor; save the model's state_dict()");
    std::vector<std::pair<std::uint64_t, std::size_t>> order; // the first byte, the place in the file
    for (const auto& [name, value] : found.tensors) {
        const PickleTensor& told = archive.object.tensor(value);
        const TorchView view(told, archive.object.storages()[told.storage],
                             bytes.file() + ": tensor " + torchShown(name) + ": ");
        TorchTensor tensor = view.checked(archive.begins[told.storage]);
        order.emplace_back(tensor.begin, order.size());
        tensors.emplace(name, std::move(tensor));
    }
    std::sort(order.begin(), order.end());
    for (const auto& [begin, place] : order)
        names.push_back(std::move(found.tensors[place].first));
}

const TorchTensor& TorchFile::Impl::tensor(const std::string& name) const {
    const auto found = tensors.find(name);
    if (found == tensors.end())
        throw Error(bytes.file() + ": there is no tensor " + torchShown(name) + "." + suggestion(name, names));
    return found->second;
}

void TorchFile::Impl::readRows(const TorchTensor& tensor, std::int64_t first, std::int64_t count, float* out) const {
    constexpr std::int64_t most = 1 << 14; // at a time: their bytes stay in the processor's caches
    const auto each = std::uint64_t(dtypeBytes(tensor.info.dtype));
    for (const std::int64_t end = first + count; first < end; first += most) {
        const std::int64_t some = std::min(most, end - first);
        toFloats(tensor.info.dtype, bytes.read(tensor.begin + std::uint64_t(first) * each, std::uint64_t(some) * each),
                 out);
        out += some;
    }
}

/// Numbers with gaps between them or in another order: those that lie near each other are read at once, others one by
/// one.
void TorchFile::Impl::readScattered(const TorchTensor& tensor, std::int64_t first, std::int64_t count,
                                    float* out) const {
    constexpr std::int64_t near = 8; // times as many numbers
    constexpr std::int64_t little = 1 << 12;
    const auto each = std::size_t(dtypeBytes(tensor.info.dtype));
    std::int64_t lowest = std::numeric_limits<std::int64_t>::max(), highest = 0;
    TorchPlaces bounds(tensor, first);
    for (std::int64_t i = 0; i < count; ++i, bounds.next()) {
        lowest = std::min(lowest, bounds.place());
        highest = std::max(highest, bounds.place());
    }
    const std::int64_t span = highest - lowest + 1;
    const bool atOnce = span <= little || span / near <= count;
    const std::string part =
        atOnce ? bytes.read(tensor.begin + std::uint64_t(lowest) * each, std::uint64_t(span) * each) : std::string();
    std::string some;
    TorchPlaces places(tensor, first);
    for (std::int64_t done = 0; done < count; done += std::int64_t(some.size() / each)) {
        some.resize(std::size_t(std::min<std::int64_t>(1 << 14, count - done)) * each);
        for (std::size_t at = 0; at < some.size(); at += each, places.next())
            if (atOnce)
                std::memcpy(some.data() + at, part.data() + std::size_t(places.place() - lowest) * each, each);
            else
                bytes.read(tensor.begin + std::uint64_t(places.place()) * each, each, some.data() + at);
        toFloats(tensor.info.dtype, some, out + done);
    }
}

TorchFile::TorchFile(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
TorchFile::TorchFile(TorchFile&&) noexcept = default;
TorchFile& TorchFile::operator=(TorchFile&&) noexcept = default;
TorchFile::~TorchFile() = default;

TorchFile TorchFile::open(const std::filesystem::path& path) {
    return TorchFile(std::make_unique<Impl>(ByteSource(path)));
}

TorchFile TorchFile::fromBytes(std::string bytes, const std::string& shownName) {
    return TorchFile(std::make_unique<Impl>(ByteSource(std::move(bytes), shownName)));
}

const std::vector<std::string>& TorchFile::names() const {
    return m_impl->names;
}

bool TorchFile::contains(const std::string& name) const {
    return m_impl->tensors.contains(name);
}

const TensorInfo& TorchFile::info(const std::string& name) const {
    return m_impl->tensor(name).info;
}

void TorchFile::readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const {
    const TorchTensor& tensor = m_impl->tensor(name);
    const std::int64_t elements = tensor.info.elements();
    if (first < 0 || count < 0 || count > elements || first > elements - count)
        throw std::invalid_argument("TorchFile::readFloat: expected numbers within 0 … " + std::to_string(elements) +
                                    ", got " + std::to_string(first) + " + " + std::to_string(count));
    if (count == 0)
        return;
    if (tensor.inRows)
        m_impl->readRows(tensor, first, count, out);
    else
        m_impl->readScattered(tensor, first, count, out);
}

const char* TorchFile::mappedBytes(const std::string& name) const {
    const TorchTensor& tensor = m_impl->tensor(name);
    if (!tensor.inRows)
        return nullptr;
    return m_impl->bytes.mapped(tensor.begin,
                                std::uint64_t(tensor.info.elements()) * std::uint64_t(dtypeBytes(tensor.info.dtype)));
}

void TorchFile::refuseChanges() const {
    m_impl->bytes.refuseChanges();
}

const std::vector<std::string>& TorchFile::others() const {
    return m_impl->others;
}

std::size_t TorchFile::otherCount() const {
    return m_impl->otherCount;
}

} // namespace headlight
