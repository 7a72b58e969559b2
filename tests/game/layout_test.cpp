#include "game/layout.h"

#include <doctest/doctest.h>

#include <map>

namespace zymurgy {
namespace {

std::string blank_layout(std::string start) {
  for (int row = 0; row < kBoardDim; ++row) start += "\n" + std::string(kBoardDim, ' ');
  return start;
}

TEST_CASE("the standard layout has the premiums of the board") {
  const Layout& layout = Layout::standard();
  std::map<std::pair<int, int>, int> squares;
  for (int i = 0; i < kSquares; ++i) ++squares[{layout.at(i).letter, layout.at(i).word}];
  CHECK(layout.start() == Square{kBoardDim / 2, kBoardDim / 2});
  CHECK(layout.at(layout.start().index()) == Premium{1, 2});
  if (kBoardDim == 15) {
    CHECK(squares[{2, 1}] == 24);
    CHECK(squares[{3, 1}] == 12);
    CHECK(squares[{1, 2}] == 17);
    CHECK(squares[{1, 3}] == 8);
  } else {
    CHECK(squares[{4, 1}] == 8);
    CHECK(squares[{1, 4}] == 4);
  }
  for (int r = 0; r < kBoardDim; ++r) {
    for (int c = 0; c < kBoardDim; ++c) {
      CHECK(layout.at(r, c) == layout.at(c, r));
      CHECK(layout.at(r, c) == layout.at(kBoardDim - 1 - r, c));
    }
  }
}

TEST_CASE("layouts are found by name, if they have this board's size") {
  const bool standard = kBoardDim == 15;
  CHECK(Layout::find("CrosswordGame").has_value() == standard);
  CHECK(Layout::find("SuperCrosswordGame").has_value() == !standard);
  const auto other = Layout::find(standard ? "SuperCrosswordGame" : "CrosswordGame");
  CHECK(other.error().message.find("does not fit this program's") != std::string::npos);
  CHECK(Layout::find("Chess").error().message == "unknown board layout 'Chess'");
}

TEST_CASE("a layout's errors name the line") {
  const auto error = [](const std::string& text) {
    const auto layout = Layout::parse(text, "test");
    return layout ? "" : layout.error().message;
  };
  CHECK(error(blank_layout("0,3")) == "");
  CHECK(error(blank_layout("0,3") + "\n") == "");
  for (const std::string start : {"", "7", "7,", "7;7", "-1,3", "3,99", "3,3x", "99999999999,1"}) {
    CAPTURE(start);
    CHECK(error(blank_layout(start)) ==
          "layout test, line 1: expected the start square as row,col");
  }
  CHECK(error("3,3\n ").starts_with("layout test, line 2: expected "));
  CHECK(error("3,3\n" + std::string(kBoardDim, '#')) == "layout test, line 2: unknown premium '#'");
  CHECK(error(blank_layout("3,3") + "\nmore").find("text after the last row") != std::string::npos);
}

}  // namespace
}  // namespace zymurgy
