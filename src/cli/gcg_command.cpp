#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/gcg_input.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "game/files.h"
#include "game/packing.h"
#include "game/supply.h"
#include "game/text.h"
#include "play/game.h"
#include "play/game_log.h"
#include "protocol/cgp.h"
#include "protocol/gcg_record.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

// A file that cannot be read is a finding too: the others are still looked at.
Result<GcgReading> check(const std::string& file, const TileSet& letters) {
  const auto text = read_text(file);
  if (!text) return tl::unexpected(text.error());
  if (is_packed(*text)) return failure(file + ": compressed, as logs of games are, so not a GCG");
  return read_gcg(*text, letters);
}

// "Ann 430, Bob 398": as the file has it at its end.
std::string standing(const GcgReading& reading) {
  std::string text;
  for (const int player : {0, 1})
    text += (player == 0 ? "" : ", ") + printable(reading.game.players[player].display_name()) +
            ' ' + std::to_string(reading.replay.after->score(player));
  return text;
}

void print_text(const std::string& file, const GcgReading& reading) {
  for (const GcgFinding& finding : reading.findings)
    std::printf("%s\n", finding_text(file, finding).c_str());
  if (!reading.findings.empty()) return;
  const char* const end = reading.game.has_ended() ? ""
                          : reading.lacks_end_adjustment()
                              ? "; the tiles left at the end are not counted"
                              : "; unfinished";
  std::printf("%s: %s, sound; %s%s\n", file.c_str(),
              count_text(reading.game.events.size(), "event").c_str(), standing(reading).c_str(),
              end);
}

Json json_of(const std::string& file, const GcgReading& reading) {
  Json players = Json::array();
  for (const int player : {0, 1})
    players.push_back({{"name", reading.game.players[player].display_name()},
                       {"score", reading.replay.after->score(player)}});
  return {{"file", file},
          {"events", reading.game.events.size()},
          {"players", std::move(players)},
          {"finished", reading.game.has_ended()},
          {"lacks_count", reading.lacks_end_adjustment()},
          {"findings", findings_json(reading.findings)}};
}

Outcome<int> check_files(const cxxopts::ParseResult& parsed) {
  const std::vector<std::string> names(parsed.unmatched().begin() + 1, parsed.unmatched().end());
  const auto letters = letters_of_gcgs(parsed);
  if (!letters) return tl::unexpected(letters.error());
  const auto found = files_at(names, {".gcg"}, "GCG");
  if (!found) return input_error("load-failed", found.error());
  const bool json = given(parsed, "json");
  bool sound = true;
  Json files = Json::array();
  for (const std::string& file : *found) {
    const auto reading = check(file, **letters);
    sound &= reading && reading->findings.empty();
    if (!reading && json)
      files.push_back({{"file", file},
                       {"events", 0},
                       {"findings", findings_json({{0, reading.error().message}})}});
    else if (!reading)
      std::printf("%s\n", reading.error().message.c_str());
    else if (json)
      files.push_back(json_of(file, *reading));
    else
      print_text(file, *reading);
  }
  if (json) print(Json{{"sound", sound}, {"files", std::move(files)}});
  return sound ? kDone : kBadInput;
}

// Writes each game of a log to FOLDER/GAME.gcg, the second games of pairs to FOLDER/GAMEb.gcg.
Outcome<int> export_log(const cxxopts::ParseResult& parsed) {
  const std::string& log = parsed.unmatched()[1];
  const std::filesystem::path folder = parsed["out"].as<std::string>();
  auto reader = GameLogReader::open(log);
  if (!reader) return input_error("bad-log", reader.error());
  const LogHeader& header = reader->header();
  const auto start = start_of(header);
  if (!start) return input_error("bad-log", {log + ": " + start.error().message});

  if (const auto made = make_folder(folder); !made)
    return input_error("write-failed", made.error());
  std::uint64_t games = 0;
  for (GameRecord record;; ++games) {
    const auto more = reader->next(record);
    if (!more)
      return input_error("bad-log", {more.error().message + "; written to " + folder.string() +
                                     " before that: " + count_text(games, "game")});
    if (!*more) break;
    const auto [p1, p2] = player_names(header);
    const auto players = record.swapped ? std::array{p2, p1} : std::array{p1, p2};
    auto game = gcg_of(record, *start, players, header.lexicon);
    if (!game) return input_error("bad-log", {log + ": " + game.error().message});
    if (header.pairs) set_pair(*game, game_seed(header.seed, record.index));
    const std::string name =
        std::to_string(record.index) + (header.pairs && record.swapped ? "b.gcg" : ".gcg");
    if (auto done = write_file(folder / name, write_gcg(*game)); !done)
      return input_error("write-failed", done.error());
  }
  if (given(parsed, "json"))
    print({{"games", games}, {"folder", folder.string()}});
  else
    std::printf("%s written to %s\n", count_text(games, "game").c_str(), folder.c_str());
  return kDone;
}

