#include "protocol/console.h"

#include "evaluate/move_evaluator.h"
#include "game/supply.h"
#include "game/text.h"
#include "play/bench.h"
#include "protocol/board_picture.h"
#include "protocol/notation.h"
#include "protocol/resolve.h"

namespace zymurgy {
namespace {

std::string with_gap(const std::string& text) { return text.empty() ? text : "  " + text; }

}  // namespace

std::string position_text(const CgpPosition& cgp) {
  const Position& position = cgp.position;
  std::string text;
  for (const std::string& line : board_picture(position)) text += line + '\n';
  for (int player = 0; player < 2; ++player)
    text += (player == position.on_turn() ? "-> player " : "   player ") +
            std::to_string(player + 1) + "  " + std::to_string(position.score(player)) +
            with_gap(position.tiles().rack_text(position.rack(player))) + '\n';
  const TileCounts rest = position.hidden();
  text += "bag " + std::to_string(position.bag_size()) + ", unseen " + std::to_string(rest.size()) +
          ": " + position.tiles().rack_text(rest) + '\n';
  if (is_over(position)) {
    text += "the game is over";
    if (position.both_racks_known())
      text += ": " + std::to_string(position.final_score(0)) + " to " +
              std::to_string(position.final_score(1));
    text += '\n';
  }
  if (position.scoreless_turns() > 0)
    text += "scoreless turns " + std::to_string(position.scoreless_turns()) + '\n';
  return text + "cgp " + cgp_text(cgp) + '\n';
}

std::string evaluation_text(LoadedLexicon& tables, const Position& position, const Move& move) {
  const Lanes lanes(*tables.lexicon, position);
  nnue::Evaluator* network = tables.evaluator.get();
  const MoveEvaluation evaluation =
      MoveEvaluator(position, lanes, tables.finder, network, tables.wins)(move);
  std::string text = "move    " + display_text(move, position) + '\n';
  if (const auto words = check_words(move, position, *tables.lexicon); !words)
    text += "phony   " + words.error().message + '\n';
  text += "score   " + points_text(move.score * kPoint) + '\n';
  text += (position.bag_size() > 0 ? "leave   " : "endgame ") + points_text(evaluation.kept) +
          with_gap(position.tiles().rack_text(evaluation.leave)) + '\n';
  if (evaluation.opening != 0) text += "opening " + points_text(evaluation.opening) + '\n';
  text += "equity  " + points_text(evaluation.equity) + '\n';
  text += "network " + (network != nullptr ? points_text(evaluation.network.win) : "none") + '\n';
  text += "spread  " + points_text(evaluation.spread) + '\n';
  return text + "win     " + fixed(100 * evaluation.win, 1) + " %\n";
}

std::string perft_text(const Perft& perft) {
  return "plays     : " + std::to_string(perft.plays) +
         "\nexchanges : " + std::to_string(perft.exchanges) +
         "\nscore sum : " + std::to_string(perft.score_sum) +
         "\nchecksum  : " + hex(perft.checksum) + '\n';
}

std::string bench_text(const BenchResult& result, const std::string& lexicon) {
  return "Lexicon         : " + lexicon + "\nSignature       : " + hex(result.signature) +
         "\nTotal time (ms) : " + fixed(result.seconds * 1000, 0) +
         "\nNodes searched  : " + std::to_string(result.nodes) +
         "\nNodes/second    : " + fixed(result.nodes_a_second(), 0) + '\n';
}

std::string compiler_text() {
  std::string text = "Zymurgy " ZYMURGY_VERSION ", board " + std::to_string(kBoardDim) + "x" +
                     std::to_string(kBoardDim) + "\nCompiled by ";
#if defined(__clang__)
  text += "clang " __clang_version__;
#elif defined(__GNUC__)
  text += "g++ " __VERSION__;
#else
  text += "another compiler";
#endif
  text += ", C++ " + std::to_string(__cplusplus);
#ifdef NDEBUG
  text += ", asserts off";
#else
  text += ", asserts on";
#endif
#ifdef __AVX512F__
  text += ", AVX-512";
#elif defined(__AVX2__)
  text += ", AVX2";
#endif
  return text + '\n';
}

}  // namespace zymurgy
