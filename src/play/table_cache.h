// What questions about positions are answered by: the data folders, the tables of one lexicon at a
// time, loaded when first asked for, and what is kept over them from one question to the next. No
// text goes in or out but names of files and the sentences of errors.
//
// One thread at a time may use it. What `load` returns is valid until `load` succeeds again or
// `configure` changes something.
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
  std::string data_path;  // folders, before those of ZYMURGY_DATA
  std::string leaves;     // a code or file; empty: the lexicon's own, or the default one's
  std::string win_table;  // a code or file; empty: the lexicon's own, or the default lexicon's
  bool network = true;    // whether a network has a say, if there is one
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
  std::shared_ptr<const nnue::Network> network;  // null without
  std::unique_ptr<nnue::Evaluator> evaluator;    // over it
  Observer observer;                             // of the opponent at hand
};

class TableCache {
 public:
  void configure(const TableSettings& settings);

  Result<LoadedLexicon*> load(const std::string& code, const TileSet& tiles);

  // What was learnt of an opponent.
  void forget_opponent();

 private:
  TableSettings settings_;
  std::string code_;  // what is loaded, and for which tiles
  const TileSet* tiles_ = nullptr;
  std::optional<LoadedLexicon> loaded_;
};

}  // namespace zymurgy
