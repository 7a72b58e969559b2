"""A frame (frame.h) as a picture: its planes over the board, its scalars decoded, all planes, and
whether its parts agree."""

import math
import string

import numpy as np

from frame_format import (BOARD, SCALAR_LAYOUTS, opened, parts_of, read_rows, scalars_of, skip_to)
from picture import ALONG, BAD, DOWN, FAINT, GOOD, INK, LAST, PLAYED, TILE, BoardPicture, Picture
from student import RACK, FormatError, Features

LETTERS = string.ascii_uppercase
TILES = "?" + LETTERS
BLANKS, LEFT_RIGHT, UP_DOWN, PREMIUMS, MOVE, LAST_MOVE = 26, 27, 53, 79, 83, 84
PREMIUM_NAMES = ("2L", "3L", "2W", "3W")
PLANE_NAMES = (list(LETTERS) + ["blank"] + ["\u2194" + letter for letter in LETTERS]
               + ["\u2195" + letter for letter in LETTERS] + list(PREMIUM_NAMES) + ["play", "last"])
POWER = "JQXZ?S"


class Frame:
    """The numbers of a frame under their names, and its tile set's count of each tile."""

    def __init__(self, floats, tile_set="english"):
        self.layout = SCALAR_LAYOUTS[scalars_of(floats.nbytes)]
        self.planes, scalars, targets = parts_of(floats)
        scalars = scalars.tolist()
        self.result, self.win, self.spread_at_end = targets.tolist()
        self.full = Features(tile_set).most
        if len(self.full) != len(TILES):
            raise FormatError(f"letters {tile_set}: frames have {len(LETTERS)}")
        self.leave, self.unseen, rest = scalars[:27], scalars[27:54], scalars[54:]
        last = 8 if self.layout == "blog-76" else 4
        self.last_move, rest = rest[:last], rest[last:]
        self.power, self.shares, self.squashed = rest[:6], rest[6:10], rest[10:13]
        self.bag = round(100 * rest[13])

    @staticmethod
    def read(path, number, tile_set="english"):
        with opened(path) as file:
            skip_to(file, number)
            rows = next(read_rows(file, 1))
        return Frame(rows[0, 1:], tile_set)

    def letters_at(self, plane, row, col):
        return "".join(letter for i, letter in enumerate(LETTERS)
                       if self.planes[plane + i, row, col] != 0)

    def kept(self):
        return [round(RACK * share) for share in self.leave]

    def unseen_counts(self):
        """Tiles unseen: the bag and a full rack, while the bag has any."""
        return [share * (self.bag + RACK) for share in self.unseen]

    def checks(self):
        """Conditions that every frame must meet, and whether this one does."""
        tiles = self.planes[:BLANKS].sum(axis=0)
        crosses = self.planes[LEFT_RIGHT:PREMIUMS].sum(axis=0)
        on_board = [round(float(self.planes[BLANKS].sum()))]
        natural = self.planes[:BLANKS] * (1 - self.planes[BLANKS])
        on_board += [round(float(plane.sum())) for plane in natural]
        here = [a + b + round(c) for a, b, c in zip(on_board, self.kept(), self.unseen_counts())]
        put_back = sum(self.full) - sum(here)  # after an exchange
        yield "planes are 0 or 1", bool(np.isin(self.planes, (0, 1)).all())
        yield "one letter a square at most", bool((tiles <= 1).all())
        yield "what was played lies there", bool((tiles[self.planes[MOVE] == 1] == 1).all())
        yield "the last play lies there", bool((tiles[self.planes[LAST_MOVE] == 1] == 1).all())
        yield "nothing fits on a tile", bool((crosses[tiles == 1] == 0).all())
        yield "no premium under a tile", bool((self.planes[PREMIUMS:MOVE, tiles == 1] == 0).all())
        yield "unseen tiles are whole", all(abs(n - round(n)) < 0.01 for n in self.unseen_counts())
        yield ("board, kept and unseen make the set" if put_back == 0 else
               f"{put_back} tiles to put back"), (
                   all(a <= b for a, b in zip(here, self.full)) and
                   (put_back == 0 or self.planes[MOVE].sum() == 0))


def unsquashed(value, centre, scale):
    return centre + scale * math.atanh(max(-0.999999, min(0.999999, value)))


