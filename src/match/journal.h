// The record of a match on disk: a file `match.jsonl` with one JSON object per line (the settings,
// then the finished games in the order in which they ended) and the games as GCG files in the
// folder `games` beside it.
//
// A game counts once its line is completely written; its GCG file is written before that. So a
// match that is killed at any point resumes from its folder with the missing games. Only one
// process at a time may use a folder.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "match/match_game.h"

namespace zymurgy {

struct JournalError : Error {
  bool unwritten = false;  // the journal cannot be written; else it is another match's, or damaged
};

class Journal {
 public:
  // Starts a journal in `folder`, which is created if need be, or resumes the one that is there,
  // whose games games() then returns. To resume, `settings` (its strings must be UTF-8) must be
  // equal, and so must the hashes of each engine's programs in its `programs`. A journal of another
  // match is an error and is left as it is, unless no game of that match has been played.
  static tl::expected<Journal, JournalError> open(const std::filesystem::path& folder,
                                                  const nlohmann::ordered_json& settings);

  const std::vector<GameResult>& games() const { return games_; }
  Result<void> add(const PlayedGame& game);

 private:
  explicit Journal(const std::filesystem::path& folder)
      : folder_(folder), path_(folder / "match.jsonl") {}
  Result<void> hold();
  // The length in bytes of the complete lines; does not change the file.
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
