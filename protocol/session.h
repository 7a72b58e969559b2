// A session of UCGI or SIU: lines in, lines out, until `quit` or the end of input.
//
// The caller's thread reads and answers all commands; a search runs on its own thread, which has
// the engine to itself until it ends; Output keeps their lines apart. The state is idle or
// searching. Only the search ends a search: it sets the state to idle just before its `bestmove`
// line is written, so that a client that has read the line finds the session idle.
#pragma once

#include <atomic>
#include <functional>
#include <istream>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "play/table_cache.h"
#include "protocol/modes.h"
#include "protocol/options.h"
#include "protocol/output.h"
#include "protocol/position_line.h"

namespace zymurgy {

class Session {
 public:
  // Whether the output has no reader any more; takes some milliseconds to find out.
  using ReaderGone = std::function<bool()>;

  // The session has the tables to itself while it lasts. `data_path`: folders to search for data
  // while the option DataPath is empty.
  Session(std::istream& in, std::ostream& out, TableCache& tables, std::string_view data_path = {},
          ReaderGone reader_gone = {});

  void run();

 private:
  struct Command;
  static std::span<const Command> commands();
  void execute(std::string_view line);
  // False, with an error printed, if a search is running.
  bool make_idle(std::string_view command);

  void greet(std::string_view done);
  void greet_ucgi(std::string_view);
  void greet_siu(std::string_view);
  void set_debug(std::string_view);
  void answer_ready(std::string_view);
  void set_option(std::string_view text);
  void new_game(std::string_view);
  void set_position(std::string_view text);
  void go(std::string_view text);
  void stop(std::string_view);
  void wait(std::string_view);
  void quit(std::string_view);
  void show_board(std::string_view);
  void evaluate(std::string_view text);
  void run_bench(std::string_view);
  void run_perft(std::string_view ignored);
  void show_compiler(std::string_view);
  void help(std::string_view);

  CgpDefaults defaults() const;
  // The tables for the position or, without one, for the options; null, with an error printed, if
  // they cannot be loaded.
  LoadedLexicon* load_tables();
  LoadedLexicon* load_tables(const std::string& code, const TileSet& tiles);
  // The position; null, with an error printed, if there is none.
  CgpPosition* needed_position();
  // Whether the game is not over and the rack on turn is known; if not, prints what is wrong.
  bool can_move(std::string_view asked);
  std::vector<Move> read_moves(const std::vector<std::string>& texts);
  void print(std::string_view text);  // several lines, kept together
  // Sets the tables and moves of a task; false, with the reason printed, if there is nothing to
  // search.
  bool prepare(const Mode& mode, SearchTask& task);
  void start(const Mode& mode, SearchTask task);
  void search(const Mode& mode, SearchTask& task);
  Result<SearchAnswer> find_answer(const Mode& mode, SearchTask& task);  // its error is printed

  std::istream& in_;
  ReaderGone reader_gone_;
  Output output_;
  Options options_;
  TableCache& tables_;
  std::optional<CgpPosition> cgp_;
  bool names_lexicon_ = false;   // the position names its lexicon
  std::vector<SeenTurn> turns_;  // the turns that led to cgp_
  bool debug_ = false;
  bool done_ = false;

  std::atomic<bool> searching_ = false;
  bool brief_ = false;     // the search ends soon by itself
  bool infinite_ = false;  // the search ends only by a stop
  std::jthread searcher_;  // last: joined before anything it uses is destroyed
};

}  // namespace zymurgy
