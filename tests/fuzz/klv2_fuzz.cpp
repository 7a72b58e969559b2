// Leave tables: any bytes are read or refused, and what is read survives being written.
#include "lexicon/leave_table.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zymurgy;
  // Few tiles, so that writing all leaves takes hardly any time.
  static const TileSet tiles =
      TileSet::parse("?,?,6,0,0\nA,a,6,1,1\nB,b,6,3,0\nC,c,6,3,0\n", "fuzz").value();
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto table = LeaveTable::read(bytes, "fuzz", tiles);
  if (!table) return 0;
  ZYMURGY_CHECK(table->value({}) == 0);
  ZYMURGY_CHECK(LeaveTable::read(table->to_klv2(tiles), "again", tiles) == *table);
  return 0;
}
