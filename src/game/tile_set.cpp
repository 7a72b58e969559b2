#include "game/tile_set.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "game/embedded.h"
#include "game/encoding.h"
#include "game/text.h"

namespace zymurgy {
namespace {

bool read_number(std::string_view text, int low, int high, int& value) {
  const auto number = to_number<int>(text);
  value = number.value_or(0);
  return number && value >= low && value <= high;
}

std::string in_brackets(const std::string& text) {
  return utf8_length(text) == text.size() ? text : "[" + text + "]";
}

}  // namespace

Result<TileSet> TileSet::parse(std::string_view csv, std::string_view name) {
  TileSet set;
  set.name_ = name;
  const std::string its_name = "tile set " + set.name_;
  Letter letter = kBlank;
  for (int line = 1; !csv.empty(); ++line) {
    const std::string_view row = take_line(csv);
    if (row.empty()) continue;
    if (const auto added = set.add_row(letter, row); !added)
      return failure(its_name + ", line " + std::to_string(line) + ": " + added.error().message);
    ++letter;
  }
  if (letter < 2) return failure(its_name + " has no letters");
  set.letters_ = letter - 1;
  std::stable_sort(
      set.spellings_.begin(), set.spellings_.end(),
      [](const Spelling& a, const Spelling& b) { return a.text.size() > b.text.size(); });
  for (Spelling& spelling : set.spellings_)
    spelling.ambiguous = set.others_spell(spelling.text, spelling);
  return set;
}

Result<void> TileSet::add_row(Letter letter, std::string_view row) {
  const auto cells = split(row, ',');
  int count = 0, score = 0, vowel = 0;
  if (cells.size() != 5) return failure("expected letter,blank form,count,score,is-vowel");
  if (!read_number(cells[2], 0, 255, count)) return failure("count must be 0 to 255");
  if (!read_number(cells[3], 0, 100, score)) return failure("score must be 0 to 100");
  if (!read_number(cells[4], 0, 1, vowel)) return failure("is-vowel must be 0 or 1");
  if ((letter == kBlank) != (cells[0] == "?"))
    return failure("the blank, '?', must come first, and only once");
  if (letter > kMaxLetters) return failure("more than " + std::to_string(kMaxLetters) + " letters");
  if (cells[0].empty() || cells[1].empty() || cells[0].size() > 8 || cells[1].size() > 8)
    return failure("a letter is written with 1 to 8 bytes");
  if (letter != kBlank)
    if (const auto added = add_spellings(letter, cells[0], cells[1]); !added) return added;
  upper_[letter] = cells[0];
  lower_[letter] = cells[1];
  counts_.add(letter, count);
  scores_[letter] = static_cast<std::int8_t>(score);
  if (vowel != 0) vowels_ |= set_of(letter);
  return {};
}

Result<void> TileSet::add_spellings(Letter letter, std::string_view upper, std::string_view lower) {
  if (upper == lower) return failure("a blank must be written differently from its letter");
  for (const std::string_view text : {upper, lower}) {
    // Half a UTF-8 character could be the beginning of another.
    if (!is_utf8(text)) return failure("a letter is not in UTF-8");
    if (text.find_first_of("[]().?/ \t") != std::string_view::npos ||
        (text.front() >= '0' && text.front() <= '9'))
      return failure("'" + std::string(text) + "' cannot stand for a letter");
    for (const Spelling& other : spellings_)
      if (other.text == text) return failure("'" + std::string(text) + "' occurs twice");
  }
  for (const auto& [text, tile] : {std::pair(upper, letter), {lower, blank_as(letter)}}) {
    spellings_.push_back({std::string(text), tile});
    if (std::string apart = decomposed(text); apart != text)
      spellings_.push_back({std::move(apart), tile});
  }
  if (const auto first = utf8_length(upper); first < upper.size())
    titles_.push_back(
        {std::string(upper.substr(0, first)) + std::string(lower.substr(utf8_length(lower))),
         letter});
  return {};
}

bool TileSet::others_spell(std::string_view text, const Spelling& spelling) const {
  return text.empty() ||
         std::any_of(spellings_.begin(), spellings_.end(), [&](const Spelling& other) {
           return &other != &spelling && text.starts_with(other.text) &&
                  others_spell(text.substr(other.text.size()), spelling);
         });
}

Result<const TileSet*> TileSet::find(std::string_view name) {
  static const auto shipped = [] {
    std::map<std::string, TileSet, std::less<>> sets;
    for (const std::string& known : shipped_names())
      sets.emplace(known, parse(*embedded_file(known + ".csv"), known).value());
    return sets;
  }();
  if (const auto found = shipped.find(lower(name)); found != shipped.end()) return &found->second;
  std::string known;
  for (const auto& [its_name, set] : shipped) known += " " + its_name;
  return failure("unknown tile set " + in_quotes(name) + " (known:" + known + ")");
}

const TileSet& TileSet::english() {
  static const TileSet& english = *find("english").value();
  return english;
}

std::vector<std::string> TileSet::shipped_names() {
  return {"english", "english_super", "french",    "german", "spanish",
          "catalan", "polish",        "norwegian", "dutch",  "slovene"};
}

int TileSet::points(const TileCounts& tiles) const {
  int points = 0;
  for (const Letter letter : Letters(tiles.letters())) {
    points += tiles[letter] * scores_[letter];
  }
  return points;
}

std::string TileSet::tile_text(Tile tile) const {
  if (tile == kEmpty) return ".";
  return in_brackets(is_blank(tile) ? lower_[letter_of(tile)] : upper_[tile]);
}

std::string TileSet::rack_text(const TileCounts& tiles) const {
  std::string text;
  for (Letter letter = 1; letter <= letters_; ++letter)
    for (int n = tiles[letter]; n > 0; --n) text += in_brackets(upper_[letter]);
  return text + std::string(static_cast<std::size_t>(tiles[kBlank]), '?');
}

std::string TileSet::word_text(const Tile* tiles, int length) const {
  std::string text;
  for (int i = 0; i < length; ++i) text += tile_text(tiles[i]);
  return text;
}

Result<Tile> TileSet::take(std::string_view& text, bool longest) const {
  if (text.empty()) return failure("expected a tile, found nothing");
  if (text.front() == '?') {
    text.remove_prefix(1);
    return kBlank;
  }
  if (text.front() == '[') {
    const std::size_t end = text.find(']');
    const std::string_view inside = text.substr(1, end == std::string_view::npos ? end : end - 1);
    for (const Spelling& spelling : spellings_) {
      if (end == std::string_view::npos || spelling.text != inside) continue;
      text.remove_prefix(end + 1);
      return spelling.tile;
    }
    const std::size_t length = end == std::string_view::npos ? end : end + 1;
    return failure("no tile of " + name_ + " is written " + in_quotes(text.substr(0, length)));
  }
  for (const Spelling& spelling : spellings_) {
    if (!text.starts_with(spelling.text) || (spelling.ambiguous && !longest)) continue;
    const std::string_view rest = text.substr(spelling.text.size());
    if (begins_with_combining_mark(rest)) continue;  // of another letter
    text = rest;
    return spelling.tile;
  }
  return failure("no tile of " + name_ + " is written " +
                 in_quotes(text.substr(0, letter_length(text))));
}

Result<TileCounts> TileSet::parse_rack(std::string_view text) const {
  return counted(text, &TileSet::take_tile);
}

std::string TileSet::bracketed(std::string_view text) const {
  std::string result;
  for (bool inside = false; !text.empty();) {
    const auto tile = std::ranges::find_if(spellings_, [&](const Spelling& spelling) {
      return spelling.ambiguous && text.starts_with(spelling.text);
    });
    if (tile != spellings_.end() && !inside) {
      result += '[' + tile->text + ']';
      text.remove_prefix(tile->text.size());
      continue;
    }
    if (text.front() == '[' || text.front() == ']') inside = text.front() == '[';
    result += text.front();
    text.remove_prefix(1);
  }
  return result;
}

Result<TileCounts> TileSet::parse_letters(std::string_view text) const {
  return counted(text, &TileSet::take_letter);
}

Result<TileCounts> TileSet::counted(std::string_view text, Take take) const {
  TileCounts rack;
  while (!text.empty()) {
    const Result<Tile> tile = (this->*take)(text);
    if (!tile) return tl::unexpected(tile.error());
    const Letter letter = letter_of(*tile);  // a rack has no case
    if (rack[letter] == 255) return failure("more than 255 of one tile");
    rack.add(letter);
  }
  return rack;
}

Result<Tile> TileSet::take_letter(std::string_view& text) const {
  const auto title = std::find_if(titles_.begin(), titles_.end(), [&](const Spelling& spelling) {
    return text.starts_with(spelling.text);
  });
  if (title == titles_.end()) return take(text, true).map(letter_of);
  text.remove_prefix(title->text.size());
  return title->tile;
}

Result<std::vector<Tile>> TileSet::parse_word(std::string_view text, bool blanks) const {
  std::vector<Tile> word;
  while (!text.empty()) {
    const Result<Tile> tile = blanks ? take(text, true) : take_letter(text);
    if (!tile) return tl::unexpected(tile.error());
    if (*tile == kBlank)
      return failure(std::string("'?' cannot stand in a word") +
                     (blanks ? ": write a blank in lower case" : ""));
    word.push_back(*tile);
  }
  return word;
}

}  // namespace zymurgy
