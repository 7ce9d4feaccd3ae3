#pragma once

#include "results/attention_map.h"
#include "results/token.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Which atom of a reaction's product was which of its reactants, read off a head that looks from one to the other
/// (Schwaller et al. 2021, doi:10.1126/sciadv.abe4166, as rxnmapper's `attention.py` computes it).
namespace headlight::atoms {

struct Atom {
    std::size_t token = 0;
    std::string element;
    bool ofProduct = false;
    std::set<std::size_t> neighbours = {}; ///< atoms
};

/// "[nH]" is N, and so is "n"; "[13CH3]" is C.
inline std::string elementOf(const std::string& token) {
    std::size_t begin = token.front() == '[' ? 1 : 0;
    while (begin < token.size() && std::isdigit(static_cast<unsigned char>(token[begin])))
        ++begin;
    std::string element(1, char(std::toupper(static_cast<unsigned char>(token[begin]))));
    const bool isCapital = std::isupper(static_cast<unsigned char>(token[begin]));
    if (isCapital && begin + 1 < token.size() && std::islower(static_cast<unsigned char>(token[begin + 1])))
        element += token[begin + 1];
    return element;
}

/// The atoms of a reaction in SMILES and what they are bound to.
inline std::vector<Atom> atomsOf(const std::vector<Token>& tokens) {
    constexpr std::size_t none = std::size_t(-1);
    std::vector<Atom> atoms;
    std::vector<std::size_t> branches;
    std::map<std::string, std::size_t> rings; // that are open
    std::size_t last = none;
    bool ofProduct = false;
    const auto bind = [&](std::size_t a, std::size_t b) {
        atoms[a].neighbours.insert(b);
        atoms[b].neighbours.insert(a);
    };
    for (std::size_t k = 0; k < tokens.size(); ++k) {
        const std::string& text = tokens[k].text;
        if (tokens[k].special)
            continue;
        if (text.front() == '[' || std::isalpha(static_cast<unsigned char>(text.front()))) {
            atoms.push_back({k, elementOf(text), ofProduct});
            if (last != none)
                bind(last, atoms.size() - 1);
            last = atoms.size() - 1;
        } else if (text == "(") {
            branches.push_back(last);
        } else if (text == ")") {
            last = branches.back();
            branches.pop_back();
        } else if (text == "." || text == ">>") {
            last = none;
            ofProduct = ofProduct || text == ">>";
        } else if (text.front() == '%' || std::isdigit(static_cast<unsigned char>(text.front()))) {
            if (const auto open = rings.find(text); open != rings.end()) {
                bind(open->second, last);
                rings.erase(open);
            } else {
                rings[text] = last;
            }
        }
    }
    return atoms;
}

struct Mapping {
    std::vector<int> reactantOf; ///< for each atom of the product; −1: none
    double confidence = 1;
};

/// The surest pair first. Then neighbours of both are 90 times as likely to belong together.
inline Mapping mappedBy(const AttentionMap& map, const std::vector<Token>& tokens) {
    const std::vector<Atom> atoms = atomsOf(tokens);
    const std::size_t reactants =
        std::size_t(std::count_if(atoms.begin(), atoms.end(), [](const Atom& atom) { return !atom.ofProduct; }));
    const std::size_t products = atoms.size() - reactants;
    std::vector<std::vector<double>> shares(products, std::vector<double>(reactants));
    for (std::size_t p = 0; p < products; ++p)
        for (std::size_t r = 0; r < reactants; ++r) {
            const Atom &product = atoms[reactants + p], &reactant = atoms[r];
            const auto weight = [&](std::size_t query, std::size_t key) {
                return double(map.values[query * std::size_t(map.keys) + key]);
            };
            if (product.element == reactant.element)
                shares[p][r] = weight(product.token, reactant.token) + weight(reactant.token, product.token);
        }
    Mapping mapping{std::vector<int>(products, -1), 1};
    for (std::size_t step = 0; step < products; ++step) {
        double most = 0;
        std::pair<std::size_t, std::size_t> surest;
        for (std::size_t p = 0; p < products; ++p) {
            double sum = 0;
            for (const double share : shares[p])
                sum += share;
            for (std::size_t r = 0; r < reactants; ++r)
                if (sum > 0 && shares[p][r] / sum > most) {
                    most = shares[p][r] / sum;
                    surest = {p, r};
                }
        }
        if (most == 0)
            break;
        const auto [p, r] = surest;
        mapping.reactantOf[p] = int(r);
        mapping.confidence *= most;
        for (const std::size_t product : atoms[reactants + p].neighbours)
            for (const std::size_t reactant : atoms[r].neighbours)
                shares[product - reactants][reactant] *= 90;
        shares[p].assign(reactants, 0);
        for (auto& row : shares)
            row[r] = 0;
    }
    return mapping;
}

} // namespace headlight::atoms
