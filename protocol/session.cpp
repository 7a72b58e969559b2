#include "protocol/session.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <stop_token>
#include <system_error>
#include <utility>
#include <vector>

#include "evaluate/ranking.h"
#include "game/encoding.h"
#include "game/supply.h"
#include "game/text.h"
#include "movegen/candidate.h"
#include "protocol/console.h"
#include "protocol/input.h"
#include "protocol/resolve.h"

namespace zymurgy {
namespace {

Error unknown_rack(std::string_view asked) {
  return {std::string(asked) + ": the rack on turn is not known"};
}

}  // namespace

// Every command, with what it needs.
struct Session::Command {
  std::string_view name;
  void (Session::*run)(std::string_view arguments);
  bool while_searching;
  std::string_view help;
};

std::span<const Session::Command> Session::commands() {
  static constexpr Command kCommands[] = {
      {"ucgi", &Session::greet_ucgi, true, "greets, and lists the options"},
      {"siu", &Session::greet_siu, true, "the same in SIU, UCGI's successor"},
      {"debug", &Session::set_debug, true, "on | off: says more"},
      {"isready", &Session::answer_ready, true, "loads what is missing and answers readyok"},
      {"setoption", &Session::set_option, false, "name N [value V]"},
      {"ucginewgame", &Session::new_game, false, "a new game begins"},
      {"siunewgame", &Session::new_game, false, "the same"},
      {"position", &Session::set_position, false, "cgp CGP | startpos [moves M...]"},
      {"go", &Session::go, false,
       "[MODE] [movetime MS] [infinite] [searchmoves M...] ...: searches; go perft: counts plays"},
      {"stop", &Session::stop, true, "ends the search"},
      {"wait", &Session::wait, true, "waits until the search has ended"},
      {"d", &Session::show_board, false, "shows the position"},
      {"eval", &Session::evaluate, false, "[MOVE]: the evaluation of a move, or of the best"},
      {"bench", &Session::run_bench, false, "a fixed amount of work, timed"},
      {"compiler", &Session::show_compiler, false, "how the program was built"},
      {"help", &Session::help, false, "this list"},
      {"quit", &Session::quit, true, "ends the program"},
  };
  return kCommands;
}

Session::Session(std::istream& in, std::ostream& out, TableCache& tables,
                 std::string_view data_path, ReaderGone reader_gone)
    : in_(in),
      reader_gone_(std::move(reader_gone)),
      output_(out),
      options_(data_path),
      tables_(tables) {
  tables_.configure(
      {.data_path = std::string(data_path), .leaves = {}, .win_table = {}, .net_file = {}});
}

void Session::run() {
  for (bool first = true; !done_;) {
    auto line = read_line(in_);
    if (!line) break;
    output_.log_input(line->text);
    if (std::exchange(first, false)) line->text = std::string(without_byte_order_mark(line->text));
    if (line->too_long)
      output_.error("line-too-long", in_quotes(line->text) + " is longer than " +
                                         std::to_string(kLongestLine) + " bytes");
    else
      execute(line->text);
  }
  // At the end of input a finite search may finish, as long as its output has a reader.
  if (done_ || infinite_) searcher_.request_stop();
  while (reader_gone_ && searching_ && !searcher_.get_stop_token().stop_requested())
    if (reader_gone_()) searcher_.request_stop();
  if (searcher_.joinable()) searcher_.join();
}

void Session::execute(std::string_view line) {
  const std::string_view word = take_token(line);
  if (word.empty()) return;
  for (const Command& command : commands()) {
    if (!same_ignoring_case(command.name, word)) continue;
    if (command.while_searching || make_idle(command.name)) (this->*command.run)(line);
    return;
  }
  output_.error("unknown-command", in_quotes(word) + " is not a command; help lists the commands");
}

// Waits for a search that is about to end, by itself or after a stop, so that commands can be piped
// in. Any other search is not disturbed.
bool Session::make_idle(std::string_view command) {
  if (searching_ && !brief_ && !searcher_.get_stop_token().stop_requested()) {
    output_.error("busy", std::string(command) + ": a search is going on; stop ends it");
    return false;
  }
  if (searcher_.joinable()) searcher_.join();
  return true;
}

void Session::greet(std::string_view done) {
  Output::Batch batch(output_);
  batch.line("id name Zymurgy " ZYMURGY_VERSION);
  batch.line("id author the Zymurgy authors");
  std::string capability = "capability";
  for (const Mode& mode : modes()) capability += ' ' + std::string(mode.name);
  batch.line(capability + " stream stop");
  for (const OptionSpec& spec : option_specs()) batch.line(option_line(spec));
  batch.line(done);
}

void Session::greet_ucgi(std::string_view) { greet("ucgiok"); }
void Session::greet_siu(std::string_view) { greet("siuok"); }

void Session::set_debug(std::string_view text) {
  const std::string_view how = take_token(text);
  const bool on = same_ignoring_case(how, "on");
  if (!on && !same_ignoring_case(how, "off"))
    return output_.info("ignored debug: expected on or off");
  debug_ = on;
}

void Session::answer_ready(std::string_view) {
  if (!searching_) {
    // If the options now name other tiles, the position is about to be replaced.
    const CgpDefaults next = defaults();
    if (cgp_ && (names_lexicon_ || &cgp_->position.tiles() == next.tiles))
      load_tables();
    else
      load_tables(options_.text(Option::kLexicon), *next.tiles);
  }
  output_.line("readyok");
}

void Session::set_option(std::string_view text) {
  if (!same_ignoring_case(take_token(text), "name"))
    return output_.info("ignored setoption: expected name N [value V]");
  // The name ends at the word `value`; name and value may hold spaces.
  const std::string name = with_single_spaces(take_until_word(text, "value"));
  const std::string_view value = trim(text);
  const auto set = options_.set(name, value);
  if (!set) return output_.info("ignored setoption: " + set.error().message);
  if ((*set)->option == Option::kClearHash) return tables_.forget_opponent();
  if ((*set)->option == Option::kLexicon && cgp_ && !names_lexicon_)
    cgp_->lexicon = options_.text(Option::kLexicon);
  tables_.configure({.data_path = options_.text(Option::kDataPath),
                     .leaves = options_.text(Option::kLeaves),
                     .win_table = options_.text(Option::kWinPctTable),
                     .network = options_.text(Option::kEvaluator) == "network",
                     .net_file = options_.text(Option::kNetFile)});
  if ((*set)->option == Option::kLogFile && !output_.log_to(options_.text(Option::kLogFile)))
    output_.error("load-failed", "cannot write to the LogFile " + in_quotes(value));
}

void Session::new_game(std::string_view) {
  cgp_.reset();
  tables_.forget_opponent();
}

CgpDefaults Session::defaults() const {
  CgpDefaults defaults;
  defaults.tiles = TileSet::find(options_.text(Option::kLetterDistribution)).value();
  defaults.rules.challenge = parse_challenge_rule(options_.text(Option::kChallengeRule)).value();
  return defaults;
}

void Session::set_position(std::string_view text) {
  cgp_.reset();
  auto line = parse_position_line(text, defaults());
  if (!line) return output_.error(line.error().code, line.error().text);
  cgp_ = std::move(line->cgp);
  turns_ = std::move(line->turns);
  names_lexicon_ = !cgp_->lexicon.empty();
  if (!names_lexicon_) cgp_->lexicon = options_.text(Option::kLexicon);
}

CgpPosition* Session::needed_position() {
  if (cgp_) return &*cgp_;
  output_.error("no-position", "set one with position first");
  return nullptr;
}

bool Session::can_move(std::string_view asked) {
  const CgpPosition* const cgp = needed_position();
  if (cgp == nullptr) return false;
  if (is_over(cgp->position)) {
    output_.info("the game is over");
    return false;
  }
  if (!cgp->position.rack().empty()) return true;
  output_.error("bad-position", unknown_rack(asked).message);
  return false;
}

LoadedLexicon* Session::load_tables() {
  if (cgp_) return load_tables(cgp_->lexicon, cgp_->position.tiles());
  return load_tables(options_.text(Option::kLexicon), *defaults().tiles);
}

LoadedLexicon* Session::load_tables(const std::string& code, const TileSet& tiles) {
  const auto begun = Limits::Clock::now();
  Result<LoadedLexicon*> tables = nullptr;
  try {
    tables = tables_.load(code, tiles);
  } catch (const std::bad_alloc&) {
    tables = failure("not enough memory for the tables of " + code);
  }
  if (debug_)
    output_.info("debug tables of " + code + " in " + fixed(1000 * seconds_since(begun), 1) +
                 " ms");
  if (tables) return *tables;
  output_.error("load-failed", tables.error().message);
  return nullptr;
}

std::vector<Move> Session::read_moves(const std::vector<std::string>& texts) {
  std::vector<Move> moves;
  for (const std::string& text : texts) {
    const auto move = move_of_rack(text, cgp_->position);
    if (!move)
      output_.error("bad-move", move.error().message);
    else if (!holds(moves, *move))
      moves.push_back(*move);
  }
  return moves;
}

void Session::go(std::string_view text) {
  const auto begun = Limits::Clock::now();
  if (std::string_view rest = text; same_ignoring_case(take_token(rest), "perft"))
    return run_perft(rest);
  if (!needed_position()) return;
  SearchTask task{.cgp = *cgp_, .turns = turns_, .request = parse_go(text), .options = options_};
  task.limits.deadline = task.deadline(begun);
  const GoRequest& request = task.request;
  const Mode& mode = mode_for(*find_mode(request.mode), task);
  for (const std::string& token : request.not_understood) output_.info("ignored " + token);
  const int mover = cgp_->position.on_turn();
  if (request.times[static_cast<std::size_t>(1 - mover)] &&
      !request.times[static_cast<std::size_t>(mover)])
    output_.info("ignored " + std::to_string(2 - mover) + "time: player " +
                 std::to_string(mover + 1) + " is on turn");
  // Every `go` on a valid position is answered by one bestmove, even if it is `none`.
  if (!prepare(mode, task)) return output_.line("bestmove none");
  output_.info("provenance engine=Zymurgy/" ZYMURGY_VERSION " leaves=" +
               leaves_display_name(task.tables->leaves_name) + " winpct=" + task.tables->wins_name +
               " lexicon=" + task.tables->lexicon->code() +
               " net=" + (task.tables->network ? nnue::name_of(*task.tables->network) : "none"));
  if (const Position& position = cgp_->position; mode.needs_rack && rack_partly_known(position))
    output_.info("the rack on turn is taken to be " + position.tiles().rack_text(position.rack()));
  start(mode, std::move(task));
}

bool Session::prepare(const Mode& mode, SearchTask& task) {
  if (is_over(cgp_->position)) {
    output_.info("the game is over");
    return false;
  }
  task.tables = load_tables();
  if (!task.tables) return false;
  const GoRequest& request = task.request;
  for (const std::string_view word : go_words(request, ~mode.honours))
    output_.info("ignored " + std::string(word) + " in mode " + std::string(mode.name));
  task.only = read_moves(request.search_moves);
  task.also = read_moves(request.also_search_moves);
  // With searchmoves, no other move may be chosen.
  if (request.has(kGoSearchMoves) && (mode.honours & kGoSearchMoves) != 0 && task.only.empty()) {
    output_.info("none of the searchmoves can be searched");
    return false;
  }
  return true;
}

void Session::start(const Mode& mode, SearchTask task) {
  infinite_ = task.request.has(kGoInfinite);
  brief_ = mode.brief && !infinite_;
  searching_ = true;
  try {
    searcher_ = std::jthread([this, &mode, task = std::move(task)](std::stop_token stop) mutable {
      task.limits.stop = std::move(stop);
      search(mode, task);
    });
  } catch (const std::system_error&) {
    searching_ = false;
    output_.error("load-failed", "go: cannot start a thread");
    output_.line("bestmove none");
  }
}

Result<SearchAnswer> Session::find_answer(const Mode& mode, SearchTask& task) {
  const bool blind = mode.needs_rack && task.cgp.position.rack().empty();
  Result<SearchAnswer> found = tl::unexpected(unknown_rack(mode.name));
  std::string_view code = "bad-position";
  try {
    if (!blind) found = mode.search(task);
  } catch (const std::bad_alloc&) {
    code = "load-failed";
    found = failure(std::string(mode.name) + ": not enough memory");
  }
  if (found) return found;
  output_.error(code, found.error().message);
  const bool may_choose =
      task.engine_chooses() && code == "load-failed" && mode.name != fallback_mode().name;
  return may_choose ? find_answer(fallback_mode(), task) : found;
}

void Session::search(const Mode& mode, SearchTask& task) {
  task.report = [this](const std::string& line) { output_.line(line); };
  const Result<SearchAnswer> found = find_answer(mode, task);
  const SearchAnswer answer = found.value_or(SearchAnswer{});
  if (found && task.request.has(kGoInfinite) && !task.limits.stop.stop_requested()) {
    for (const std::string& line : answer.lines) output_.line(line);
    output_.info("the search has ended; stop gets its move");
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait(lock, task.limits.stop, [] { return false; });
  }
  Output::Batch batch(output_);
  for (const std::string& line : answer.lines) batch.line(line);
  batch.line("bestmove " + answer.best_move);
  searching_ = false;
}

void Session::stop(std::string_view) {
  if (searching_) searcher_.request_stop();
}

void Session::wait(std::string_view) {
  if (searching_ && infinite_ && !searcher_.get_stop_token().stop_requested())
    return output_.info("ignored wait: the search is infinite");
  if (searcher_.joinable()) searcher_.join();
}

void Session::quit(std::string_view) { done_ = true; }

void Session::print(std::string_view text) {
  Output::Batch batch(output_);
  while (!text.empty()) batch.line(take_until(text, '\n'));
}

void Session::show_board(std::string_view) {
  if (const CgpPosition* cgp = needed_position()) print(position_text(*cgp));
}

void Session::evaluate(std::string_view text) {
  if (!can_move("eval")) return;
  LoadedLexicon* const tables = load_tables();
  if (!tables) return;
  const Position& position = cgp_->position;
  Move move;
  if (const std::string_view token = take_token(text); !token.empty()) {
    const std::vector<Move> moves = read_moves({std::string(token)});
    if (moves.empty()) return;
    move = moves.front();
  } else {
    const Lanes lanes(*tables->lexicon, position);
    move = rank_moves(position, lanes, tables->finder, tables->evaluator.get(), {.count = 1})
               .front()
               .move;
  }
  print(evaluation_text(*tables, position, move));
}

void Session::run_bench(std::string_view) {
  // Always the same work, whatever the options.
  const TileSet& tiles = **TileSet::find(Options().text(Option::kLetterDistribution));
  TableCache cache;
  const auto tables = cache.load(std::string(kDefaultLexicon), tiles);
  if (!tables) return output_.error("load-failed", tables.error().message);
  print(bench_text(bench(*(*tables)->lexicon, *(*tables)->leaves), (*tables)->lexicon->code()));
}

void Session::run_perft(std::string_view ignored) {
  for (std::string_view token; !(token = take_token(ignored)).empty();)
    output_.info("ignored " + in_quotes(token));
  if (!can_move("perft")) return;
  LoadedLexicon* const tables = load_tables();
  if (tables == nullptr) return;
  const Position& counted = cgp_->position;
  const Lanes lanes(*tables->lexicon, counted);
  print(perft_text(tables->finder.perft(counted, lanes)));
}

void Session::show_compiler(std::string_view) { print(compiler_text()); }

void Session::help(std::string_view) {
  Output::Batch batch(output_);
  const auto row = [&](std::string_view name, std::string_view text) {
    batch.line("  " + std::string(name) +
               std::string(name.size() < 18 ? 18 - name.size() : 1, ' ') + std::string(text));
  };
  batch.line("Commands:");
  for (const Command& command : commands()) row(command.name, command.help);
  batch.line("Modes of go:");
  for (const Mode& mode : modes()) row(mode.name, mode.help);
  batch.line("Options:");
  for (const OptionSpec& spec : option_specs()) row(spec.name, spec.help);
}

}  // namespace zymurgy
