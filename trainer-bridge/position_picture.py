"""Why the student prefers one play to another, as a picture.

What a square adds is found by leaving out all that the lanes show of it: the change of the network's
correction for the play, minus the same for the play that it is compared with. Squares that both plays
leave alike thus add next to nothing, and the rest shows what the play opens and closes.
"""

from picture import (BAD, BOARD, FAINT, GOOD, INK, PALE, PLAYED, STANDARD_PREMIUMS, TILE,
                     BoardPicture, Picture)
from student import WIN, FormatError, bucket_of

STRONGEST = 14
ACROSS, DOWNWARDS, ELLIPSIS = "\u2194 ", "\u2195 ", "\u2026"


class View:
    """The network's view of one play of a dump, from which parts can be left out."""

    def __init__(self, network, position, play):
        self.network, self.position, self.play = network, position, play
        features = network.features
        self.lanes = [play["lanes"].get(str(i), places)
                      for i, places in enumerate(position["lanes"])]
        self.sums = [network.accumulator(network.lanes, features.of_lane(i, places))
                     for i, places in enumerate(self.lanes)]
        self.tile_rows = features.of_position(position)
        self.whole = self._output(self.sums, play["leave"])

    def _output(self, sums, leave):
        rows = self.tile_rows + self.network.features.of_leave(leave)
        tiles = self.network.accumulator(self.network.tiles, rows)
        return self.network.output(sums, tiles, bucket_of(self.position))[WIN] / 1000

    def of_square(self, row, col):
        """What a square contributes to the network's correction, in points."""
        sums = list(self.sums)
        for index, place in ((row, col), (BOARD + col, row)):
            without = list(self.lanes[index])
            without[place] = 0
            sums[index] = self.network.accumulator(
                self.network.lanes, self.network.features.of_lane(index, without))
        return self.whole - self._output(sums, self.play["leave"])

    def of_leave(self):
        return self.whole - self._output(self.sums, [])

    def square_text(self, row, col):
        what = self.lanes[row][col]
        if isinstance(what, int) and what != 0:
            return self.tile_text(what)
        parts = []
        for name, places in ((ACROSS, what), (DOWNWARDS, self.lanes[BOARD + col][row])):
            if isinstance(places, list):
                letters = self.tiles_text(places[1:], "none")
                parts.append(name + (letters if len(letters) <= 7 else letters[:6] + ELLIPSIS))
        return "  ".join(parts) or "open"

    def tile_text(self, place):
        features = self.network.features
        return features.tiles[place] if place > 0 else features.blanks[-place]

    def tiles_text(self, letters, if_none):
        return "".join(self.network.features.tiles[letter] for letter in letters) or if_none

    def leave_text(self):
        return self.tiles_text(self.play["leave"], "nothing")


def chosen_plays(position, move):
    """The play to explain, and the one to compare it with: the static best, or else the second."""
    plays = position["plays"]
    if move is None:
        play = max(plays, key=lambda p: p["equity"] + p["network"])
    else:
        found = [p for p in plays if p["move"] == move]
        if not found:
            raise FormatError(f"{move} is not among the best: "
                              + ", ".join(p["move"] for p in plays))
        play = found[0]
    if len(plays) == 1:
        raise FormatError("there is nothing to compare the only play with")
    return play, plays[1] if play is plays[0] else plays[0]


def draw_board(picture, view, x, y, cell, tints=None, scale=1.0):
    board = BoardPicture(picture, x, y, cell)
    for row in range(BOARD):
        for col in range(BOARD):
            what = view.lanes[row][col]
            if isinstance(what, int) and what != 0:
                old = view.position["lanes"][row][col]
                new = isinstance(old, list) or old == 0
                fill = PALE if tints else PLAYED if new else TILE
                board.tile(row, col, view.tile_text(what), what < 0, fill)
                if new and tints:
                    board.outline(row, col, PLAYED)
            elif tints:
                board.square(row, col)
            elif (row, col) in STANDARD_PREMIUMS:
                board.premium(row, col, STANDARD_PREMIUMS[row, col])
            else:
                board.square(row, col)
            if tints:
                board.tint(row, col, tints[row, col], scale)


