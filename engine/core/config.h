#pragma once

#include "core/choice.h"
#include "core/error.h"

#include <concepts>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// What a form, the command line and a help page need to know of one option.
struct OptionRow {
    enum class Type { Integer, Number, Flag, Choice, Text };
    std::string name;  ///< in files and on the command line
    std::string label; ///< for people: short English, of its own among the options of one form
    Type type = Type::Text;
    std::string defaultValue;
    double low = 0;                   ///< Integer and Number only
    double high = 0;                  ///< Integer and Number only
    std::vector<std::string> choices; ///< Choice only
    std::string help;
    std::string group;                          ///< heading in a form; may be empty
    std::string need = {};                      ///< the option without which this one does nothing; may be empty
    std::vector<std::string> neededValues = {}; ///< of that option: one of them; empty: any but unusedValues
    std::vector<std::string> unusedValues = {}; ///< of that option: none of them
    bool isMain = false;                        ///< one of the few that matter first; a form folds the others
    std::vector<std::string> choiceLabels = {}; ///< Choice only: of each of `choices`, for people
    std::string zeroLabel = {};                 ///< for people: what 0, or of a text nothing, stands for; may be empty

    bool isUnusedBeside(const std::string& needed) const; ///< does nothing while `need` has that value
    std::string typeName() const;                         ///< "integer", "number", "flag", "choice" or "text"
    std::string labelOf(const std::string& value) const;  ///< of a choice its label, of 0 its word; else as it is
    std::string range() const;                            ///< "1 … 64", "a | b | c", "true | false" or "text"
};

/// A set of named options seen without its type: what registries, forms, `--set key=value` and config.json work on.
///
///     auto config = registry::encoder("mtsa").makeConfig();
///     config->set("heads", "4");      // Error "heads: expected 1 … 64, got "x""
///     config->toJson();               // {"heads": 4, …}
class Config {
public:
    virtual ~Config() = default;

    virtual std::vector<OptionRow> rows() const = 0;
    virtual std::string get(const std::string& name) const = 0;
    /// Error with the range on a bad value, with the nearest name on an unknown option; unchanged then.
    virtual void set(const std::string& name, const std::string& value) = 0;
    virtual std::unique_ptr<Config> clone() const = 0;

    nlohmann::ordered_json toJson() const;
    /// Options absent from the document keep their value; an unknown one is an Error that starts with `where`.
    /// Nothing is changed when anything is wrong.
    void fromJson(const nlohmann::ordered_json& document, const std::string& where);
};

/// The one table of a plain struct's options: name, label, member, range, help. The default is the member's initial
/// value.
///
///     struct Options { int heads = 2; Form form = Form::Fused; };
///     const Fields<Options>& fields() {
///         static const auto table = Fields<Options>()
///             .integer("heads", "Heads", &Options::heads, 1, 64, "number of heads").main()
///             .choice("form", "Computation", &Options::form,
///                     {{Form::Fused, "fused", "Fused"}, {Form::Reference, "reference", "As defined"}}, "how");
///         return table;
///     }
template <class Struct>
class Fields {
public:
    using Check = std::function<void(const std::string&)>; ///< throws Error when the text is no valid value

    Fields& group(std::string title);
    Fields& integer(std::string name, std::string label, int Struct::*member, int low, int high, std::string help);
    Fields& number(std::string name, std::string label, double Struct::*member, double low, double high,
                   std::string help);
    Fields& flag(std::string name, std::string label, bool Struct::*member, std::string help);
    /// `names`: the words and labels of the values, in the order in which a form offers them. `Base` is Struct or a
    /// base of it.
    template <class Enum, class Base>
    requires(!std::same_as<Enum, std::string>) Fields& choice(std::string name, std::string label, Enum Base::*member,
                                                              ChoiceNames<Enum> names, std::string help);
    /// For choices that are rows of a registry.
    Fields& choice(std::string name, std::string label, std::string Struct::*member, const std::vector<ChoiceId>& ids,
                   std::string help);
    Fields& text(std::string name, std::string label, std::string Struct::*member, std::string help, Check check = {});

