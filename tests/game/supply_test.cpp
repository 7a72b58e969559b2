#include "game/supply.h"

#include <doctest/doctest.h>

#include "support/tiles.h"

namespace zymurgy {
namespace {

using test::tiles;

TEST_CASE("a rack holds no more tiles than it has room for, whichever they are") {
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, tiles("AEINS"));
  CHECK(check_holds(position, tiles("QZ")));
  CHECK(!check_holds(position, tiles("QXZ")));
}

TEST_CASE("of a tile that is missing it is told how many there are") {
  Position position(TileSet::english(), Layout::standard());
  const auto error = [&](const char* needed) {
    return check_holds(position, tiles(needed)).error().message;
  };
  position.set_rack(0, tiles("GMRUYYZ"));
  CHECK(error("A") == "tile A is not on the rack 'GMRUYYZ'");
  CHECK(error("YYY") == "tile Y: 3 are needed, but the rack 'GMRUYYZ' has 2");
  position.set_rack(0, tiles("EMRUYY"));
  CHECK(error("EEE") == "tile E: 3 are needed, but the rack 'EMRUYY' can hold 2");
  CHECK(error("YYY") == "tile Y: 3 are needed, but the rack 'EMRUYY' has 2");
  position.set_rack(0, tiles("AEINS"));
  CHECK(error("AQXZ") == "tiles QXZ are not on the rack 'AEINS', which has room for 2 more");
}

TEST_CASE("with the bag empty a rack holds what is on neither the board nor the other rack") {
  const TileSet few = TileSet::parse("?,?,0,0,0\nA,a,6,1,1\nB,b,6,1,0\n", "few").value();
  Position end(few, Layout::standard());
  end.set_rack(0, few.parse_rack("AAA").value());
  end.set_rack(1, few.parse_rack("BBBBBB").value());
  CHECK(check_holds(end, few.parse_rack("AAAAAA").value()));
  end.set_rack(1, few.parse_rack("ABBBBBB").value());
  CHECK(check_holds(end, few.parse_rack("AAAAA").value()));
  CHECK(!check_holds(end, few.parse_rack("AAAAAA").value()));
}

TEST_CASE("a rack that is not known, or is all there can be, is no part of one") {
  Position position(TileSet::english(), Layout::standard());
  CHECK(!rack_partly_known(position));
  position.set_rack(0, tiles("QU"));
  CHECK(rack_partly_known(position));
  const TileSet nine = TileSet::parse("?,?,0,0,0\nA,a,9,1,1\n", "nine").value();
  Position end(nine, Layout::standard());
  end.set_rack(0, nine.parse_rack("AA").value());
  CHECK(!rack_partly_known(end));
}

}  // namespace
}  // namespace zymurgy
