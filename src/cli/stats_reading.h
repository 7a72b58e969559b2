// Reads the games of logs and GCGs into statistics.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/outcome.h"
#include "cli/progress.h"
#include "evaluate/win_table.h"
#include "lexicon/library.h"
#include "review/choice_worth.h"
#include "review/draw_luck.h"
#include "review/duplicate_games.h"
#include "review/game_stats.h"
#include "review/game_watcher.h"
#include "review/pairing.h"

namespace zymurgy {

// How racks, draws and choices are judged.
struct Judging {
  std::optional<std::string> leaves{};  // if named, they are used for every lexicon
  LuckOptions luck{};                   // if it has draws, luck is judged
  ChoiceOptions choices{};              // if it has deals, choices are judged
  int own_racks = 0;  // so many games at a time value their own racks; 0: tables value them

  // How many games are judged together.
  std::size_t at_a_time() const;
  bool by_words() const { return luck.draws > 0 || choices.deals > 0; }
};

// The tables that judge the games of a lexicon, and the games yet to be judged.
struct LexiconBatch {
  const std::shared_ptr<const LeaveTable> leaves, racks;
  const WinTable wins;
  const std::shared_ptr<const Lexicon> words;  // to judge draws and choices with
  const GameWatcher::Keeps keeps;
  GameWatcher watcher{*leaves, racks.get(), wins, keeps};
  std::vector<WatchedGame> games{};
  std::vector<GameOrigin> origins{};  // of `games`
  std::uint64_t judged = 0;           // how many games before `games`
};

// The batches of the lexica met so far, each loaded once.
class LexiconBatches {
 public:
  using ByLexicon = std::map<std::pair<std::string, std::string>, std::unique_ptr<LexiconBatch>>;

  LexiconBatches(Library library, Judging judging)
      : library_(std::move(library)), judging_(std::move(judging)) {}

  const Judging& judging() const { return judging_; }

  // Tables that a lexicon lacks are those of the default lexicon, which differ little. A lexicon
  // that is not at hand is reported on stderr.
  Outcome<LexiconBatch*> of(const std::string& lexicon, const TileSet& tiles);
  const ByLexicon& loaded() const { return loaded_; }

 private:
  Library library_;
  Judging judging_;
  ByLexicon loaded_;  // and by tile set
};

// The games read so far, and those yet to be counted. If a log holds a game that was met before,
// that is an error that names both files; a GCG of such a game is left out.
class GamesReading {
 public:
  // GCGs that name no tile set have that of `letters`.
  GamesReading(LexiconBatches batches, const TileSet& letters)
      : stats(batches.judging().own_racks > 0), batches_(std::move(batches)), letters_(letters) {}
  GamesReading(const GamesReading&) = delete;  // pairing_ refers to stats
  GamesReading& operator=(const GamesReading&) = delete;

  // Reads a log or a GCG, recognised by its content. The findings of a GCG are printed on stderr.
  Outcome<void> read(const std::string& file);
  // Counts the games that still wait to be judged together, or for the other game of their pair.
  Outcome<void> finish();

  // The files of two games that have the same draws but are not a pair.
  std::optional<std::array<std::string, 2>> same_draws() const;

  GameStats stats;
  int incomplete = 0;                     // games without an end
  int repeated = 0;                       // GCGs of a game that was met before: left out
  int unsound = 0;                        // GCGs with findings
  std::vector<std::string> unreadable{};  // files without a game, and why

 private:
  Outcome<void> read_log(const std::string& file);
  Outcome<void> read_gcg_text(const std::string& file, std::string_view text);
  Outcome<void> take(LexiconBatch& batch, WatchedGame game, const GameOrigin& origin);
  // Judges the games taken, and counts them; if interrupted, it drops them.
  Outcome<void> judge(LexiconBatch& batch);

  LexiconBatches batches_;
  const TileSet& letters_;
  std::vector<std::string> files_;
  DuplicateGames duplicates_;
  Pairing pairing_{stats};
  std::optional<InterruptStop> interrupt_;
  std::optional<Progress> progress_;
  std::int64_t judged_ = 0;  // games, of all lexica
};

}  // namespace zymurgy