    /// The last option is one of the few that matter first.
    Fields& main();
    /// What the last option's 0 stands for, or of a text that it is empty: "all", "never". People see it in place of
    /// that.
    Fields& zero(std::string label);
    /// The last option is read only while another one has one of those values.
    Fields& needs(const std::string& option, const std::vector<std::string>& values);
    /// The last option is read unless another one has one of those values.
    Fields& unusedWith(const std::string& option, const std::vector<std::string>& values);

    std::vector<OptionRow> rows() const;
    std::string get(const Struct& object, const std::string& name) const;
    void set(Struct& object, const std::string& name, const std::string& value) const;

private:
    struct Field {
        OptionRow row;
        std::function<std::string(const Struct&)> get;
        std::function<void(Struct&, const std::string&)> set;
    };
    Fields& add(OptionRow row, std::function<std::string(const Struct&)> get,
                std::function<void(Struct&, const std::string&)> set);
    const Field& find(const std::string& name) const;

    std::vector<Field> m_fields;
    std::string m_group;
};

/// A struct with its table, as a Config.
template <class Struct>
class ConfigOf final : public Config {
public:
    explicit ConfigOf(const Fields<Struct>& fields, Struct initial = {})
        : value(std::move(initial)), m_fields(fields) {}

    std::vector<OptionRow> rows() const override { return m_fields.rows(); }
    std::string get(const std::string& name) const override { return m_fields.get(value, name); }
    void set(const std::string& name, const std::string& text) override { m_fields.set(value, name, text); }
    std::unique_ptr<Config> clone() const override { return std::make_unique<ConfigOf>(*this); }

    Struct value;

private:
    const Fields<Struct>& m_fields;
};

namespace detail {

std::string formatNumber(double value);
int parseInteger(const OptionRow& row, const std::string& text);
double parseNumber(const OptionRow& row, const std::string& text);
bool parseFlag(const OptionRow& row, const std::string& text);
std::size_t parseChoice(const OptionRow& row, const std::string& text); ///< its place among row.choices
[[noreturn]] void unknownOption(const std::string& name, const std::vector<OptionRow>& rows);

} // namespace detail

template <class Struct>
Fields<Struct>& Fields<Struct>::group(std::string title) {
    m_group = std::move(title);
    return *this;
}

template <class Struct>
Fields<Struct>& Fields<Struct>::main() {
    m_fields.back().row.isMain = true;
    return *this;
}

template <class Struct>
Fields<Struct>& Fields<Struct>::zero(std::string label) {
    m_fields.back().row.zeroLabel = std::move(label);
    return *this;
}

template <class Struct>
Fields<Struct>& Fields<Struct>::needs(const std::string& option, const std::vector<std::string>& values) {
    m_fields.back().row.need = option;
    m_fields.back().row.neededValues = values;
    return *this;
}

template <class Struct>
Fields<Struct>& Fields<Struct>::unusedWith(const std::string& option, const std::vector<std::string>& values) {
    m_fields.back().row.need = option;
    m_fields.back().row.unusedValues = values;
    return *this;
}

template <class Struct>
Fields<Struct>& Fields<Struct>::integer(std::string name, std::string label, int Struct::*member, int low, int high,
                                        std::string help) {
    OptionRow row{std::move(name), std::move(label), OptionRow::Type::Integer, {}, double(low), double(high), {},
                  std::move(help), m_group};
    return add(
        row, [member](const Struct& s) { return std::to_string(s.*member); },
        [member, row](Struct& s, const std::string& text) { s.*member = detail::parseInteger(row, text); });
}

