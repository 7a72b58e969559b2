#include "play/table_cache.h"

#include <utility>

namespace zymurgy {

void TableCache::configure(const TableSettings& settings) {
  if (settings == settings_) return;
  settings_ = settings;
  loaded_.reset();
}

void TableCache::forget_opponent() {
  if (loaded_) loaded_->observer.forget();
}

Result<LoadedLexicon*> TableCache::load(const std::string& code, const TileSet& tiles) {
  if (loaded_ && code_ == code && tiles_ == &tiles) return &*loaded_;
  const auto found_library = Library::from_paths(settings_.data_path);
  if (!found_library) return tl::unexpected(found_library.error());
  const Library& library = *found_library;
  auto lexicon = library.lexicon(code, tiles);
  if (!lexicon) return tl::unexpected(lexicon.error());
  const std::string name =
      settings_.leaves.empty() ? library.own_leaves(code, tiles) : settings_.leaves;
  auto leaves = library.leaves(name, tiles);
  if (!leaves) return tl::unexpected(leaves.error());
  std::shared_ptr<const nnue::Network> network;
  const std::string network_name =
      settings_.net_file.empty() ? nnue::own_network(library, code, tiles) : settings_.net_file;
  if (settings_.network && !network_name.empty()) {
    auto found = nnue::find_network(library, network_name, &tiles);
    if (!found) return tl::unexpected(found.error());
    network = *found;
  }
  const std::string wins_name =
      settings_.win_table.empty() ? own_win_table(library, code) : settings_.win_table;
  auto wins = find_win_table(library, wins_name);
  if (!wins) return tl::unexpected(wins.error());
  loaded_.emplace(LoadedLexicon{*lexicon, *leaves, name, std::move(*wins), wins_name,
                                MoveFinder(**lexicon, **leaves), network, nullptr,
                                Observer(**lexicon, **leaves)});
  if (network) loaded_->evaluator = std::make_unique<nnue::Evaluator>(*network, tiles);
  code_ = code;
  tiles_ = &tiles;
  return &*loaded_;
}

}  // namespace zymurgy
