// What is needed to answer questions about positions: the data folders, the tables of one lexicon
// at a time, loaded on first use, and what is kept with them from one question to the next. Text
// goes in and out only as file names and error messages.
//
// Only one thread at a time may use it. The result of `load` is valid until `load` succeeds again
// or `configure` changes something.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "evaluate/move_finder.h"
#include "evaluate/win_table.h"
#include "inference/observer.h"
#include "lexicon/library.h"
#include "nnue/evaluator.h"

namespace zymurgy {

struct TableSettings {
  std::string data_path;  // folders, searched before those of ZYMURGY_DATA
  std::string leaves;     // a code or file; empty: the lexicon's own, or the default lexicon's
  std::string win_table;  // a code or file; empty: the lexicon's own, or the default lexicon's
  bool network = true;    // whether to use a network, if there is one
  std::string net_file;   // a code or file; empty: the one that goes with the lexicon
  bool operator==(const TableSettings&) const = default;
};

struct LoadedLexicon {
  std::shared_ptr<const Lexicon> lexicon;
  std::shared_ptr<const LeaveTable> leaves;
  std::string leaves_name;  // empty if every leave is 0
  WinTable wins;
  std::string wins_name;
  MoveFinder finder;
  std::shared_ptr<const nnue::Network> network;  // null if there is none
  std::unique_ptr<nnue::Evaluator> evaluator;    // of `network`
  Observer observer;                             // of the current opponent
};

class TableCache {
 public:
  void configure(const TableSettings& settings);

  Result<LoadedLexicon*> load(const std::string& code, const TileSet& tiles);

  // Drops what was learned about an opponent.
  void forget_opponent();

 private:
  TableSettings settings_;
  std::string code_;  // of the loaded lexicon, with its tiles
  const TileSet* tiles_ = nullptr;
  std::optional<LoadedLexicon> loaded_;
};

}  // namespace zymurgy