// The positions before the turns of a game, as CGPs of what the mover sees. An unfinished game has
// one more, before the turn to come. After a move that cannot be laid the board is unknown.
struct KnownPositions {
  std::vector<std::string> cgps;
  std::optional<std::size_t> endgame;  // the first of them with an empty bag
  const GcgEvent* unlaid = nullptr;    // the move that cannot be laid
};

KnownPositions known_positions(const GcgReading& reading) {
  const GcgGame& game = reading.game;
  KnownPositions known;
  const auto add = [&](Position seen) {
    if (seen.bag_size() == 0 && !known.endgame) known.endgame = known.cgps.size();
    seen.set_rack(1 - seen.on_turn(), {});
    known.cgps.push_back(cgp_text(seen, game.pragma("lexicon")));
  };
  const GcgReplay& replay = reading.replay;
  for (const std::size_t event : reading.turns())
    if (replay.knows_board(event)) add(replay.before[event]);
  if (replay.lost_at)
    known.unlaid = &game.events[*replay.lost_at];
  else if (!game.has_ended() && !is_over(*replay.after))
    add(*replay.after);
  return known;
}

// The position before turn `which`, or (`endgame`) before the first turn with an empty bag.
Outcome<std::string> position_named(const std::string& which, const KnownPositions& known,
                                    const std::string& file) {
  const auto& [cgps, endgame, unlaid] = known;
  if (which == "endgame") {
    if (!endgame)
      return input_error("bad-gcg", {file + ": it has no known turn with an empty bag"});
    return cgps[*endgame];
  }
  const auto turn = to_number<std::size_t>(which);
  if (turn && *turn > cgps.size() && unlaid != nullptr)
    return input_error("bad-gcg",
                       {"the position of turn " + which + " is not known: the move in line " +
                        std::to_string(unlaid->line) + " cannot be laid on the board"});
  if (!turn || *turn < 1 || *turn > cgps.size())
    return usage_error("expected a turn from 1 to " + std::to_string(cgps.size()) +
                       " or endgame, found " + in_quotes(which));
  return cgps[*turn - 1];
}

Outcome<int> print_positions(const cxxopts::ParseResult& parsed) {
  const std::vector<std::string>& words = parsed.unmatched();
  const auto reading = read_game(parsed, words[1]);
  if (!reading) return tl::unexpected(reading.error());
  KnownPositions known = known_positions(*reading);
  const bool one = words.size() == 3;
  if (one) {
    auto named = position_named(words[2], known, words[1]);
    if (!named) return tl::unexpected(named.error());
    known.cgps = {*std::move(named)};
  }
  if (given(parsed, "json"))
    print(Json{{"positions", known.cgps}});
  else
    for (const std::string& cgp : known.cgps) std::printf("%s\n", cgp.c_str());
  return one || known.unlaid == nullptr ? kDone : kBadInput;
}

Outcome<int> run_gcg(const cxxopts::ParseResult& parsed) {
  const std::vector<std::string>& words = parsed.unmatched();
  if (words.size() >= 2 && words.front() == "check") {
    refuse_unused(parsed, {"out"}, "with `gcg check`");
    return check_files(parsed);
  }
  if (words.size() == 2 && words.front() == "export") {
    refuse_unused(parsed, {"letters"}, "with `gcg export`");
    return export_log(parsed);
  }
  if ((words.size() == 2 || words.size() == 3) && words.front() == "cgp") {
    refuse_unused(parsed, {"out"}, "with `gcg cgp`");
    return print_positions(parsed);
  }
  std::string found;
  for (const std::string& word : words)
    found += (found.empty() ? ", found " : " ") + in_quotes(word);
  if (words.size() == 1) found += " alone";
  return usage_error("expected check FILE..., cgp FILE [TURN|endgame] or export LOG" + found);
}

}  // namespace

int gcg_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "gcg",
      "check FILE...  checks annotated games, or folders of them: totals, plays, racks, tiles. "
      "Exit status 3 if any is not sound.\n"
      "cgp FILE [N]   prints the position before turn N as a CGP (`endgame`: before the first "
      "turn with an empty bag), or without N those before all turns, each with only the mover's "
      "rack; an unfinished game has one more, before the turn to come. After a play that cannot be "
      "laid on the board there are none, and the exit status is 3.\n"
      "export LOG     writes the games of an autoplay log as GCG files named by their numbers in "
      "it, 0.gcg, 1.gcg and so on (0b.gcg: the second of a pair); existing files of these names "
      "are overwritten.\n"
      "\n`-` as FILE is standard input.",
      "check FILE... | cgp FILE [N|endgame] | export LOG");
  options.add_options()("out", "Folder for export",
                        cxxopts::value<std::string>()->default_value("."), "DIR");
  add_letters_option(options, kLettersOfGcgs);
  return run_command(options, argc, argv, run_gcg);
}

}  // namespace zymurgy
