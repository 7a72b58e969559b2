// Word graphs: any bytes are read or refused, and what is read can be walked, written and used.
#include "lexicon/lexicon.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zymurgy;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const TileSet& tiles = TileSet::english();
  auto graph = WordGraph::read(bytes, "fuzz", tiles);
  if (!graph) return 0;
  ZYMURGY_CHECK(graph->bytes() == bytes);
  // A few hundred bytes can spell millions of words: legal, but not worth waiting for.
  const auto few = WordGraph::read_leaves(bytes, "fuzz", tiles, 10000);
  if (!few) return 0;
  const Lexicon lexicon("fuzz", tiles, std::move(*graph));
  const WordTable& table = lexicon.words();
  lexicon.graph().for_each_word([&](const Letter* word, int length) {
    const LetterRun letters(word, static_cast<std::size_t>(length));
    ZYMURGY_CHECK(lexicon.graph().contains(letters));
    const bool fits = length >= 2 && length <= kBoardDim;
    ZYMURGY_CHECK((table.spelled_by(table.key_of(letters), length).count > 0) == fits);
  });
  return 0;
}