def draw_plays(picture, position, play, other, x, y):
    picture.heading(x, y, "Plays, in points")
    for at, title in ((205, "score"), (280, "static"), (360, "network"), (440, "together")):
        picture.text(x + at, y + 22, title, 11, FAINT, "end")
    order = sorted(position["plays"], key=lambda p: -p["equity"] - p["network"])
    for i, each in enumerate(order):
        at = y + 42 + 19 * i
        weight = "bold" if each in (play, other) else "normal"
        picture.text(x, at, each["move"], 12, weight=weight)
        picture.text(x + 205, at, str(each["score"]), 12, anchor="end", weight=weight)
        picture.text(x + 280, at, f"{each['equity'] / 1000:.2f}", 12, anchor="end", weight=weight)
        picture.text(x + 360, at, f"{each['network'] / 1000:+.2f}", 12,
                     GOOD if each["network"] > 0 else BAD if each["network"] < 0 else FAINT, "end",
                     weight)
        picture.text(x + 440, at, f"{(each['equity'] + each['network']) / 1000:.2f}", 12,
                     anchor="end", weight=weight)


def draw_contributions(picture, items, x, y):
    picture.heading(x, y, "What makes the difference")
    scale = max(abs(value) for _, value, _, _ in items) or 1
    for at, title in ((250, "after this play"), (430, "after the other")):
        picture.text(x + at, y + 22, title, 11, FAINT)
    for i, (name, value, here, there) in enumerate(items):
        at = y + 42 + 19 * i
        picture.text(x, at, name, 12, INK)
        picture.bar(x + 55, at - 10, value, scale, 120)
        picture.text(x + 235, at, f"{value:+.2f}", 12, GOOD if value > 0 else BAD, "end")
        picture.text(x + 250, at, here, 12)
        picture.text(x + 430, at, there, 12, FAINT if here == there else INK)


def draw(network, position, move):
    # The level of the network's corrections means nothing: they are shown relative to the first play's.
    level = position["plays"][0]["network"][WIN]
    for each in position["plays"]:
        each["network"] = each["network"][WIN] - level
    play, other = chosen_plays(position, move)
    here, there = View(network, position, play), View(network, position, other)
    squares = {(row, col): here.of_square(row, col) - there.of_square(row, col)
               for row in range(BOARD) for col in range(BOARD)}
    items = [(f"{chr(ord('A') + col)}{row + 1}", value, here.square_text(row, col),
              there.square_text(row, col)) for (row, col), value in squares.items()]
    items.append(("leave", here.of_leave() - there.of_leave(), here.leave_text(),
                  there.leave_text()))
    items.sort(key=lambda item: -abs(item[1]))

    picture = Picture(1180, 1000)
    difference = (play["network"] - other["network"]) / 1000
    picture.text(30, 32, f"{play['move']} beside {other['move']}", 18, weight="bold")
    picture.text(30, 54, f"the network: {difference:+.2f} points; static: "
                         f"{(play['equity'] - other['equity']) / 1000:+.2f}", 13, FAINT)
    picture.text(1150, 32, f"network {network.width} wide, letters {network.tile_set}", 12, FAINT,
                 "end")
    cell = 34
    picture.heading(50, 92, f"After {play['move']}: what each square adds to the difference")
    draw_board(picture, here, 50, 122, cell, squares, max(0.1, abs(items[0][1])))
    picture.heading(640, 92, f"After {other['move']}")
    draw_board(picture, there, 640, 122, cell)
    draw_plays(picture, position, play, other, 30, 672)
    draw_contributions(picture, items[:STRONGEST], 560, 672)
    return picture
