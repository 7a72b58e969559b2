#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/table_view.h"
#include "cli/tables.h"
#include "evaluate/move_finder.h"
#include "game/files.h"
#include "play/game.h"
#include "play/player.h"
#include "protocol/gcg_record.h"
#include "protocol/resolve.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kHelp =
    "  8H WORD    play across from 8H (H8 WORD: down); in a word with capitals a letter\n"
    "             in lower case is a blank, and '.' a letter that lies there\n"
    "  -ABC       exchange these tiles       -         pass\n"
    "  8H.WORD, exchange ABC, ex.ABC and pass mean the same\n"
    "  hint       the best moves by static equity; hint 20: the best 20\n"
    "  board      the board again            rack      your tiles\n"
    "  unseen     the tiles you cannot see\n"
    "  undo       take back your last turn and the reply\n"
    "  resign     lose the game here\n"
    "  quit       leave the game here, undecided\n";

// Moves begin with a square, or with `exchange` or `-` as exchanges do (or are `pass`).
bool may_be_meant_as_move(std::string_view input) {
  const std::string_view first = take_token(input);
  return means_exchange(first) || first.find_first_of("0123456789.-") != input.npos;
}

// How many moves `hint` or `hint N` asks for; nothing for any other input.
std::optional<int> hint_count(std::string_view input) {
  constexpr int kHints = 5, kMostHints = 1000;
  if (!same_ignoring_case(take_token(input), "hint")) return std::nullopt;
  input = trim(input);
  if (input.empty()) return kHints;
  const auto count = to_number<int>(input);
  return count && *count >= 1 && *count <= kMostHints ? count : std::nullopt;
}

// One game at the terminal.
class TerminalGame {
 public:
  struct Settings {
    std::array<PlayerSpec, 2> players;
    std::optional<int> human;  // the seat in which a human chooses the moves
    PlayerTables tables;       // of both players
    std::uint64_t seed = 0;
    int delay = 0;  // ms after each turn
    bool quiet = false;
  };

  TerminalGame(const Tables& tables, const Settings& settings)
      : settings_(settings),
        tables_(tables),
        finder_(*tables.lexicon, *tables.leaves),
        game_(*tables.lexicon, Layout::standard()),
        start_(game_.position().tiles(), Layout::standard()) {
    for (std::size_t seat = 0; seat < 2; ++seat) {
      players_[seat] = make_player(settings.players[seat], settings.tables);
      names_[seat] = settings.human == static_cast<int>(seat) ? "you" : settings.players[seat].name;
    }
    begin();
  }

  // Plays to the end or until the human resigns; false if the human left, an interrupt was caught
  // or stdout failed.
  bool run() {
    if (settings_.human != 0) show();
    while (!game_.over()) {
      if (interrupted() || std::ferror(stdout) != 0) return false;
      const int seat = position().on_turn();
      std::optional<Move> move;
      if (settings_.human == seat) {
        show();
        move = ask();
        if (!move) return resigned_;
      } else {
        move = players_[seat]->choose(position(), game_.lanes());
      }
      make(*move);
      if (settings_.human != position().on_turn() || game_.over()) show();
    }
    return true;
  }

  // The game so far. An unfinished one has the rack on turn, unless that is hidden from the human.
  Result<GcgGame> gcg() const {
    auto game = gcg_of(record_, start_, names_, tables_.lexicon->code());
    if (!game || game_.over()) return game;
    Position seen = position();
    if (settings_.human && settings_.human != seen.on_turn()) seen.set_rack(seen.on_turn(), {});
    set_unfinished(*game, seen);
    if (resigned_) {
      auto& notes = game->events.empty() ? game->notes : game->events.back().notes;
      notes.push_back(names_[*settings_.human] + " (player " +
                      std::to_string(*settings_.human + 1) + ") resigned");
    }
    return game;
  }

  void print_result() const {
    if (resigned_) {
      const int own = *settings_.human, other = 1 - own;
      std::printf("You resign at %d to %d: %s (player %d) wins.\n", position().score(own),
                  position().score(other), names_[other].c_str(), other + 1);
      return;
    }
    const int a = position().final_score(0), b = position().final_score(1);
    for (int seat = 0; seat < 2; ++seat)
      if (const int change = position().end_adjustment(seat); change != 0)
        std::printf("%s: %+d for the tiles left\n", names_[seat].c_str(), change);
    if (a == b)
      std::printf("A tie, %d all.\n", a);
    else
      std::printf("%s (player %d) %s, %d to %d.\n", names_[a > b ? 0 : 1].c_str(), a > b ? 1 : 2,
                  names_[a > b ? 0 : 1] == "you" ? "win" : "wins", std::max(a, b), std::min(a, b));
  }

  Json json() const {
    Json turns = Json::array();
    Position replayed = start_;
    const auto add = [&](const Position& before, const Turn& turn) {
      turns.push_back({{"player", before.on_turn() + 1},
                       {"rack", before.tiles().rack_text(before.rack())},
                       {"move", ucgi_text(turn.move, before)},
                       {"score", turn.move.score},
                       {"total", before.score(before.on_turn()) + turn.move.score}});
    };
    ZYMURGY_CHECK(replay(record_, replayed, add));
    return {{"seed", settings_.seed},
            {"lexicon", tables_.lexicon->code()},
            {"players", names_},
            {"turns", std::move(turns)},
            {"scores", {position().final_score(0), position().final_score(1)}}};
  }

