#include "core/npz.h"
#include "message_of.h"
#include "models/safetensors.h"
#include "models/weights/ggml_blocks.h"
#include "models/weights/gguf_file.h"

#include <QtTest>
#include <cmath>
#include <cstring>

using namespace headlight;

namespace {

const std::string goldens = HEADLIGHT_SOURCE_DIR "/tests/golden/weights/";

bool sameBits(const float* a, const float* b, std::size_t count) {
    return std::memcmp(a, b, count * sizeof(float)) == 0;
}

/// Half precision: 0x3c00 is 1, 0x4000 is 2, 0xb800 is -0.5.
std::string half(std::uint16_t bits) {
    return std::string(reinterpret_cast<const char*>(&bits), 2);
}

} // namespace

class GgmlBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void namesAndSizesOfTypes() {
        const Dtype all[] = {Dtype::F64, Dtype::F32, Dtype::F16,  Dtype::BF16, Dtype::I64,  Dtype::I32,  Dtype::I16,
                             Dtype::I8,  Dtype::U8,  Dtype::Bool, Dtype::Q8_0, Dtype::Q4_0, Dtype::Q4_K, Dtype::Q6_K};
        for (const Dtype dtype : all) {
            QCOMPARE(dtypeOf(dtypeName(dtype)), std::optional(dtype));
            if (dtypeBlock(dtype).numbers == 1)
                QCOMPARE(dtypeBlock(dtype).bytes, std::int64_t(dtypeBytes(dtype)));
            else
                QVERIFY_THROWS_EXCEPTION(std::invalid_argument, dtypeBytes(dtype));
        }
        QCOMPARE(dtypeName(Dtype::Q4_K), std::string("Q4_K"));
        QCOMPARE(dtypeBytes(Dtype::BF16), 2);
        QCOMPARE(dtypeBlock(Dtype::Q8_0).bytes, std::int64_t(34));
        QCOMPARE(dtypeBlock(Dtype::Q4_0).bytes, std::int64_t(18));
        QCOMPARE(dtypeBlock(Dtype::Q4_K).bytes, std::int64_t(144));
        QCOMPARE(dtypeBlock(Dtype::Q6_K).bytes, std::int64_t(210));
        QVERIFY(!dtypeOf(dtypeName(Dtype::Unread)) && !dtypeOf("Q5_K") && !dtypeOf(""));
        QCOMPARE(dtypeBlock(Dtype::Unread).numbers, std::int64_t(0));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, dtypeBytes(Dtype::Unread));
        float number = 0;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, toFloats(Dtype::Q8_0, std::string(34, '\0'), &number));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, dequantise(Dtype::F32, "abcd", 1, &number));
    }

    void safetensorsHasNoBlocks() {
        const std::string header = R"({"w":{"dtype":"Q8_0","shape":[32],"data_offsets":[0,34]}})";
        const std::uint64_t length = header.size();
        const std::string start(reinterpret_cast<const char*>(&length), 8);
        QCOMPARE(
            messageOf([&] { SafetensorsFile::fromBytes(start + header + std::string(34, '\0'), "m.safetensors"); }),
            QString("m.safetensors: tensor \"w\": the number type \"Q8_0\" is not supported; convert the tensor to F32 "
                    "or F16"));
    }

    void typesOfGgml() {
        QCOMPARE(ggmlType(12).name, std::string("Q4_K"));
        QVERIFY(ggmlType(12).dtype == Dtype::Q4_K && ggmlType(12).isKnown);
        QCOMPARE(ggmlType(13).name, std::string("Q5_K"));
        QVERIFY(ggmlType(13).dtype == Dtype::Unread && ggmlType(13).block.bytes == 176);
        for (const std::uint32_t removed : {4u, 5u, 31u, 33u, 36u, 38u, 1000u, ~0u})
            QVERIFY(!ggmlType(removed).isKnown && ggmlType(removed).dtype == Dtype::Unread);
        QCOMPARE(ggmlType(~0u).name, std::string("type 4294967295"));
        QCOMPARE(readGgmlTypes(), std::string("F32, F16, Q4_0, Q8_0, Q4_K, Q6_K, I8, I16, I32, I64, F64 or BF16"));
    }

    void blocksByHand() {
        float numbers[256];
        std::string bytes = half(0xb800);
        for (int i = 0; i < 32; ++i)
            bytes += char(8 * i - 128);
        dequantise(Dtype::Q8_0, bytes.data(), 1, numbers);
        for (int i = 0; i < 32; ++i)
            QCOMPARE(numbers[i], -0.5f * float(8 * i - 128));

        bytes = half(0x4000);
        for (int i = 0; i < 16; ++i)
            bytes += char(i << 4 | (15 - i));
        dequantise(Dtype::Q4_0, bytes.data(), 1, numbers);
        for (int i = 0; i < 16; ++i) {
            QCOMPARE(numbers[i], 2.0f * float(7 - i));
            QCOMPARE(numbers[16 + i], 2.0f * float(i - 8));
        }

        // The scales 1 2 3 4 33 34 35 36 and the offsets 5 6 7 8 49 50 51 52.
        bytes = half(0x3c00) + half(0x4000);
        for (const int byte : {0x81, 0x82, 0x83, 0x84, 0xc5, 0xc6, 0xc7, 0xc8, 0x11, 0x22, 0x33, 0x44})
            bytes += char(byte);
        bytes += std::string(32, '\x21') + std::string(32, '\x43') + std::string(32, '\x65') + std::string(32, '\x87');
        dequantise(Dtype::Q4_K, bytes.data(), 1, numbers);
        const int scales[] = {1, 2, 3, 4, 33, 34, 35, 36}, offsets[] = {5, 6, 7, 8, 49, 50, 51, 52};
        for (int i = 0; i < 256; ++i)
            QCOMPARE(numbers[i], float(scales[i / 32] * (i / 32 + 1) - 2 * offsets[i / 32]));

        // Lower halves 1 and 2 in the first half of the block, 3 and 4 in the second; upper bits 0 1 2 3; scales -8
        // to 7.
        bytes = std::string(64, '\x21') + std::string(64, '\x43') + std::string(64, '\xe4');
        for (int i = 0; i < 16; ++i)
            bytes += char(i - 8);
        bytes += half(0x3c00);
        dequantise(Dtype::Q6_K, bytes.data(), 1, numbers);
        for (int i = 0; i < 256; ++i) {
            const int low = 1 + 2 * (i / 128) + i / 64 % 2, high = i / 32 % 4;
            QCOMPARE(numbers[i], float((i / 16 - 8) * (low + 16 * high - 32)));
        }
    }

    /// Of random blocks, by another implementation (see make_ggml_blocks.py); bit by bit.
    void goldenNumbers() {
        const auto file = GgufFile::open(goldens + "ggml_blocks.gguf");
        const std::map<std::string, NpzArray> expected = readNpz(goldens + "ggml_blocks.npz");
        QCOMPARE(file.names().size(), expected.size() + 1); // and the one that is not read
        QCOMPARE(expected.size(), std::size_t(13));
        for (const auto& [name, array] : expected) {
            QCOMPARE(file.info(name).shape, array.shape);
            const std::vector<float> numbers = file.readFloat(name);
            QCOMPARE(numbers.size(), array.values.size());
            QVERIFY2(sameBits(numbers.data(), array.values.data(), numbers.size()), name.c_str());
        }
        QVERIFY(file.info("q5_k").dtype == Dtype::Unread);
        QCOMPARE(file.info("q5_k").shape, (std::vector<std::int64_t>{1, 256}));
        QCOMPARE(file.typeName("q5_k"), std::string("Q5_K"));
        QCOMPARE(messageOf([&] { file.readFloat("q5_k"); }),
                 QString::fromStdString(goldens +
                                        "ggml_blocks.gguf: tensor \"q5_k\": its numbers are of ggml's Q5_K, which is "
                                        "not read; get the model with " +
                                        readGgmlTypes() + ", or convert it"));
    }

    void anyPartIsRead() {
        const auto file = GgufFile::open(goldens + "ggml_blocks.gguf");
        for (const char* name : {"q8_0", "q4_0", "q4_k", "q6_k", "f16", "f32"}) {
            const std::vector<float> all = file.readFloat(name);
            const auto size = std::int64_t(all.size());
            const std::int64_t step = size > 200 ? 13 : 1;
            for (std::int64_t first = 0; first <= size; first += step)
                for (std::int64_t count = 0; count <= size - first; count += step) {
                    std::vector<float> part(std::size_t(count) + 1, 77);
                    file.readFloat(name, first, count, part.data());
                    QVERIFY(sameBits(part.data(), all.data() + first, std::size_t(count)));
                    QCOMPARE(part.back(), 77.0f);
                }
            float number = 0;
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument, file.readFloat(name, size, 1, &number));
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument, file.readFloat(name, -1, 1, &number));
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument, file.readFloat(name, 0, -1, &number));
        }
    }
};

QTEST_GUILESS_MAIN(GgmlBlocksTest)
#include "ggml_blocks_test.moc"
