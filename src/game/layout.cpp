#include "game/layout.h"

#include <optional>

#include "game/text.h"

namespace zymurgy {
namespace {

#if ZYMURGY_BOARD_DIM == 15
constexpr std::string_view kStandardName = "CrosswordGame";
constexpr std::string_view kStandardText =
    "7,7\n"
    "=  '   =   '  =\n"
    " -   \"   \"   - \n"
    "  -   ' '   -  \n"
    "'  -   '   -  '\n"
    "    -     -    \n"
    " \"   \"   \"   \" \n"
    "  '   ' '   '  \n"
    "=  '   -   '  =\n"
    "  '   ' '   '  \n"
    " \"   \"   \"   \" \n"
    "    -     -    \n"
    "'  -   '   -  '\n"
    "  -   ' '   -  \n"
    " -   \"   \"   - \n"
    "=  '   =   '  =\n";
#else
constexpr std::string_view kStandardName = "SuperCrosswordGame";
constexpr std::string_view kStandardText =
    "10,10\n"
    "~  '   =  '  =   '  ~\n"
    " -  \"   -   -   \"  - \n"
    "  -  ^   - -   ^  -  \n"
    "'  =  '   =   '  =  '\n"
    " \"  -   \"   \"   -  \" \n"
    "  ^  -   ' '   -  ^  \n"
    "   '  -   '   -  '   \n"
    "=      -     -      =\n"
    " -  \"   \"   \"   \"  - \n"
    "  -  '   ' '   '  -  \n"
    "'  =  '   -   '  =  '\n"
    "  -  '   ' '   '  -  \n"
    " -  \"   \"   \"   \"  - \n"
    "=      -     -      =\n"
    "   '  -   '   -  '   \n"
    "  ^  -   ' '   -  ^  \n"
    " \"  -   \"   \"   -  \" \n"
    "'  =  '   =   '  =  '\n"
    "  -  ^   - -   ^  -  \n"
    " -  \"   -   -   \"  - \n"
    "~  '   =  '  =   '  ~\n";
#endif

std::optional<Premium> premium_of(char c) {
  if (const auto letter = kLetterMarks.find(c); letter != kLetterMarks.npos)
    return Premium{.letter = static_cast<std::uint8_t>(letter + 1)};
  if (const auto word = kWordMarks.find(c); word != kWordMarks.npos)
    return Premium{.word = static_cast<std::uint8_t>(word + 1)};
  return std::nullopt;
}

}  // namespace

std::string square_text(Square square) {
  return static_cast<char>('A' + square.col) + std::to_string(square.row + 1);
}

Result<Layout> Layout::parse(std::string_view text, std::string_view name) {
  const auto fail = [&](int line, const std::string& what) {
    return failure("layout " + std::string(name) + ", line " + std::to_string(line) + ": " + what);
  };
  Layout layout;
  layout.name_ = name;
  std::string_view start = take_line(text);
  const auto row = to_number<int>(take_until(start, ',')), col = to_number<int>(start);
  if (!row || !col || *row < 0 || *col < 0 || *row >= kBoardDim || *col >= kBoardDim)
    return fail(1, "expected the start square as row,col");
  layout.start_ = {static_cast<std::uint8_t>(*row), static_cast<std::uint8_t>(*col)};
  for (int r = 0; r < kBoardDim; ++r) {
    const std::string_view line = take_line(text);
    if (line.size() != static_cast<std::size_t>(kBoardDim))
      return fail(r + 2, "expected " + std::to_string(kBoardDim) + " squares, found " +
                             std::to_string(line.size()));
    for (int c = 0; c < kBoardDim; ++c) {
      const char square = line[c];
      const auto premium = premium_of(square);
      if (!premium) return fail(r + 2, "unknown premium " + in_quotes({&square, 1}));
      layout.premiums_[r * kBoardDim + c] = *premium;
    }
  }
  if (!text.empty()) return fail(kBoardDim + 2, "text after the last row");
  return layout;
}

const Layout& Layout::standard() {
  static const Layout layout = parse(kStandardText, kStandardName).value();
  return layout;
}

bool Layout::has_other_size(std::string_view name) {
  return name != kStandardName && (name == "CrosswordGame" || name == "SuperCrosswordGame");
}

Result<const Layout*> Layout::find(std::string_view name) {
  if (name == kStandardName) return &standard();
  if (has_other_size(name))
    return failure("layout " + std::string(name) + " does not fit this program's " +
                   std::to_string(kBoardDim) + "x" + std::to_string(kBoardDim) + " board (use " +
                   kOtherProgram + ")");
  return failure("unknown board layout " + in_quotes(name));
}

}  // namespace zymurgy