template <class Struct>
Fields<Struct>& Fields<Struct>::number(std::string name, std::string label, double Struct::*member, double low,
                                       double high, std::string help) {
    OptionRow row{std::move(name), std::move(label), OptionRow::Type::Number, {}, low, high, {},
                  std::move(help), m_group};
    return add(
        row, [member](const Struct& s) { return detail::formatNumber(s.*member); },
        [member, row](Struct& s, const std::string& text) { s.*member = detail::parseNumber(row, text); });
}

template <class Struct>
Fields<Struct>& Fields<Struct>::flag(std::string name, std::string label, bool Struct::*member, std::string help) {
    OptionRow row{std::move(name), std::move(label), OptionRow::Type::Flag, {}, 0, 0, {}, std::move(help), m_group};
    return add(
        row, [member](const Struct& s) { return std::string(s.*member ? "true" : "false"); },
        [member, row](Struct& s, const std::string& text) { s.*member = detail::parseFlag(row, text); });
}

template <class Struct>
template <class Enum, class Base>
requires(!std::same_as<Enum, std::string>) Fields<Struct>
&Fields<Struct>::choice(std::string name, std::string label, Enum Base::*member, ChoiceNames<Enum> names,
                        std::string help) {
    OptionRow row{std::move(name), std::move(label), OptionRow::Type::Choice, {}, 0, 0, choiceTexts(names),
                  std::move(help), m_group};
    row.choiceLabels = headlight::choiceLabels(names);
    return add(
        row, [member, names](const Struct& s) { return choiceText(names, s.*member); },
        [member, names, row](Struct& s, const std::string& text) {
            s.*member = names[detail::parseChoice(row, text)].value;
        });
}

template <class Struct>
Fields<Struct>& Fields<Struct>::choice(std::string name, std::string label, std::string Struct::*member,
                                       const std::vector<ChoiceId>& ids, std::string help) {
    OptionRow row{std::move(name), std::move(label), OptionRow::Type::Choice, {}, 0, 0, {}, std::move(help), m_group};
    for (const ChoiceId& id : ids) {
        row.choices.push_back(id.id);
        row.choiceLabels.push_back(id.label);
    }
    return add(
        row, [member](const Struct& s) { return s.*member; },
        [member, row](Struct& s, const std::string& text) { s.*member = row.choices[detail::parseChoice(row, text)]; });
}

template <class Struct>
Fields<Struct>& Fields<Struct>::text(std::string name, std::string label, std::string Struct::*member, std::string help,
                                     Check check) {
    OptionRow row{name, std::move(label), OptionRow::Type::Text, {}, 0, 0, {}, std::move(help), m_group};
    return add(
        row, [member](const Struct& s) { return s.*member; },
        [member, name = std::move(name), check = std::move(check)](Struct& s, const std::string& text) {
            if (check) {
                try {
                    check(text);
                } catch (const Error& error) {
                    throw Error(name + ": " + error.what());
                }
            }
            s.*member = text;
        });
}

template <class Struct>
Fields<Struct>& Fields<Struct>::add(OptionRow row, std::function<std::string(const Struct&)> get,
                                    std::function<void(Struct&, const std::string&)> set) {
    row.defaultValue = get(Struct{});
    m_fields.push_back({std::move(row), std::move(get), std::move(set)});
    return *this;
}

template <class Struct>
std::vector<OptionRow> Fields<Struct>::rows() const {
    std::vector<OptionRow> rows;
    for (const Field& field : m_fields)
        rows.push_back(field.row);
    return rows;
}

template <class Struct>
const typename Fields<Struct>::Field& Fields<Struct>::find(const std::string& name) const {
    for (const Field& field : m_fields)
        if (field.row.name == name)
            return field;
    detail::unknownOption(name, rows());
}

template <class Struct>
std::string Fields<Struct>::get(const Struct& object, const std::string& name) const {
    return find(name).get(object);
}

template <class Struct>
void Fields<Struct>::set(Struct& object, const std::string& name, const std::string& value) const {
    find(name).set(object, value);
}

} // namespace headlight
