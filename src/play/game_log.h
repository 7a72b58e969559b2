// A file of games: a zstd file (`zstdcat` unpacks it) of checksummed frames.
//
// The first frame holds the magic line and a header in JSON, each frame after it some game records
// (play/record_codec.h), the last one the number of games. A file under its final name is complete
// (game/files.h). Damage is an error that names the file and the frame.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "game/files.h"
#include "game/rules.h"
#include "lexicon/lexicon.h"
#include "play/game_record.h"

namespace zymurgy {

struct LogHeader {
  std::string engine;  // the version of the program that wrote it
  std::string lexicon, tiles, layout;
  std::array<std::string, 2> players;
  std::array<std::string, 2> leaves;
  std::array<std::string, 2> networks;  // nnue::name_of; empty without one, or in older logs
  std::string words;                    // Lexicon::hash_of_words; empty in older logs
  std::string run;  // a hash of all that determines the games but their indices; likewise
  std::uint64_t seed = 0;
  bool pairs = false;
  Rules rules;
  LexiconName lexicon_name() const { return {lexicon, tiles, words}; }
  bool operator==(const LogHeader&) const = default;
};

// Names that tell the players apart, in other logs too: with their leaves if these are not the
// lexicon's own, and with their network.
std::array<std::string, 2> player_names(const LogHeader& header);

// The position before the first move of the log's games. An error if the tile set or the layout is
// unknown here, or the rules are impossible.
Result<Position> start_of(const LogHeader& header);

// The magic line and the header, as the log holds them.
std::string header_text(const LogHeader& header);

// Compresses encoded records into a frame (on the threads that play).
std::string games_frame(std::string_view records);

// Whether a packed file is a log, of any version. Also true if damage hides what it is.
bool is_game_log(const std::string& path);

class GameLogWriter {
 public:
  static Result<GameLogWriter> create(const std::string& path, const LogHeader& header);
  Result<void> add(std::string_view frame, std::uint64_t games);
  Result<void> finish();

 private:
  explicit GameLogWriter(NewFile file) : file_(std::move(file)) {}

  NewFile file_;
  std::uint64_t games_ = 0;
};

class GameLogReader {
 public:
  static Result<GameLogReader> open(const std::string& path);

  const LogHeader& header() const { return header_; }
  // False at the end of a complete file, with `record` unchanged.
  Result<bool> next(GameRecord& record);

 private:
  Result<char> next_frame();  // returns its kind
  Result<void> end();
  std::string_view rest() const { return std::string_view(frame_bytes_).substr(used_); }
  tl::unexpected<Error> damaged(const std::string& what) const;

  std::string path_;
  File file_;
  LogHeader header_;
  std::string input_;        // compressed bytes not used yet
  std::string frame_bytes_;  // the current frame, unpacked
  std::size_t used_ = 0;     // bytes of it read so far
  int frame_ = 0;            // its number, from 1
  std::uint64_t games_ = 0;  // returned so far
  bool ended_ = false;
};

}  // namespace zymurgy
