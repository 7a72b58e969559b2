#include "play/engine.h"

#include <algorithm>
#include <filesystem>

namespace zymurgy {
namespace {

// The leaves that go with a lexicon: of the same name, beside it if it is a file. Empty if it has
// none.
std::string own_leaves(const Library& library, const std::string& code) {
  if (code.find('/') == std::string::npos) return library.has(code + ".klv2") ? code : "";
  const auto beside = std::filesystem::path(code).replace_extension(".klv2");
  std::error_code ignored;
  return std::filesystem::exists(beside, ignored) ? beside.string() : "";
}

}  // namespace

void Engine::configure(const EngineSettings& settings) {
  if (settings == settings_) return;
  settings_ = settings;
  loaded_.reset();
}

Result<LoadedLexicon*> Engine::load(const std::string& code, const TileSet& tiles) {
  if (loaded_ && code_ == code && tiles_ == &tiles) return &*loaded_;
  const Library library = Library::from_paths(settings_.data_path);
  auto lexicon = library.lexicon(code, tiles);
  if (!lexicon) return tl::unexpected(lexicon.error());
  const std::string name = settings_.leaves.empty() ? own_leaves(library, code) : settings_.leaves;
  auto leaves =
      name.empty()
          ? Result<std::shared_ptr<const LeaveTable>>(std::make_shared<const LeaveTable>(tiles))
          : library.leaves(name, tiles, true);
  if (!leaves) return tl::unexpected(leaves.error());
  loaded_.emplace(LoadedLexicon{*lexicon, *leaves, name, MoveFinder(**lexicon, **leaves)});
  code_ = code;
  tiles_ = &tiles;
  return &*loaded_;
}

std::vector<Candidate> Engine::rank(LoadedLexicon& tables, const Position& position,
                                    const RankRequest& request) {
  std::vector<Candidate> ranked;
  const auto add = [&](const std::vector<Move>& moves) {
    for (const Move& move : moves)
      if (std::none_of(ranked.begin(), ranked.end(),
                       [&](const Candidate& c) { return c.move == move; }))
        ranked.push_back({move, tables.finder.evaluator().equity(position, move)});
  };
  if (request.only.empty()) {
    const Lanes lanes(*tables.lexicon, position.layout(), position.board());
    ranked = tables.finder.top(position, lanes, request.count);
  }
  add(request.only);
  add(request.also);
  std::sort(ranked.begin(), ranked.end(), [](const Candidate& a, const Candidate& b) {
    return a.equity != b.equity ? a.equity > b.equity : Move::before(a.move, b.move);
  });
  return ranked;
}

}  // namespace zymurgy
