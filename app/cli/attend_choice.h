#pragma once

#include "cli/feature_option.h"
#include "cli/picture_look.h"
#include "engine/results/attention_map.h"
#include "engine/results/head_combination.h"
#include "engine/results/head_info.h"
#include "engine/results/intervention.h"
#include "engine/results/token.h"
#include "engine/results/token_display.h"
#include "figure/figure_options.h"

#include <string>
#include <vector>

namespace headlight {

/// What `attend` is asked for, as written on the command line; empty: not given.
struct AttendOptions {
    std::string folder, sentence, second;
    bool hasSentence = false;
    bool hasSecond = false; ///< SECOND was given, if only as an empty text
    int side = 1;           ///< of a pair: whose map a file of one map shows
    std::string layer, head, feature, stage, between = "all";
    std::vector<std::string> off, scale, mask, forbid, force, leaveOut;
    std::string combine;
    std::string pieces = "raw", specials = "shown";
    std::string vectors;
    std::string query; ///< of --vectors product whose they are; of an image the token whose map is drawn over it
    std::string out;
    LookOptions look;     ///< of pictures
    FigureOptions figure; ///< the same
    bool json = false, effects = false, statistics = false, lens = false;
};

/// The chosen maps. Error when there is no such layer, head, feature or stage, with what there is.
struct AttendChoice {
    std::vector<HeadInfo> heads;
    std::optional<MapStage> stage; ///< all that a head has when absent
    FeatureOption features;

    /// The stages of a head that are wanted; none where it has not the one that is.
    std::vector<MapStage> stagesOf(const HeadInfo& head) const;
};
AttendChoice choiceOf(const AttendOptions& options, const std::vector<HeadInfo>& heads);

/// How tokens are to stand in the maps. Where that changes their numbers the heads have weights alone: Error with
/// another stage.
TokenDisplay displayOf(const AttendOptions& options);
/// The heads whose maps tokens are displayed in so.
std::vector<HeadInfo> headsOf(std::vector<HeadInfo> heads, const TokenDisplay& display);

/// The part of the maps that is wanted; none: all of them. Error when no sequence joins such texts.
std::optional<TextPair> betweenOf(const AttendOptions& options, const std::vector<Sequence>& sequences);

/// What --stage takes.
std::vector<std::string> stageNames();

/// Of --query, the token of an image as it is displayed: its number, or the ROW,COLUMN of its patch from 1; by default
/// the first. Error when there is none.
int queryOf(const AttendOptions& options, const Sequence& sequence);
/// One map is drawn over an image: where several heads are chosen it is their mean, where nothing is said that of the
/// last layer. Says what it chose.
void fitToImage(AttendOptions& options, const std::vector<HeadInfo>& heads);

/// What --between takes, for two texts.
std::vector<std::string> betweenNames();

/// The user's changes of heads; what leaves a head as it is (a factor of 1) is none. Error on a head that is absent,
/// switched off, scaled or masked wrongly.
Intervention interventionOf(const AttendOptions& options, const std::vector<HeadInfo>& heads);

/// As --forbid and --force take it behind the head: "3,5", of a second sentence "second.3,5".
std::string cellText(const HeadCell& cell);

/// Error when a cell that is forbidden or forced is outside of its text.
void checkCells(const Intervention& changes, const std::vector<Sequence>& sequences);

/// The chosen heads as one map: of these the self attention, unless another part was named. None where nothing was
/// said.
std::optional<HeadCombination> combinationOf(const AttendOptions& options, const AttendChoice& choice);

/// The tokens that are left out, by their places. Error where a text has no such token, or nothing would be left of it.
std::set<TokenPlace> leftOutOf(const AttendOptions& options, const std::vector<Sequence>& sequences);

/// Numbers that the chosen maps hold for a sentence of so many tokens, all stages together.
double numbersOf(const AttendChoice& choice, std::size_t tokens);
/// More than this many are refused.
constexpr double mostNumbers = 3.2e8;

} // namespace headlight
