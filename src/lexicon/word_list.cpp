#include "lexicon/word_list.h"

#include <utility>

#include "game/encoding.h"
#include "game/text.h"

namespace zymurgy {

Result<WordList> read_word_list(std::string_view text, std::string_view name,
                                const TileSet& tiles) {
  WordList list;
  if (is_utf16(text))
    return failure("word list " + std::string(name) + ": the file is UTF-16: save it as UTF-8");
  text = without_byte_order_mark(text);
  for (int line = 1; !text.empty(); ++line) {
    const auto fail = [&](const std::string& what) {
      return failure("word list " + std::string(name) + ", line " + std::to_string(line) + ": " +
                     what);
    };
    const std::string_view row = take_until(text, '\n');
    std::string_view behind = row;
    take_until(behind, '\r');
    if (!trim(behind).empty()) return fail("a '\\r' must be followed by '\\n'");
    const std::string_view spelled = row.substr(0, row.find_first_of(kWhiteSpace));
    if (spelled.empty()) {
      list.indented += !trim(row).empty();
      continue;
    }
    const bool utf8 = is_utf8(spelled);
    auto word = tiles.parse_word(utf8 ? spelled : latin1_to_utf8(spelled), /*blanks=*/false);
    if (!word)
      return fail(word.error().message + (utf8 ? "" : " (it is not UTF-8 and is read as Latin-1)"));
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
