#include "core/hash.h"

#include <QtTest>

using namespace headlight;

/// Values of the definitions: files and stores hold what these gave.
class HashTest : public QObject {
    Q_OBJECT

private slots:
    void fnv1a() {
        QCOMPARE(Fnv1a().value(), std::uint64_t(0xcbf29ce484222325u));
        Fnv1a hash;
        hash.add("foo");
        hash.add("bar");
        QCOMPARE(hash.value(), std::uint64_t(0x85944171f73967e8u));
        hash.add(0xFF);
        QVERIFY(hash.value() != std::uint64_t(0x85944171f73967e8u));
    }

    void crc32() {
        QCOMPARE(crc32Of(""), 0u);
        QCOMPARE(crc32Of("123456789"), 0xCBF43926u);
    }
};

QTEST_GUILESS_MAIN(HashTest)
#include "hash_test.moc"
