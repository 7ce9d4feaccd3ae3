#include "text/pieces/model_file.h"

#include "core/error.h"
#include "text/pieces/message_fields.h"
#include "text/pieces/user_pieces.h"

#include <bit>
#include <cmath>

namespace headlight {

namespace {

/// Fields of the messages, by their numbers in the format.
enum ModelField : std::uint64_t { PiecesField = 1, TrainerField = 2, NormalizerField = 3, DenormalizerField = 5 };
enum PieceField : std::uint64_t { TextField = 1, ScoreField = 2, KindField = 3 };
enum TrainerFields : std::uint64_t { RuleField = 3, SpaceBehindField = 24, BytesField = 35 };
enum NormalizerFields : std::uint64_t { MapField = 2, DummySpaceField = 3, FewSpacesField = 4, MarkSpacesField = 5 };

/// A piece as its message has it.
struct ReadPiece {
    std::string text;
    float score = 0;
    std::uint64_t kind = std::uint64_t(PieceKind::Normal);
    std::size_t kindAt = 0;
};

ReadPiece readPiece(MessageFields fields, std::size_t begin) {
    ReadPiece piece;
    piece.kindAt = begin;
    while (const auto field = fields.next()) {
        if (field->number == TextField) {
            piece.text = fields.bytes(*field, "the text of a piece");
        } else if (field->number == ScoreField) {
            piece.score = fields.value(*field, "the score of a piece");
            if (!std::isfinite(piece.score))
                fields.fail(field->begin, "the score of the piece \"" + printable(piece.text, 40) +
                                              "\" is not finite; the file is damaged");
        } else if (field->number == KindField) {
            piece.kind = fields.whole(*field, "the type of a piece");
            piece.kindAt = field->begin;
        }
    }
    return piece;
}

void addPiece(SentencePieceModel& model, const MessageFields& fields, const MessageField& field) {
    const ReadPiece piece = readPiece(fields.within(field, "a piece"), field.begin);
    const int id = model.pieces.size();
    if (id == TokenTable::most)
        fields.fail(field.begin, "there are more than " + std::to_string(TokenTable::most) +
                                     " pieces; this is no vocabulary that Headlight reads");
    if (piece.kind < std::uint64_t(PieceKind::Normal) || piece.kind > std::uint64_t(PieceKind::Byte))
        fields.fail(piece.kindAt, "the piece \"" + printable(piece.text, 40) + "\" has the type " +
                                      std::to_string(piece.kind) + "; there are 1 to 6");
    if (piece.text.find('\0') != std::string::npos)
        fields.fail(field.begin, "piece " + std::to_string(id) + " has a zero in it; the file is damaged");
    if (const std::string problem = model.pieces.add(piece.text, id); !problem.empty())
        fields.fail(field.begin, "piece " + std::to_string(id) + ": " + problem);
    model.kinds.push_back(PieceKind(piece.kind));
    model.scores.push_back(piece.score);
}

void readTrainer(SentencePieceModel& model, MessageFields fields) {
    while (const auto field = fields.next()) {
        switch (field->number) {
        case RuleField: {
            const std::uint64_t rule = fields.whole(*field, "the type of the model");
            if (rule < std::uint64_t(PieceRule::Unigram) || rule > std::uint64_t(PieceRule::Characters))
                fields.fail(field->begin, "the model has the type " + std::to_string(rule) +
                                              "; there are 1 to 4 (unigram, BPE, words, characters)");
            model.rule = PieceRule(rule);
            break;
        }
        case SpaceBehindField:
            model.spaceBehind = fields.flag(*field, "treat_whitespace_as_suffix");
            break;
        case BytesField:
            model.bytes = fields.flag(*field, "byte_fallback");
            break;
        default:
            break;
        }
    }
}

void readMap(CharactersMap& map, const MessageFields& fields, const MessageField& field) {
    if (const std::string problem = map.read(fields.bytes(field, "the table of characters")); !problem.empty())
        fields.fail(field.begin,
                    "the table of characters (precompiled_charsmap): " + problem + "; the file is damaged");
}

void readNormalizer(SentencePieceModel& model, MessageFields fields) {
    while (const auto field = fields.next()) {
        switch (field->number) {
        case MapField:
            readMap(model.typed, fields, *field);
            break;
        case DummySpaceField:
            model.dummySpace = fields.flag(*field, "add_dummy_prefix");
            break;
        case FewSpacesField:
            model.fewSpaces = fields.flag(*field, "remove_extra_whitespaces");
            break;
        case MarkSpacesField:
            model.markSpaces = fields.flag(*field, "escape_whitespaces");
            break;
        default:
            break;
        }
    }
}

void readDenormalizer(SentencePieceModel& model, MessageFields fields) {
    while (const auto field = fields.next())
        if (field->number == MapField)
            readMap(model.written, fields, *field);
}

std::optional<int> byteOf(std::string_view piece) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    if (piece.size() != 6 || !piece.starts_with("<0x") || piece.back() != '>')
        return std::nullopt;
    const std::size_t high = digits.find(piece[3]), low = digits.find(piece[4]);
    if (high == std::string_view::npos || low == std::string_view::npos)
        return std::nullopt;
    return int(high * 16 + low);
}

void checkBytes(const SentencePieceModel& model, const std::string& where) {
    int found = 0; // different ones: no piece is there twice
    for (int id = 0; id < model.pieces.size(); ++id) {
        if (model.kinds[std::size_t(id)] != PieceKind::Byte)
            continue;
        const std::string shown = "the byte \"" + printable(model.pieces.token(id), 40) + '"';
        if (!byteOf(model.pieces.token(id)))
            throw Error(where + ": " + shown + " is none of <0x00> to <0xFF>; the file is damaged");
        if (!model.bytes)
            throw Error(where + ": " + shown + " is a piece, but byte_fallback is off; the file is damaged");
        ++found;
    }
    if (model.bytes && found != 256)
        throw Error(where + ": there are " + std::to_string(found) +
                    " pieces for bytes, but byte_fallback needs 256; the file is damaged");
}

void checkPieces(SentencePieceModel& model, const std::string& where) {
    if (model.pieces.size() == 0)
        throw Error(where + ": it has no pieces; is it a SentencePiece model?");
    int unknown = 0, cut = 0;
    for (std::size_t id = 0; id < model.kinds.size(); ++id) {
        const PieceKind kind = model.kinds[id];
        if (kind == PieceKind::Unknown) {
            model.unknown = int(id);
            ++unknown;
        }
        cut += kind == PieceKind::Normal || kind == PieceKind::UserDefined || kind == PieceKind::Unused;
    }
    if (unknown != 1)
        throw Error(where + ": " + std::to_string(unknown) +
                    " pieces stand for unknown text (type 2); there must be one");
    if (cut == 0)
        throw Error(where + ": all pieces are marks or bytes; a vocabulary needs others");
    checkBytes(model, where);
    if (const std::string problem = UserPieces(model).problem(); !problem.empty())
        throw Error(where + ": " + problem);
}

/// Writes messages of protocol buffers.
class MessageWriter {
public:
    void whole(std::uint64_t field, std::uint64_t value) {
        varint(field << 3);
        varint(value);
    }
    void value(std::uint64_t field, float value) {
        varint(field << 3 | 5);
        const auto bits = std::bit_cast<std::uint32_t>(value);
        for (int k = 0; k < 4; ++k)
            m_bytes += char(bits >> (8 * k) & 0xFF);
    }
    void bytes(std::uint64_t field, std::string_view content) {
        varint(field << 3 | 2);
        varint(content.size());
        m_bytes += content;
    }
    const std::string& written() const { return m_bytes; }

private:
    void varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7)
            m_bytes += char((value & 0x7F) | 0x80);
        m_bytes += char(value);
    }
    std::string m_bytes;
};

} // namespace

