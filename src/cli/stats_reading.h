// Reads the games of logs and GCGs into statistics.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cli/outcome.h"
#include "cli/progress.h"
#include "evaluate/win_table.h"
#include "lexicon/library.h"
#include "review/draw_luck.h"
#include "review/game_stats.h"

namespace zymurgy {

// The tables that games are seen through, kept from file to file.
class Yardsticks {
 public:
  // With draws, the games' luck is judged.
  Yardsticks(Library library, std::string leaves, const LuckOptions& luck)
      : library_(std::move(library)), chosen_(std::move(leaves)), luck_(luck) {}

  bool serve(const std::string& lexicon, const TileSet& tiles) const {
    return watcher_ && lexicon == name_ && &tiles == tiles_;
  }
  GameWatcher& watcher() { return *watcher_; }
  DrawJudge* judge() { return judge_ ? &*judge_ : nullptr; }  // none if nobody asked

  // Takes those of a lexicon, or the default one's where it has none: they differ little.
  Outcome<void> take(const std::string& lexicon, const TileSet& tiles);

 private:
  Library library_;
  std::string chosen_, name_;
  LuckOptions luck_;
  const TileSet* tiles_ = nullptr;
  std::shared_ptr<const LeaveTable> leaves_, racks_;
  std::shared_ptr<const Lexicon> lexicon_;
  std::optional<WinTable> wins_;
  std::optional<GameWatcher> watcher_;
  std::optional<DrawJudge> judge_;
};

// Games read so far, and those yet to be counted. A game that two files hold is an error that names
// both.
class GamesReading {
 public:
  // GCGs that name no tiles are of `letters`.
  GamesReading(Yardsticks yardsticks, const TileSet& letters)
      : yardsticks_(std::move(yardsticks)), letters_(letters) {}

  // A log or a GCG, by what it holds. What is odd about a GCG is told on stderr.
  Outcome<void> read(const std::string& file);
  // Counts what waits: the games whose draws were to be judged together, or in pairs.
  Outcome<void> finish();

  GameStats stats{};
  // Two files with games of the same draws that are no pair.
  std::optional<std::array<std::string, 2>> same_draws{};
  int incomplete = 0;                     // games without an end
  int unsound = 0;                        // GCGs of which not all is as it says
  std::vector<std::string> unreadable{};  // files that are neither log nor GCG

 private:
  static constexpr std::size_t kAtATime = 256;  // games whose draws are judged together

  struct Origin {
    std::size_t file;                      // of files_
    std::optional<std::uint64_t> draws{};  // what names them, where it is told
    bool of_pair = false;                  // another game has them, with the seats swapped
  };

  Outcome<void> read_log(const std::string& file);
  Outcome<void> read_gcg_text(const std::string& file, std::string_view text);
  // For the games of a lexicon to come.
  Outcome<GameWatcher*> watcher(const std::string& lexicon, const TileSet& tiles);
  Outcome<void> take(WatchedGame game, const Board& board, const Origin& origin);
  Outcome<void> judge();
  // The games of a pair are counted together, wherever they stand.
  void count(WatchedGame game, const Origin& origin);

  Yardsticks yardsticks_;
  const TileSet& letters_;
  std::vector<std::string> files_;
  // Of files_, where a game stands by what tells it from others, and where draws stand first.
  std::unordered_multimap<std::uint64_t, std::size_t> met_;
  std::unordered_map<std::uint64_t, std::size_t> drawn_;
  std::vector<WatchedGame> seen_;
  std::vector<Origin> origins_;  // of these
  // Games of pairs whose other game was not met, by draws, first mover and second.
  std::multimap<std::tuple<std::uint64_t, std::string, std::string>, WatchedGame> alone_;
  std::optional<InterruptStop> interrupt_;
  std::optional<Progress> progress_;
  std::int64_t judged_ = 0;
};

}  // namespace zymurgy
