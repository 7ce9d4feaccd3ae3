#include "models/given/inflated.h"

#include "core/error.h"

#include <algorithm>
#include <vector>
#include <zlib.h>

namespace headlight {

namespace {

constexpr std::uint64_t inflatePiece = 1 << 18;  ///< bytes that are read, or unpacked, at a time
constexpr std::uint64_t inflateMostRatio = 1032; ///< a byte for 1,032 is the most that deflate can do

[[noreturn]] void failInflate(const std::string& where, const std::string& what) {
    throw Error(where + " " + what + "; the file is damaged or was made to deceive, get it anew");
}

/// zlib's state, and its end.
class InflateStream {
public:
    explicit InflateStream(const std::string& where) {
        if (inflateInit2(&m_stream, -MAX_WBITS) != Z_OK) // without a header of its own, as zip has it
            throw Error(where + " can't be unpacked: there is no memory left");
    }
    ~InflateStream() { inflateEnd(&m_stream); }
    InflateStream(const InflateStream&) = delete;
    InflateStream& operator=(const InflateStream&) = delete;

    void give(std::string& packed) {
        m_stream.next_in = reinterpret_cast<Bytef*>(packed.data());
        m_stream.avail_in = uInt(packed.size());
    }
    bool wants() const { return m_stream.avail_in == 0; }
    /// Appends at most one piece. False at the end of the content.
    bool step(std::string& content, const std::string& where) {
        m_stream.next_out = reinterpret_cast<Bytef*>(m_piece.data());
        m_stream.avail_out = uInt(m_piece.size());
        const int result = ::inflate(&m_stream, Z_NO_FLUSH);
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            failInflate(where, "can't be unpacked");
        content.append(m_piece.data(), m_piece.size() - m_stream.avail_out);
        return result != Z_STREAM_END;
    }

private:
    z_stream m_stream{};
    std::vector<char> m_piece = std::vector<char>(inflatePiece);
};

} // namespace

std::string inflated(const ByteSource& bytes, const ZipEntry& entry, const std::string& where) {
    if (entry.unpacked / inflateMostRatio > entry.size)
        failInflate(where, "is said to be longer than it can be");
    InflateStream stream(where);
    std::string content, packed;
    content.reserve(std::size_t(entry.unpacked)); // which takes no memory before it is written to
    std::uint64_t taken = 0;
    for (bool goesOn = true; goesOn;) {
        if (stream.wants()) {
            if (taken == entry.size)
                failInflate(where, "is cut off");
            packed = bytes.read(entry.begin + taken, std::min(inflatePiece, entry.size - taken));
            taken += packed.size();
            stream.give(packed);
        }
        goesOn = stream.step(content, where);
        if (content.size() > entry.unpacked)
            failInflate(where, "is longer than the directory says");
    }
    if (content.size() != entry.unpacked || taken != entry.size || !stream.wants())
        failInflate(where, "has another length than the directory says");
    const auto sum = ::crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size());
    if (sum != entry.checksum)
        failInflate(where, "has another checksum than the directory says");
    return content;
}

void checkStored(const ByteSource& bytes, const ZipEntry& entry, const std::string& where) {
    uLong sum = 0;
    std::vector<char> piece;
    for (std::uint64_t at = 0; at < entry.size; at += piece.size()) {
        piece.resize(std::size_t(std::min(inflatePiece, entry.size - at)));
        bytes.read(entry.begin + at, piece.size(), piece.data());
        sum = ::crc32_z(sum, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
    }
    if (sum != entry.checksum)
        failInflate(where, "has another checksum than the directory says");
}

} // namespace headlight