SentencePieceModel readPieceModel(std::string_view bytes, const std::string& where) {
    SentencePieceModel model;
    MessageFields fields(bytes, 0, where);
    while (const auto field = fields.next()) {
        switch (field->number) {
        case PiecesField:
            addPiece(model, fields, *field);
            break;
        case TrainerField:
            readTrainer(model, fields.within(*field, "trainer_spec"));
            break;
        case NormalizerField:
            readNormalizer(model, fields.within(*field, "normalizer_spec"));
            break;
        case DenormalizerField:
            readDenormalizer(model, fields.within(*field, "denormalizer_spec"));
            break;
        default:
            break;
        }
    }
    checkPieces(model, where);
    return model;
}

std::string libraryModel(const SentencePieceModel& model) {
    MessageWriter file;
    for (int id = 0; id < model.pieces.size(); ++id) {
        const PieceKind kind = model.kinds[std::size_t(id)];
        MessageWriter piece;
        // Of a mark that is one character, or a word, the library would say that it stands for none of the text.
        const bool isMark = kind == PieceKind::Control || kind == PieceKind::Unknown;
        piece.bytes(TextField, isMark ? "mark\u2581" + std::to_string(id) : model.pieces.token(id));
        piece.value(ScoreField, model.scores[std::size_t(id)]);
        piece.whole(KindField, std::uint64_t(kind));
        file.bytes(PiecesField, piece.written());
    }
    MessageWriter trainer, normalizer;
    trainer.whole(RuleField, std::uint64_t(model.rule));
    trainer.whole(SpaceBehindField, model.spaceBehind);
    trainer.whole(BytesField, model.bytes);
    file.bytes(TrainerField, trainer.written());
    for (const std::uint64_t field : {DummySpaceField, FewSpacesField, MarkSpacesField})
        normalizer.whole(field, 0);
    file.bytes(NormalizerField, normalizer.written());
    return file.written();
}

} // namespace headlight
