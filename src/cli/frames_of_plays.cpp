#include "cli/frames_of_plays.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/move_finder.h"
#include "game/supply.h"
#include "game/text.h"
#include "protocol/input.h"
#include "protocol/position_line.h"
#include "trainer-bridge/contrast_frames.h"

namespace zymurgy {
namespace {

// The position of a line, if frames can be made of it.
Result<PositionLine> read_position(const InputLine& input, const Lexicon& lexicon) {
  if (input.too_long) return failure("longer than " + std::to_string(kLongestLine) + " bytes");
  CgpDefaults defaults;
  defaults.tiles = &lexicon.tiles();
  std::string_view text = input.text;
  if (std::string_view rest = text; same_ignoring_case(take_token(rest), "position")) text = rest;
  auto line = parse_position_line(text, defaults);
  if (!line) return failure(line.error().text);
  const CgpPosition& cgp = line->cgp;
  if (!cgp.lexicon.empty() && cgp.lexicon != lexicon.code())
    return failure("the position is of lexicon " + in_quotes(cgp.lexicon) + ", not " +
                   lexicon.code());
  if (&cgp.position.tiles() != &lexicon.tiles() || &cgp.position.layout() != &Layout::standard())
    return failure("the position has other tiles or another board");
  if (is_over(cgp.position)) return failure("the game is over");
  if (cgp.position.rack().empty()) return failure("the rack on turn is not known");
  return std::move(*line);
}

trainer::MomentBuilder moment_builder_of(const std::vector<SeenTurn>& turns) {
  trainer::MomentBuilder builder;
  for (const SeenTurn& turn : turns)
    builder.played(turn.before.on_turn(), turn.stands ? turn.move : Move::pass());
  return builder;
}

}  // namespace

Result<trainer::FrameCounts> give_best_plays(std::istream& in, int most, const Tables& tables,
                                             const trainer::FramePainter& painter,
                                             const trainer::FrameSink& take) {
  trainer::FrameCounts counts;
  MoveFinder finder(*tables.lexicon, *tables.leaves);
  for (std::size_t number = 1; const auto input = read_line(in); ++number) {
    const auto line = read_position(*input, *tables.lexicon);
    if (!line)
      return failure("line " + std::to_string(number) +
                     " of the positions: " + line.error().message);
    const Position& position = line->cgp.position;
    const Lanes lanes(*tables.lexicon, position);
    std::vector<ContrastPlay> group;
    for (const Candidate& candidate : finder.top(position, lanes, most))
      group.push_back({candidate.move, candidate.equity, {}, false});
    if (auto given =
            trainer::give_group(group, position, moment_builder_of(line->turns), painter, take);
        !given)
      return tl::unexpected(given.error());
    counts.frames += group.size();
  }
  return counts;
}

}  // namespace zymurgy
