// A tile set: the letters of a language with their spellings, counts and scores.
//
// Shipped sets live in data/tilesets/*.csv and are embedded; others may be read from text of the
// same form. Letters are numbered from 1 in the file's order, the blank is 0.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/result.h"
#include "game/tile_counts.h"

namespace zymurgy {

class TileSet {
 public:
  // CSV rows `letter,blank form,count,score,is-vowel`, the blank first. `name` is used in errors.
  static Result<TileSet> parse(std::string_view csv, std::string_view name);
  // A shipped set, by one of `shipped_names` in any case. The reference lives as long as the
  // program.
  static Result<const TileSet*> find(std::string_view name);
  static const TileSet& english();
  static std::vector<std::string> shipped_names();

  const std::string& name() const { return name_; }
  // Whether both number their letters alike; counts and scores may differ.
  bool same_letters_as(const TileSet& other) const { return upper_ == other.upper_; }
  int letters() const { return letters_; }      // without the blank
  int total() const { return counts_.size(); }  // tiles in a full bag
  int count(Letter letter) const { return counts_[letter]; }
  const TileCounts& counts() const { return counts_; }
  int score(Letter letter) const { return scores_[letter]; }
  int score_on_board(Tile tile) const { return is_blank(tile) ? 0 : scores_[tile]; }
  const std::array<std::int8_t, kLetterCodes>& scores() const { return scores_; }
  LetterSet vowels() const { return vowels_; }
  LetterSet all_letters() const { return ((LetterSet{2} << letters_) - 1) & ~LetterSet{1}; }
  // The points of a multiset of tiles.
  int points(const TileCounts& tiles) const;

  // How a tile is written: `A`, `a` for a blank, `[CH]` for tiles of several characters, `?` for
  // the unplayed blank (letter 0), '.' for an empty square.
  std::string tile_text(Tile tile) const;
  std::string letter_text(Letter letter) const { return letter == kBlank ? "?" : upper_[letter]; }
  std::string rack_text(const TileCounts& tiles) const;  // letters in order, blanks last
  std::string word_text(const Tile* tiles, int length) const;

  // Takes the first tile off `text`; `?` gives kBlank; an error names the offending character.
  // Tiles of several characters are in brackets, as `tile_text` writes them: `LL` is two Ls, `[LL]`
  // one tile. Those that no other tiles spell (Catalan's L·L, NY and QU) need none. A letter with a
  // mark may be written in two characters, Ñ as N and U+0303.
  Result<Tile> take_tile(std::string_view& text) const { return take(text, false); }
  Result<TileCounts> parse_rack(std::string_view text) const;
  // The text with brackets around whatever would otherwise be read as several tiles, and may be
  // one.
  std::string bracketed(std::string_view text) const;
  // Takes one letter off `text`, read as parse_word does without blanks; `?` gives kBlank.
  Result<Tile> take_letter(std::string_view& text) const;
  // Tiles to make words of, each letter as `take_letter` reads it.
  Result<TileCounts> parse_letters(std::string_view text) const;
  // A word as word lists and people write it: no brackets needed, and the longest spelling wins, so
  // `LL` is one tile if the set has it. Lower case is a blank only if `blanks`.
  Result<std::vector<Tile>> parse_word(std::string_view text, bool blanks = true) const;

 private:
  struct Spelling {
    std::string text;
    Tile tile;
    bool ambiguous = false;  // other tiles spell it, too
  };
  // Adds a letter from a row of the file; an error does not give the line.
  Result<void> add_row(Letter letter, std::string_view row);
  Result<void> add_spellings(Letter letter, std::string_view upper, std::string_view lower);
  bool others_spell(std::string_view text, const Spelling& spelling) const;
  Result<Tile> take(std::string_view& text, bool longest) const;
  using Take = Result<Tile> (TileSet::*)(std::string_view&) const;
  Result<TileCounts> counted(std::string_view text, Take take) const;

  std::string name_;
  int letters_ = 0;
  TileCounts counts_;
  std::array<std::int8_t, kLetterCodes> scores_{};
  LetterSet vowels_ = 0;
  std::array<std::string, kLetterCodes> upper_;
  std::array<std::string, kLetterCodes> lower_;
  std::vector<Spelling> spellings_;  // longest first
  // Spellings of tiles of several characters at the start of a capitalised word: Ch, L·l.
  std::vector<Spelling> titles_;
};

}  // namespace zymurgy