 private:
  const Position& position() const { return game_.position(); }

  void begin() {
    game_.start(settings_.seed);
    record_.begin(position());
    for (std::size_t seat = 0; seat < 2; ++seat)
      players_[seat]->start_game(random_of_player(settings_.seed, seat));
    view_ = {};
    view_.names = names_;
    view_.hidden = settings_.human ? std::optional(1 - *settings_.human) : std::nullopt;
    view_.footer = "seed " + std::to_string(settings_.seed) + ", " + tables_.lexicon->code();
  }

  void make(const Move& move) {
    players_[1 - position().on_turn()]->observe(position(), game_.lanes(), move);
    view_.note(position(), move);
    record_.turns.push_back({move, game_.play(move)});
  }

  // Takes back the last turn of the human, who is on turn, and the reply to it; false if there was
  // none. The turns before these are replayed.
  bool take_back() {
    std::vector<Turn> turns = record_.turns;
    if (turns.size() < 2) return false;
    turns.resize(turns.size() - 2);
    begin();
    for (const Turn& turn : turns) {
      players_[position().on_turn()]->recall(position(), turn.move);
      make(turn.move);
    }
    return true;
  }

  void show() {
    if (settings_.quiet) return;
    view_.draw(position());
    std::this_thread::sleep_for(std::chrono::milliseconds(settings_.delay));
  }

  // False at the end of input.
  static bool read_answer(std::string& line) {
    std::printf("your move (? for help): ");
    std::fflush(stdout);
    return static_cast<bool>(std::getline(std::cin, line));
  }
  // The human's move; nothing if the human leaves or resigns.
  std::optional<Move> ask() {
    for (std::string line; read_answer(line);) {
      const std::string_view input = trim(line);
      const auto is = [&](std::string_view word) { return same_ignoring_case(input, word); };
      if (input.empty() || execute(input)) continue;
      if (is("quit") || is("exit")) return std::nullopt;
      if (is("resign")) {
        resigned_ = is_confirmed("resign", input);
        if (resigned_) return std::nullopt;
      } else if (const auto move = read(input)) {
        if (input != "-" || is_confirmed("pass", input)) return *move;
      } else if (may_be_meant_as_move(input)) {
        std::printf("  %s\n", move.error().message.c_str());
      } else {
        std::printf("  unknown command %s; help lists the commands\n", in_quotes(input).c_str());
      }
    }
    std::puts("");
    return std::nullopt;
  }

  // Obeys a command that leaves the human on turn; false if it is none of these.
  bool execute(std::string_view input) {
    const auto is = [&](std::string_view word) { return same_ignoring_case(input, word); };
    const TileSet& tiles = position().tiles();
    if (is("?") || is("help")) {
      std::fputs(kHelp, stdout);
    } else if (const auto count = hint_count(input)) {
      std::vector<std::vector<std::string>> rows{{"  move", "score", "equity"}};
      for (const auto& [move, equity] : finder_.top(position(), game_.lanes(), *count))
        rows.push_back({"  " + display_text(move, position()), std::to_string(move.score),
                        points_text(equity)});
      print_columns(rows, "lrr");
    } else if (is("board")) {
      show();
    } else if (is("rack")) {
      std::printf("  %s\n", tiles.rack_text(position().rack()).c_str());
    } else if (is("unseen")) {
      std::printf("  %s\n", tiles.rack_text(position().unseen(position().on_turn())).c_str());
    } else if (is("undo")) {
      if (take_back())
        show();
      else
        std::puts("  you have not made a turn yet");
    } else {
      return false;
    }
    return true;
  }

  // Asks whether input is meant that is easily typed by mistake (a lone '-') or cannot be taken
  // back. A script is not asked.
  static bool is_confirmed(const char* what, std::string_view input) {
    if (isatty(STDIN_FILENO) == 0) return true;
    std::printf("  %s? (y or %s for yes): ", what, std::string(input).c_str());
    std::fflush(stdout);
    std::string line;
    std::getline(std::cin, line);
    const auto is = [&](std::string_view word) { return same_ignoring_case(trim(line), word); };
    return is("y") || is("yes") || is(input);
  }

  // LL typed where two Ls cannot be meant means the tile.
  Result<Move> read(std::string_view input) const {
    auto move = read_as_typed(input);
    const std::string bracketed = position().tiles().bracketed(input);
    return move || bracketed == input ? move : read_as_typed(bracketed);
  }

