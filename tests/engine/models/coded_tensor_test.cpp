#include "models/coded_tensor.h"

#include "models/weights/ggml_blocks.h"

#include <QtTest>

using namespace headlight;

namespace {

constexpr Index lines = 3, length = 512;

/// Bytes of `lines` lines, drawn, but with scales that are numbers: no half has all bits of its exponent.
std::string drawnBytes(Dtype dtype) {
    const DtypeBlock block = dtypeBlock(dtype);
    std::string bytes(std::size_t(lines * length / block.numbers * block.bytes), '\0');
    std::uint32_t state = 1;
    for (char& byte : bytes) {
        state = state * 1664525 + 1013904223;
        byte = char(state >> 24 & 0xbb);
    }
    return bytes;
}

std::vector<float> all(Dtype dtype, const std::string& bytes) {
    std::vector<float> numbers(std::size_t(lines * length));
    const DtypeBlock block = dtypeBlock(dtype);
    if (block.numbers == 1)
        toFloats(dtype, bytes, numbers.data());
    else
        dequantise(dtype, bytes.data(), lines * length / block.numbers, numbers.data());
    return numbers;
}

} // namespace

class CodedTensorTest : public QObject {
    Q_OBJECT
private slots:
    void anyPartHasTheNumbersOfTheWhole_data() {
        QTest::addColumn<int>("dtype");
        for (const Dtype dtype : {Dtype::F16, Dtype::BF16, Dtype::Q8_0, Dtype::Q4_0, Dtype::Q4_K, Dtype::Q6_K})
            QTest::addRow("%s", dtypeName(dtype).c_str()) << int(dtype);
    }
    void anyPartHasTheNumbersOfTheWhole() {
        QFETCH(int, dtype);
        const std::string bytes = drawnBytes(Dtype(dtype));
        const std::vector<float> expected = all(Dtype(dtype), bytes);
        QVERIFY(CodedTensor::has(Dtype(dtype), length));
        const CodedTensor tensor(bytes.data(), Dtype(dtype), length);
        for (Index line = 0; line < lines; ++line)
            for (const auto& [first, count] :
                 {std::pair<Index, Index>{0, length}, {0, 1}, {31, 2}, {5, 300}, {256, 256}, {511, 1}}) {
                Vector numbers(count);
                tensor.decode(line, first, count, numbers.data());
                for (Index k = 0; k < count; ++k)
                    QCOMPARE(float(numbers[k]), expected[std::size_t(line * length + first + k)]);
            }
    }

    void onlyNarrowTypesAndWholeBlocksAreDecoded() {
        QVERIFY(!CodedTensor::has(Dtype::F32, 64));
        QVERIFY(!CodedTensor::has(Dtype::I8, 64));
        QVERIFY(!CodedTensor::has(Dtype::Unread, 64));
        QVERIFY(CodedTensor::has(Dtype::BF16, 3));
        QVERIFY(CodedTensor::has(Dtype::Q8_0, 96));
        QVERIFY(!CodedTensor::has(Dtype::Q8_0, 100));
        QVERIFY(!CodedTensor::has(Dtype::Q4_K, 96));
    }
};

QTEST_GUILESS_MAIN(CodedTensorTest)
#include "coded_tensor_test.moc"