def draw_board(picture, frame, x, y, cell):
    board = BoardPicture(picture, x, y, cell)
    for row in range(BOARD):
        for col in range(BOARD):
            letters = frame.letters_at(0, row, col)
            if letters:
                fill = (PLAYED if frame.planes[MOVE, row, col] else
                        LAST if frame.planes[LAST_MOVE, row, col] else TILE)
                board.tile(row, col, letters, frame.planes[BLANKS, row, col] != 0, fill)
                continue
            fitting = [frame.letters_at(plane, row, col) for plane in (LEFT_RIGHT, UP_DOWN)]
            board.square(row, col)
            for i, name in enumerate(PREMIUM_NAMES):
                if frame.planes[PREMIUMS + i, row, col]:
                    board.premium(row, col, name, named=len("".join(fitting)) == 2 * 26)
            for half, (letters, colour) in enumerate(zip(fitting, (ALONG, DOWN))):
                if len(letters) < 26:
                    board.fitting(row, col, letters, colour, half)
    bottom = y + BOARD * cell + 18
    for at, fill, text in ((0, PLAYED, "this play"), (110, LAST, "opponent's last play"),
                           (280, None, "\u2194 fits left and right"), (430, None, "\u2195 above and below")):
        if fill:
            picture.rect(x + at, bottom - 10, 12, 12, fill, FAINT)
        colour = INK if fill else ALONG if at == 280 else DOWN
        picture.text(x + at + (18 if fill else 0), bottom, text, 11, colour)


def last_move_text(frame):
    if frame.layout == "blog-76":
        size = [i for i in range(1, 8) if frame.last_move[i]]
        return [("exchange of", str(size[0]) if size else "?")] if frame.last_move[0] else [
            ("exchange", "no")]
    if not any(frame.last_move):
        return [("last move", "none yet")]
    score, played, exchanged, since = frame.last_move
    return [("score", f"{unsquashed(score, 45, 40):.0f}"), ("tiles played", f"{7 * played:.0f}"),
            ("tiles exchanged", f"{7 * exchanged:.0f}"),
            ("turns since its last bingo", f"{25 * since:.0f}")]


def draw_table(picture, x, y, title, rows, width=270):
    picture.heading(x, y, title)
    for i, (name, value) in enumerate(rows, 1):
        picture.text(x, y + 20 * i, name, 12, FAINT)
        picture.text(x + width, y + 20 * i, value, 12, INK, "end")
    return y + 20 * len(rows) + 34


def draw_unseen(picture, frame, x, y):
    picture.heading(x, y, "Tiles unseen")
    counts = frame.unseen_counts()
    for i, (letter, count) in enumerate(zip(TILES, counts)):
        at = x + 21 * i
        whole = abs(count - round(count)) < 0.01
        picture.rect(at, y + 90 - 5.5 * count, 15, 5.5 * count, ALONG if whole else BAD, opacity=0.6)
        picture.text(at + 7.5, y + 104, letter, 11, INK, "middle")
        picture.text(at + 7.5, y + 86 - 5.5 * count, f"{count:.0f}" if whole else f"{count:.2f}", 9,
                     FAINT, "middle")


def draw(frame, title):
    picture = Picture(1240, 1150)
    picture.text(30, 34, title, 18, weight="bold")
    picture.text(1210, 34, frame.layout, 14, FAINT, "end")
    draw_board(picture, frame, 46, 76, 38)

    left, right = 650, 940
    vowels, consonants, kept_vowels, kept_consonants = frame.shares
    score, leave, spread = frame.squashed
    kept = "".join(letter * n for letter, n in zip(TILES, frame.kept())) or "nothing"
    y = draw_table(picture, left, 72, "The play", [
        ("score", f"{unsquashed(score, 45, 40):.0f}"), ("tiles kept", kept),
        ("worth", f"{round(unsquashed(leave, 10, 20), 2) + 0.0:+.2f}"),
        ("spread after it", f"{unsquashed(spread, 0, 130):+.0f}"),
        ("vowels, consonants kept", f"{100 * kept_vowels:.0f} %, {100 * kept_consonants:.0f} %")])
    draw_table(picture, left, y, "Targets", [
        ("result", f"{frame.result:+.0f}"), ("win table, some plies on", f"{frame.win:+.4f}"),
        ("final spread", f"{frame.spread_at_end:+.0f}")])
    draw_table(picture, right, 72, "What is left", [
        ("tiles in the bag", str(frame.bag)),
        ("vowels, consonants unseen", f"{100 * vowels:.0f} %, {100 * consonants:.0f} %"),
        ("unseen of " + " ".join(POWER), "  ".join(f"{p:.2g}" for p in frame.power))])
    y = draw_table(picture, right, 72 + 3 * 20 + 34, "The opponent", last_move_text(frame))
    draw_unseen(picture, frame, left, 330)
    picture.heading(left, 478, "Checks")
    for i, (text, holds) in enumerate(frame.checks()):
        picture.text(left + 290 * (i // 4), 500 + 20 * (i % 4), ("\u2713 " if holds else "\u2717 ") + text, 12,
                     GOOD if holds else BAD)

    picture.heading(30, 712, "All planes")
    for i, name in enumerate(PLANE_NAMES):
        x, y = 30 + 70 * (i % 17), 740 + 82 * (i // 17)
        colour = ALONG if LEFT_RIGHT <= i < UP_DOWN else DOWN if UP_DOWN <= i < PREMIUMS else INK
        picture.text(x, y - 4, name, 10, colour)
        picture.plane(x, y, 58, frame.planes[i], colour)
    return picture
