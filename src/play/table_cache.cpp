#include "play/engine.h"

#include <algorithm>

#include "evaluate/network_finder.h"

namespace zymurgy {

void Engine::configure(const EngineSettings& settings) {
  if (settings == settings_) return;
  settings_ = settings;
  loaded_.reset();
}

void Engine::forget() {
  if (loaded_) loaded_->observer.forget();
}

Result<LoadedLexicon*> Engine::load(const std::string& code, const TileSet& tiles) {
  if (loaded_ && code_ == code && tiles_ == &tiles) return &*loaded_;
  const Library library = Library::from_paths(settings_.data_path);
  auto lexicon = library.lexicon(code, tiles);
  if (!lexicon) return tl::unexpected(lexicon.error());
  const std::string name = settings_.leaves.empty() ? library.own_leaves(code) : settings_.leaves;
  auto leaves = library.leaves(name, tiles);
  if (!leaves) return tl::unexpected(leaves.error());
  std::shared_ptr<const nnue::Network> network;
  const std::string network_name = settings_.net_file.empty()
                                       ? nnue::own_network(library, (*lexicon)->code(), tiles)
                                       : settings_.net_file;
  if (settings_.network && !network_name.empty()) {
    auto found = nnue::find_network(library, network_name, tiles);
    if (!found) return tl::unexpected(found.error());
    network = *found;
  }
  const std::string wins_name = settings_.win_table.empty()
                                    ? own_win_table(library, (*lexicon)->code())
                                    : settings_.win_table;
  auto wins = load_win_table(library, wins_name);
  if (!wins) return tl::unexpected(wins.error());
  loaded_.emplace(LoadedLexicon{*lexicon, *leaves, name, std::move(*wins), wins_name,
                                MoveFinder(**lexicon, **leaves), network, std::nullopt,
                                Observer(**lexicon, **leaves)});
  if (network) loaded_->evaluator.emplace(*network, tiles);
  code_ = code;
  tiles_ = &tiles;
  return &*loaded_;
}

std::vector<Candidate> Engine::rank(LoadedLexicon& tables, const Position& position,
                                    const RankRequest& request) {
  const bool network = tables.evaluator.has_value();
  std::vector<Candidate> ranked;
  const Lanes lanes(*tables.lexicon, position.layout(), position.board());
  const auto add = [&](const std::vector<Move>& moves) {
    for (const Move& move : moves)
      if (!holds(ranked, move))
        ranked.push_back({move, tables.finder.evaluator().equity(position, move)});
  };
  if (request.only.empty())
    ranked = network ? NetworkFinder::shortlist(tables.finder, position, lanes, request.count)
                     : tables.finder.top(position, lanes, request.count);
  add(request.only);
  add(request.also);
  if (network) {
    tables.evaluator->start(position, lanes);
    tables.evaluator->level_at(tables.finder.best(position, lanes).move);
    for (Candidate& candidate : ranked)
      candidate.equity += tables.evaluator->gain(candidate.move).win;
  }
  std::sort(ranked.begin(), ranked.end(), better);
  const auto named = [&](const Candidate& candidate) {
    const auto in = [&](const std::vector<Move>& moves) {
      return std::find(moves.begin(), moves.end(), candidate.move) != moves.end();
    };
    return in(request.only) || in(request.also);
  };
  const auto rest = ranked.begin() + std::min<std::ptrdiff_t>(request.count, std::ssize(ranked));
  ranked.erase(std::stable_partition(rest, ranked.end(), named), ranked.end());
  return ranked;
}

}  // namespace zymurgy
