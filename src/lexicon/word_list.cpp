#include "lexicon/word_list.h"

namespace zymurgy {

Result<WordList> read_word_list(std::string_view text, std::string_view name,
                                const TileSet& tiles) {
  WordList list;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    const std::string_view row = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    constexpr std::string_view kSpaces = " \t\r\v\f";
    const std::string_view spelled = row.substr(0, row.find_first_of(kSpaces));
    if (spelled.empty()) {
      list.indented += row.find_first_not_of(kSpaces) != std::string_view::npos;
      continue;
    }
    auto word = tiles.parse_word(spelled, /*blanks=*/false);
    if (!word)
      return failure("word list " + std::string(name) + ", line " + std::to_string(line) + ": " +
                     word.error().message);
    if (word->size() < 2) {
      ++list.too_short;
    } else if (word->size() > WordGraph::kMaxLength) {
      ++list.too_long;
    } else {
      list.words.push_back(std::move(*word));
    }
  }
  return list;
}

}  // namespace zymurgy
