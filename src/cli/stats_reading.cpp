#include "cli/stats_reading.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

#include "cli/gcg_input.h"
#include "cli/tables.h"
#include "game/files.h"
#include "game/packing.h"
#include "game/supply.h"
#include "game/text.h"
#include "play/game.h"
#include "play/game_log.h"
#include "protocol/gcg_record.h"
#include "review/own_racks.h"

namespace zymurgy {
namespace {

// The final scores; nothing if the game did not end.
std::optional<std::array<int, 2>> final_scores(const GcgGame& game, const Position& after) {
  bool went_out = false;
  std::array<bool, 2> penalised{};  // if nobody went out, both are
  for (const GcgEvent& event : game.events) {
    went_out |= event.kind == GcgEvent::Kind::kRackBonus;
    if (event.kind == GcgEvent::Kind::kRackPenalty)
      penalised[static_cast<std::size_t>(event.player)] = true;
  }
  if (went_out || (penalised[0] && penalised[1])) return std::array{after.score(0), after.score(1)};
  if (penalised[0] || penalised[1]) return std::nullopt;
  if (game.find_pragma("incomplete") != nullptr || !is_over(after)) return std::nullopt;
  // Scoreless turns may end a game with tiles on racks that the file does not give.
  if (!after.both_racks_known()) return std::nullopt;
  return std::array{after.final_score(0), after.final_score(1)};
}

// The lexicon that a game names; the default one if it names none or if, as reported on stderr, its
// own is not at hand and the game has English tiles (French ones have the same letters): the
// statistics of many games depend little on the lexicon.
std::string lexicon_at_hand(const Library& library, const std::string& named,
                            const TileSet& tiles) {
  const bool may_stand_in = named.empty() || tiles.name() == kDefaultTiles;
  if (library.has(named + ".kwg") || !may_stand_in) return named;
  const std::string instead(kDefaultLexicon);
  if (!named.empty())
    std::fprintf(stderr, "lexicon %s was not found: its games are judged by %s\n",
                 in_quotes(named).c_str(), instead.c_str());
  return instead;
}

}  // namespace

std::size_t Judging::at_a_time() const {
  if (own_racks > 0) return static_cast<std::size_t>(own_racks);
  return by_words() ? 256 : 1;
}

Outcome<LexiconBatch*> LexiconBatches::of(const std::string& lexicon, const TileSet& tiles) {
  auto& batch = loaded_[{lexicon, tiles.name()}];
  if (batch) return batch.get();
  const std::string own = library_.own_leaves(lexicon, tiles);
  const auto& [chosen, luck, choices, own_racks] = judging_;
  const bool needs_it = judging_.by_words() || (!chosen && own != lexicon);
  const std::string code = needs_it ? lexicon_at_hand(library_, lexicon, tiles) : lexicon;
  const std::string& leaves_name = chosen ? *chosen : own;
  const auto leaves = library_.leaves(leaves_name, tiles);
  if (!leaves) return input_error("load-failed", leaves.error());
  Result<std::shared_ptr<const LeaveTable>> racks = nullptr;
  if (!chosen && own_racks == 0) racks = library_.racks(own, tiles);
  if (!racks) return input_error("load-failed", racks.error());
  const bool values = *racks || !leaves_name.empty();
  if (!values && !chosen && own_racks == 0)
    std::fprintf(stderr, "no leaves were found for the tile set %s: its racks are not valued\n",
                 tiles.name().c_str());
  auto wins = win_table_of(library_, lexicon);
  if (!wins) return input_error("load-failed", wins.error());
  Result<std::shared_ptr<const Lexicon>> words = nullptr;
  if (judging_.by_words()) words = library_.lexicon(code, tiles);
  if (!words) return input_error("load-failed", words.error());
  batch.reset(new LexiconBatch{*leaves,
                               *racks,
                               std::move(*wins),
                               *words,
                               {.draws = luck.draws > 0,
                                .racks = own_racks > 0,
                                .choices = choices.deals > 0,
                                .values = values}});
  return batch.get();
}

Outcome<void> GamesReading::read(const std::string& file) {
  auto bytes = read_file(file);
  if (!bytes) return input_error("load-failed", bytes.error());
  files_.push_back(file);
  if (!is_packed(*bytes)) return read_gcg_text(file, *bytes);
  *bytes = std::string();  // a log's reader reads the file itself
  if (is_game_log(file)) return read_log(file);
  unreadable.push_back(file + ": neither a log of games nor a GCG");
  return {};
}

Outcome<void> GamesReading::read_log(const std::string& file) {
  auto reader = GameLogReader::open(file);
  if (!reader) return input_error("bad-log", reader.error());
  const LogHeader& header = reader->header();
  const auto start = start_of(header);
  if (!start) return input_error("bad-log", {file + ": " + start.error().message});
  const auto batch = batches_.of(header.lexicon, start->tiles());
  if (!batch) return tl::unexpected(batch.error());
  // Draws and choices are judged with the words of the lexicon.
  if (const auto& words = (*batch)->words; words && words->code() == header.lexicon) {
    if (const auto fits = check_lexicon(file, header.lexicon_name(), *words); !fits)
      return input_error("bad-log", fits.error());
  }
  GameWatcher& watcher = (*batch)->watcher;
  const auto names = player_names(header);
  for (GameRecord record;;) {
    const auto more = reader->next(record);
    if (!more) return input_error("bad-log", more.error());
    if (!*more || interrupted()) break;
    Position position = *start;
    watcher.start(record.swapped ? std::array{names[1], names[0]} : names);
    const auto played = replay(record, position, [&](const Position& before, const Turn& turn) {
      watcher.see(before, turn.move);
    });
    if (!played) return input_error("bad-log", {file + ": " + played.error().message});
    if (!position.over()) {
      ++incomplete;
      continue;
    }
    const GameOrigin origin{files_.size() - 1,
                            draws_of(start->tiles(), game_seed(header.seed, record.index)),
                            header.pairs};
    WatchedGame game = watcher.end(position, 0, {position.final_score(0), position.final_score(1)});
    if (const auto earlier = duplicates_.first_file_of(game, position.board(), origin))
      return input_error("same-game", {files_[*earlier] + " and " + file +
                                       " hold the same game, which would count twice"});
    if (const auto taken = take(**batch, std::move(game), origin); !taken) return taken;
  }
  return {};
}

Outcome<void> GamesReading::read_gcg_text(const std::string& file, std::string_view text) {
  const GcgReading gcg = read_gcg(text, letters_);
  const GcgGame& game = gcg.game;
  if (!gcg.is_game()) {
    unreadable.push_back(finding_text(file, gcg.findings.front()));
    return {};
  }
  print_findings(file, gcg);
  unsound += !gcg.findings.empty();
  const auto scores = game.events.empty() ? std::nullopt : final_scores(game, *gcg.replay.after);
  if (!scores) {
    ++incomplete;
    return {};
  }
  const Position& after = *gcg.replay.after;
  const auto batch = batches_.of(std::string(game.pragma("lexicon")), *game.tiles);
  if (!batch) return tl::unexpected(batch.error());
  GameWatcher& watcher = (*batch)->watcher;
  watcher.start({game.players[0].display_name(), game.players[1].display_name()});
  for (std::size_t i = 0; i < game.events.size(); ++i) {
    const GcgEvent& event = game.events[i];
    if (is_over(gcg.replay.before[i])) continue;  // a turn lost by a failed challenge
    const auto move = gcg.replay.withdrawn[i] ? std::optional(Move::pass()) : gcg.replay.moves[i];
    if (move && gcg.replay.knows_board(i)) {
      watcher.see(gcg.replay.before[i], *move);
    } else if (event.is_turn()) {
      watcher.miss();
    }
    for (const GcgEstimate& estimate : event.estimates)
      watcher.see_estimate(estimate.by.empty() ? "notes" : estimate.by, event.player,
                           estimate.win_percent / 100);
  }
  const auto first = std::find_if(game.events.begin(), game.events.end(),
                                  [](const GcgEvent& event) { return event.is_turn(); });
  const int mover = first == game.events.end() ? 0 : first->player;
  GameOrigin origin{files_.size() - 1};
  if (const auto seed = pair_of(game)) origin = {origin.file, draws_of(*game.tiles, *seed), true};
  WatchedGame watched = watcher.end(after, mover, *scores);
  if (const auto earlier = duplicates_.first_file_of(watched, after.board(), origin)) {
    std::fprintf(stderr, "%s: left out: it has the same game as %s\n", file.c_str(),
                 files_[*earlier].c_str());
    ++repeated;
    return {};
  }
  return take(**batch, std::move(watched), origin);
}

Outcome<void> GamesReading::take(LexiconBatch& batch, WatchedGame game, const GameOrigin& origin) {
  batch.games.push_back(std::move(game));
  batch.origins.push_back(origin);
  return batch.games.size() == batches_.judging().at_a_time() ? judge(batch) : Outcome<void>{};
}

Outcome<void> GamesReading::judge(LexiconBatch& batch) {
  std::vector<WatchedGame>& games = batch.games;
  if (games.empty()) return {};
  const auto& [chosen, luck, choices, own_racks] = batches_.judging();
  if (own_racks > 0) {
    value_by_own_racks(games);
    if (games.size() < batches_.judging().at_a_time())
      std::fprintf(stderr,
                   "only %s, where --own-racks asks for %zu: the values of their racks fit these "
                   "games more closely\n",
                   count_text(games.size(), "game").c_str(), batches_.judging().at_a_time());
  }
  if (batches_.judging().by_words()) {
    if (!interrupt_) {
      interrupt_.emplace();
      progress_.emplace("games", 0);
    }
    const PlayerTables tables{
        .lexicon = batch.words.get(), .leaves = batch.leaves.get(), .wins = &batch.wins};
    if (luck.draws > 0) judge_draws(games, tables, luck, batch.judged, interrupt_->token());
    if (choices.deals > 0) judge_choices(games, tables, choices, batch.judged, interrupt_->token());
    batch.judged += games.size();
    judged_ += static_cast<std::int64_t>(games.size());
    progress_->update(judged_);
  }
  // Games that an interruption left without a judgement are not counted.
  for (std::size_t i = 0; i < games.size() && !interrupted(); ++i)
    pairing_.add(std::move(games[i]), batch.origins[i]);
  games.clear();
  batch.origins.clear();
  return {};
}

Outcome<void> GamesReading::finish() {
  for (const auto& [lexicon, batch] : batches_.loaded())
    if (const auto judged = judge(*batch); !judged) return judged;
  pairing_.finish();
  progress_.reset();
  return {};
}

std::optional<std::array<std::string, 2>> GamesReading::same_draws() const {
  const auto& files = pairing_.same_draws();
  if (!files) return std::nullopt;
  return std::array{files_[files->front()], files_[files->back()]};
}

}  // namespace zymurgy