  // A move typed without any capital is meant without blanks, unless it is legal with them.
  Result<Move> read_as_typed(std::string_view input) const {
    const auto legal = [&](const MoveText& text) {
      return resolve_legal(input, text, position(), *tables_.lexicon);
    };
    return parse_human_move(input, position().tiles()).and_then([&](MoveText text) {
      const auto is_capital = [](Tile tile) { return tile != kEmpty && !is_blank(tile); };
      const Result<Move> as_typed = legal(text);
      if (as_typed || std::ranges::any_of(text.word, is_capital)) return as_typed;
      for (Tile& tile : text.word)
        if (tile != kEmpty) tile = letter_of(tile);
      return legal(text);
    });
  }

  Settings settings_;
  const Tables& tables_;
  MoveFinder finder_;  // for hints
  Game game_;
  Position start_;
  std::array<std::unique_ptr<Player>, 2> players_;
  std::array<std::string, 2> names_;
  GameRecord record_;
  bool resigned_ = false;
  TableView view_;
};

// Strong within a fraction of a second per move, and limited by work, not time, so that a seed
// determines the game.
const char* default_player(const cxxopts::ParseResult& parsed, const Tables& tables) {
  const bool network = given(parsed, "net") || !own_network(parsed, tables).empty();
  return network ? "sim+net" : "sim";
}

// All settings but the tables.
Outcome<TerminalGame::Settings> settings_of(const cxxopts::ParseResult& parsed,
                                            const Tables& tables) {
  const bool json = given(parsed, "json");
  TerminalGame::Settings settings;
  if (given(parsed, "human")) {
    settings.human = within(parsed, "human", 1, 2) - 1;
    refuse_unused(parsed, {"p" + std::to_string(*settings.human + 1)}, "where a human plays");
    if (json) return usage_error("--json is for games without a human");
  }
  for (const int seat : {0, 1}) {
    if (settings.human == seat) continue;
    const std::string option = "p" + std::to_string(seat + 1);
    const auto spec = PlayerSpec::parse(text_of(parsed, option, default_player(parsed, tables)));
    if (!spec) return usage_error(spec.error().message);
    settings.players[static_cast<std::size_t>(seat)] = *spec;
  }
  settings.seed = given(parsed, "seed") ? seed_of(parsed) : std::random_device{}();
  settings.delay = given(parsed, "delay")             ? within(parsed, "delay", 0)
                   : on_terminal() && !settings.human ? 500
                                                      : 0;
  settings.quiet = json;
  return settings;
}

Outcome<int> run_play(const cxxopts::ParseResult& parsed) {
  const auto tables = load_tables(parsed);
  if (!tables) return tl::unexpected(tables.error());
  auto settings = settings_of(parsed, *tables);
  if (!settings) return tl::unexpected(settings.error());
  const auto wins = load_wins(parsed, *tables);
  if (!wins) return tl::unexpected(wins.error());
  const auto plays_by_network = [](const PlayerSpec& spec) { return spec.needs_network(); };
  LoadedNetwork network;
  if (std::ranges::any_of(settings->players, plays_by_network)) {
    const auto loaded = load_network(parsed, "net", *tables);
    if (!loaded) return tl::unexpected(loaded.error());
    network = *loaded;
  } else {
    refuse_unused(parsed, {"net"}, "where no player has a network");
  }
  settings->tables = {tables->lexicon.get(), tables->leaves.get(), network.get(), &*wins};

  const auto file = output_of(parsed, "gcg");
  if (!file) return tl::unexpected(file.error());
  if (given(parsed, "gcg")) {  // so that an interrupted game is written, too
    catch_interrupts(WaitingRead::kEnds);
    std::signal(SIGPIPE, SIG_IGN);
  }

  const bool json = settings->quiet;
  TerminalGame game(*tables, *settings);
  const bool finished = game.run();
  if (finished && !json) game.print_result();
  if (!file->empty()) {
    const auto written =
        game.gcg().and_then([&](const GcgGame& gcg) { return write_file(*file, write_gcg(gcg)); });
    if (!written) return input_error("write-failed", written.error());
  }
  if (!finished && interrupted())
    return interruption("interrupted; what was played is in " + in_quotes(*file));
  if (json) print(game.json());
  return kDone;
}

}  // namespace

int play_command(int argc, char** argv) {
  cxxopts::Options options =
      command_options("play", "Plays one game on the terminal, against itself or against you.\n\n" +
                                  players_help());
  options.add_options()("p1", "Player 1 (default: sim+net, or sim for lexica without a network)",
                        cxxopts::value<std::string>(), "PLAYER");
  options.add_options()("p2", "Player 2 (default: the same)", cxxopts::value<std::string>(),
                        "PLAYER");
  options.add_options()("human",
                        "You are player 1 or 2; `help` at the prompt lists what you can say",
                        cxxopts::value<int>(), "1|2");
  options.add_options()("seed", "Seed of the draws (default: random)",
                        cxxopts::value<std::uint64_t>(), "S");
  options.add_options()("delay",
                        "Pause after each turn (default on a terminal, without --human: 500)",
                        cxxopts::value<int>(), "MS");
  options.add_options()(
      "gcg", "Write the game to a file; if it is broken off, `gcg cgp` prints the position",
      cxxopts::value<std::string>(), "FILE");
  add_table_options(options);
  add_net_option(options);
  return run_command(options, argc, argv, without_words(run_play));
}

}  // namespace zymurgy
