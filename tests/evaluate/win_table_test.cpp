#include "evaluate/win_table.h"

#include <doctest/doctest.h>

using namespace zymurgy;

TEST_CASE("the shipped win table reads back as it was written, and makes sense") {
  const WinTable table = win_table_of(Library(), "OEL1").value();
  const auto read = WinTable::read(table.bytes(), "test");
  REQUIRE(read);
  CHECK(*read == table);
  const int most = kBoardDim == 15 ? 93 : 193;  // of this board's tiles
  CHECK(table.max_unseen() == most);
  CHECK(table.win_chance(0, most) > 0.5);
  CHECK(table.win_chance(0, most) < 0.6);
  CHECK(table.win_chance(100, most) < table.win_chance(100, 10));
  CHECK(table.win_chance(600, 5) > 0.99);
  CHECK(table.win_chance(-1000, 5) < 0.01);
  for (int unseen = 1; unseen <= most; ++unseen)
    for (int spread = -599; spread <= 600; ++spread)
      REQUIRE(table.at(spread, unseen) >= table.at(spread - 1, unseen));
  // Other lexica without a table use it.
  CHECK(win_table_of(Library(), "NIX").value() == table);
  CHECK(!WinTable::read(table.bytes().substr(0, 5000), "test"));
}

TEST_CASE("the community's tables are read in both forms, and bad ones refused") {
  // Games, then doubled wins for spreads -2 to 2; the second row has no games.
  const auto counts = WinTable::read("10,0,5,10,15,20\n0,0,0,0,0,0\n10,1,6,11,16,20\n", "counts");
  REQUIRE(counts);
  CHECK(counts->win_chance(0, 1) == doctest::Approx(0.5));
  CHECK(counts->win_chance(1, 2) == doctest::Approx(0.75).epsilon(1e-4));
  CHECK(counts->win_chance(-2, 3) == doctest::Approx(0.05).epsilon(1e-3));
  CHECK(counts->win_chance(300, 3) == 1);
  const auto late = WinTable::read("0,0,0,0,0,0\n0,0,0,0,0,0\n10,0,5,10,15,20\n", "no first game");
  REQUIRE(late);
  for (const int unseen : {1, 2})
    CHECK(late->win_chance(300, unseen) == doctest::Approx(0.5).epsilon(1e-4));

  const auto chances =
      WinTable::read("spread,0,1,2\n1,1,0.9,0.8\n0,0.5,0.5,0.5\n-1,0,0.1,0.2\n", "c");
  REQUIRE(chances);
  CHECK(chances->win_chance(1, 2) == doctest::Approx(0.8).epsilon(1e-4));
  CHECK(chances->win_chance(-9, 1) == doctest::Approx(0.1).epsilon(1e-3));
  CHECK(WinTable::read("s\n1, 1, 0.9 , 0.8\n0, 0.5, 0.5, 0.5\n-1, 0, 0.1, 0.2\r\n\n", "spaced") ==
        *chances);

  for (const char* bad :
       {"s\n1,1,0.9abc\n0,0.5,0.5\n-1,0,0.1\n", "", "x", "1,2\n",
        "10,0,5,10,15,25\n0,0,0,0,0,0\n1,0,0,0,0,0\n", "10,0,5,10,15\n0,0,0,0,0\n1,0,0,0,0\n",
        "s,0,1\n1,1,2\n0,0,0\n-1,0,0\n", "inf,0,5,10,15,20\n10,0,5,10,15,20\n10,0,5,10,15,20\n",
        "s,0,1\n2,1,1\n0,0.5,0.5\n-1,0,0\n"})
    CHECK_MESSAGE(!WinTable::read(bad, "bad"), bad);
  const auto no_wins = WinTable::read("10,0,5,10,15,20\n0,0,0,x,0,0\n10,0,5,10,15,20\n", "bad");
  REQUIRE(!no_wins);
  CHECK(no_wins.error().message == "bad, line 2: wins that are not a number");
}

TEST_CASE("a table of so many unseen tiles that its file cannot count them is refused") {
  const auto read = [](int unseen) {
    std::string csv = "spread\n";
    for (const char* spread : {"1", "0", "-1"}) {
      csv += spread;
      for (int i = 0; i <= unseen; ++i) csv += ",0.5";
      csv += '\n';
    }
    return WinTable::read(csv, "wide");
  };
  const WinTable widest = read(WinTable::kMaxUnseen).value();
  CHECK(WinTable::read(widest.bytes(), "widest").value() == widest);
  for (const int unseen : {WinTable::kMaxUnseen + 1, 2'000'000}) CHECK(!read(unseen));
  const auto read_counts = [](int unseen) {
    std::string row = "10", csv;
    for (int spread = -130; spread <= 130; ++spread) row += ",5";
    for (int i = 0; i < unseen; ++i) csv += row + '\n';
    return WinTable::read(csv, "long");
  };
  CHECK(read_counts(WinTable::kMaxUnseen).has_value());
  CHECK(!read_counts(WinTable::kMaxUnseen + 1));
}

TEST_CASE("a file with a chance above 1 is refused") {
  std::string bytes = WinTable(1).bytes();
  bytes[bytes.size() - 1] = '\xff';
  const auto read = WinTable::read(bytes, "odd");
  REQUIRE(!read);
  CHECK(read.error().message == "odd: a chance above 1");
}

TEST_CASE("a lead is rounded to the nearest point, to either side") {
  WinTable table(1);
  for (int spread = -3; spread <= 3; ++spread) table.set(spread, 1, 100 + spread);
  const auto point = [&](Equity lead) { return table.at_lead(lead, 1) - 100; };
  for (const int sign : {-1, 1}) {
    CHECK(point(sign * 1400) == sign * 1);
    CHECK(point(sign * 1600) == sign * 2);
    CHECK(point(sign * 400) == 0);
  }
}
