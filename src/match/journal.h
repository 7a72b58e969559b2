// The record of a match on disk: a file `match.jsonl` of one JSON object a line (first the
// settings, then each finished game as it ended) and the games as GCG beside it.
//
// A game counts once its line is written whole; its GCG is there before that. So a match that is
// killed at any point goes on from its folder with the games that are missing. One program at a
// time may have a folder.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "match/match_game.h"

namespace zymurgy {

struct JournalError : Error {
  bool unwritten = false;  // it cannot be written; else it is of another match, or damaged
};

class Journal {
 public:
  // Begins the journal in `folder`, which is made if need be, or goes on with the one that is
  // there: `settings`, text in UTF-8, must be the same, and so must be what `programs` in it says
  // of each engine's programs; the games in it are `games`. A file that is another one is left as
  // it is, but for a match of which no game has been played.
  static tl::expected<Journal, JournalError> open(const std::filesystem::path& folder,
                                                  const nlohmann::ordered_json& settings);

  const std::vector<GameResult>& games() const { return games_; }
  Result<void> add(const PlayedGame& game);

 private:
  explicit Journal(const std::filesystem::path& folder)
      : folder_(folder), path_(folder / "match.jsonl") {}
  Result<void> hold();
  // The length of the lines that are whole; changes nothing.
  Result<std::size_t> read(const nlohmann::ordered_json& settings);
  Result<void> begin(std::size_t whole, const nlohmann::ordered_json& settings);
  Result<void> write_line(const nlohmann::ordered_json& line);

  std::filesystem::path folder_, path_;
  FileDescriptor file_;
  std::vector<GameResult> games_;
};

// PAIR-1.gcg or PAIR-2.gcg.
std::string gcg_name(const MatchGame& game);

nlohmann::ordered_json json_of(const GameResult& result);
Result<GameResult> result_of(const nlohmann::ordered_json& json);

}  // namespace zymurgy
