"""The student network again, in plain numpy, to check the engine's integers against.

Reads a network file (nnue/network.h) and the student it was rounded from (student.h), makes the
features of a position that `zymurgy net dump` shows (nnue/features.h), and evaluates its plays as
the engine does (nnue/reference.cpp), or in floating point as they were trained.

Nothing here is fast, and nothing is shared with the engine's code.
"""

import math
import os
import struct
import subprocess

import numpy as np

from frame_format import BOARD

RACK = 7
LANE_CLASSES = (BOARD + 1) // 2
POINT_STEPS = (2, 4, 7, 11)
UNSEEN_STEPS = (8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 23, 27, 32, 38, 45, 52, 60, 70, 80, 90)
BUCKET_STEPS = (8, 14, 23, 36, 52, 70)
WIN = 0  # the first head
HEADS = 2
LEAD_STEPS = (-22, -17, -14, -11.5, -9.5, -7.5, -6, -4.6, -3.4, -2.3, -1.2, 0,
              1.2, 2.3, 3.4, 4.6, 6, 7.5, 9.5, 11.5, 14, 17, 22)

BUCKETS = len(BUCKET_STEPS) + 1

# For the integers.
MOST_ONE = 508
MOST_INPUT = 127
POOL_SHIFT = 7
OWN_SHIFT = 3
MOST_WEIGHT = 127
MIX_SHIFT = 15
HIDDEN_SUM = 1 << 24
HIDDEN_ONE = 1024
HIDDEN_SHIFT = 14
OUTPUT_SHIFT = 10
# For the floats.
POOL_SCALE = 1 / 8
POOL_STEPS = MOST_ONE / (1 << POOL_SHIFT)
OWN_STEPS = MOST_ONE / (1 << OWN_SHIFT)
OUTPUT_POINTS = 16

TILE_SETS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "tilesets")


class FormatError(Exception):
    """What is wrong with a file, naming the file and the part."""


def unpacked(path):
    """The content of a file, which may be packed by zstd."""
    with open(path, "rb") as file:
        packed = file.read()
    if not packed.startswith(b"\x28\xb5\x2f\xfd"):
        return packed
    try:
        done = subprocess.run(["zstd", "-dcq"], input=packed, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise FormatError(f"{path}: no program zstd to unpack it (apt-get install zstd)") from error
    if done.returncode != 0:
        raise FormatError(f"{path}: {done.stderr.decode().strip() or 'not a zstd file'}")
    return done.stdout


def checksum(content):
    mask = (1 << 64) - 1
    total = len(content)
    for (word,) in struct.iter_unpack("<Q", content + bytes(-len(content) % 8)):
        total = (total + 0x9E3779B97F4A7C15 + word) & mask
        total ^= total >> 30
        total = total * 0xBF58476D1CE4E5B9 & mask
        total ^= total >> 27
        total = total * 0x94D049BB133111EB & mask
        total ^= total >> 31
    return total


def bucket_of(position):
    """The bucket whose heads evaluate a position."""
    unseen = sum(position["unseen"])
    return sum(unseen >= step for step in BUCKET_STEPS)


class Features:
    """Which rows of the first layer a position sets, and how the tiles are written."""

    def __init__(self, tile_set):
        path = os.path.join(TILE_SETS, tile_set + ".csv")
        if not os.path.exists(path):
            raise FormatError(f"{path}: no such letters")
        with open(path, encoding="utf-8") as file:
            rows = [line.split(",") for line in file if line.strip()]
        self.tiles = [row[0] for row in rows]
        self.blanks = [row[1] for row in rows]  # a blank as each letter
        self.most = [int(row[2]) for row in rows]
        self.letters = len(self.most) - 1
        self.place_rows = 2 * self.letters + 2 + len(POINT_STEPS)
        self.class_rows = 1 + BOARD * self.place_rows
        self.lane_rows = LANE_CLASSES * self.class_rows
        row = 1
        self.leave_rows, self.unseen_rows = [], []
        for most in self.most:
            self.leave_rows.append(row)
            self.unseen_rows.append(row + RACK)
            row += RACK + most
        self.leave_size_row = row
        self.unseen_size_row = row + RACK
        self.lead_row = self.unseen_size_row + len(UNSEEN_STEPS)
        self.tile_rows = self.lead_row + len(LEAD_STEPS)

    def of_lane(self, index, places):
        """Rows of a lane. `index`: the rows of the board first, then the columns."""
        along = index % BOARD
        first = min(along, BOARD - 1 - along) * self.class_rows
        rows = [first]
        for place, what in enumerate(places):
            at = first + 1 + place * self.place_rows
            hooks = at + self.letters + 1
            if isinstance(what, list):
                points, *letters = what
                rows.append(hooks)
                rows += [hooks + letter for letter in letters]
                rows += [hooks + self.letters + 1 + i
                         for i, step in enumerate(POINT_STEPS) if points >= step]
            elif what != 0:
                rows.append(at + abs(what) - 1)
                if what < 0:
                    rows.append(at + self.letters)
        return rows

    def of_leave(self, leave):
        rows = [self.leave_rows[letter] + n
                for letter in set(leave) for n in range(leave.count(letter))]
        return rows + [self.leave_size_row + n for n in range(len(leave))]

    def of_unseen(self, unseen):
        rows = [0]
        for letter, count in enumerate(unseen):
            rows += [self.unseen_rows[letter] + n for n in range(min(count, self.most[letter]))]
        return rows + [self.unseen_size_row + i
                       for i, step in enumerate(UNSEEN_STEPS) if sum(unseen) >= step]

    def of_lead(self, lead, unseen):
        scaled = lead / math.sqrt(max(unseen, 1))
        return [self.lead_row + i for i, step in enumerate(LEAD_STEPS) if scaled >= step]

    def of_position(self, position):
        """The tile rows that all plays of a position have."""
        unseen = position["unseen"]
        return self.of_unseen(unseen) + self.of_lead(position["lead"], sum(unseen))


class Network:
    """A network as it plays: integers."""

    MAGIC = b"zymurgy network\n"
    VERSION = 4

    def __init__(self, path):
        self.path = path
        self._rest = unpacked(path)
        if not self._rest.startswith(self.MAGIC):
            raise self._wrong("head", "not a network")
        self._rest = self._rest[len(self.MAGIC):]
        version, self.width, self.units, self.hidden = struct.unpack("<IIII", self._take(16, "head"))
        if version != self.VERSION:
            raise self._wrong("head", f"version {version}, but this program reads {self.VERSION}")
        self.architecture = self._take_text("head")
        self.tile_set = self._take_text("head")
        self.training = self._take_text("head")
        self.features = Features(self.tile_set)
        ours = (f"lanes-6 board {BOARD} rows {self.features.lane_rows}+{self.features.tile_rows}"
                f" width {self.width} units {self.units} hidden {self.hidden}"
                f" buckets {BUCKETS} heads {HEADS}")
        if self.architecture != ours:
            raise self._wrong("head", f"architecture '{self.architecture}', but this program has "
                                      f"'{ours}'")
        self.ones = self._take_section("ones", "<i2", (self.width + 2 * self.units,))
        self.lanes = self._take_section("lanes", "<i2", (self.features.lane_rows, self.width))
        self.mix = self._take_section("mix", "<i1", (self.units, self.width))
        self.mix_steps = self._take_section("mix steps", "<i4", (self.units,))
        self.tiles = self._take_section("tiles", "<i2", (self.features.tile_rows, 2 * self.units))
        self.dense = self._take_section("dense", "<i1", (self.hidden, 2 * self.units))
        self.dense_steps = self._take_section("dense steps", "<i4", (self.hidden,))
        self.bias = self._take_section("bias", "<i4", (self.hidden,))
        self.head = self._take_section("head", "<i4", (BUCKETS, HEADS, self.hidden))
        if self._rest:
            raise self._wrong("end", "data after the last section")

    def _wrong(self, part, what):
        return FormatError(f"{self.path}: {part}: {what}")

    def _take(self, size, part, otherwise="cut short"):
        if len(self._rest) < size:
            raise self._wrong(part, otherwise)
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken

    def _take_text(self, part, otherwise="cut short"):
        (size,) = struct.unpack("<I", self._take(4, part, otherwise))
        return self._take(size, part, otherwise).decode(errors="replace")

    def _take_section(self, name, kind, shape):
        part = "section " + name
        found = self._take_text(part, "missing")
        size, expected = struct.unpack("<QQ", self._take(16, part, "missing"))
        if found != name:
            raise self._wrong(part, "another section is in its place")
        if size != np.prod(shape) * np.dtype(kind).itemsize:
            raise self._wrong(part, "of the wrong length")
        content = self._take(size, part)
        if checksum(content) != expected:
            raise self._wrong(part, "damaged (the checksum differs)")
        return np.frombuffer(content, kind).reshape(shape).astype(np.int64)

    def accumulator(self, table, rows):
        return table[rows].sum(axis=0)

    def output(self, lanes, tiles, bucket):
        """The heads' outputs for the accumulators, in millipoints."""
        into, own = tiles[:self.units], tiles[self.units:]
        lane_one, one, own_one = np.split(self.ones, [self.width, self.width + self.units])
        scale = ((MOST_INPUT << 15) + lane_one - 1) // lane_one
        sums = (np.clip(lanes, 0, lane_one) * scale >> 15) @ self.mix.T
        mixed = (sums * self.mix_steps + (1 << MIX_SHIFT >> 1)) >> MIX_SHIFT
        pool = np.clip(mixed + into, 0, one).sum(axis=0) >> POOL_SHIFT
        inputs = np.concatenate([pool, np.clip(own, 0, own_one) >> OWN_SHIFT])
        sums = (self.dense @ inputs) * self.dense_steps + self.bias
        hidden = np.clip(sums >> HIDDEN_SHIFT, 0, HIDDEN_ONE)
        return (self.head[bucket] @ hidden + (1 << OUTPUT_SHIFT >> 1)) >> OUTPUT_SHIFT


class Student:
    """The network before rounding: floats, and an output of each head for each ply."""

    MAGIC = b"zymurgy student 3\n"

    def __init__(self, path, tile_set="english"):
        content = unpacked(path)
        head = len(self.MAGIC) + 24
        if not content.startswith(self.MAGIC) or len(content) < head:
            raise FormatError(f"{path}: not a student of this version")
        lane_rows, tile_rows, self.width, self.hidden, self.units, self.plies = struct.unpack(
            "<iiiiii", content[len(self.MAGIC):head])
        self.features = Features(tile_set)
        if (lane_rows, tile_rows) != (self.features.lane_rows, self.features.tile_rows):
            raise FormatError(f"{path}: for other letters than {tile_set}, or another board")
        shapes = [(lane_rows, self.width), (self.units, self.width), (tile_rows, 2 * self.units),
                  (self.hidden, 2 * self.units), (self.hidden,),
                  (BUCKETS, HEADS, self.plies, self.hidden)]
        if len(content) - head != 4 * sum(int(np.prod(shape)) for shape in shapes):
            raise FormatError(f"{path}: too few or too many weights")
        weights = np.frombuffer(content, "<f4", offset=head).astype(np.float64)
        ends = np.cumsum([np.prod(shape) for shape in shapes])[:-1]
        self.lanes, self.mix, self.tiles, self.dense, self.bias, self.heads = (
            part.reshape(shape) for part, shape in zip(np.split(weights, ends), shapes))
        # The weights of the 8-bit layers as training sees them.
        inputs = np.repeat([POOL_STEPS / POOL_SCALE, OWN_STEPS], self.units)
        self.played_mix = as_played(self.mix, (MOST_ONE << MIX_SHIFT) / MOST_INPUT)
        self.played_dense = as_played(self.dense, HIDDEN_SUM / inputs)

    def accumulator(self, table, rows):
        return table[rows].sum(axis=0)

    def output(self, lanes, tiles, bucket):
        """The heads' outputs for the accumulators, in points."""
        into, own = tiles[:self.units], tiles[self.units:]
        mixed = in_steps(np.clip(lanes, 0, 1), MOST_INPUT) @ self.played_mix.T
        pool = in_steps(np.clip(mixed + into, 0, 1).sum(axis=0), POOL_STEPS) * POOL_SCALE
        inputs = np.concatenate([pool, in_steps(np.clip(own, 0, 1), OWN_STEPS)])
        hidden = np.clip(self.played_dense @ inputs + self.bias, 0, 1)
        return (self.heads[bucket] @ hidden).sum(axis=1) * OUTPUT_POINTS

    def rounded(self, ones):
        """Yields each section's name and integers, with each number's 1 as in `ones`."""
        head = self.heads.astype(np.float32).sum(axis=2, dtype=np.float32).astype(np.float64)
        lane_ones, unit_ones = np.split(ones, [self.width])
        shifts = np.repeat([POOL_SHIFT, OWN_SHIFT], self.units)
        scales = np.repeat([1 / POOL_SCALE, 1], self.units)
        sections = {"lanes": self.lanes * lane_ones, "tiles": self.tiles * unit_ones,
                    "bias": self.bias * HIDDEN_SUM, "head": head * OUTPUT_POINTS * 1000}
        sections["dense"], sections["dense_steps"] = of_8_bits(
            self.dense * HIDDEN_SUM / (unit_ones / (1 << shifts) * scales))
        sums = unit_ones[:self.units, None] << MIX_SHIFT
        sections["mix"], sections["mix_steps"] = of_8_bits(self.mix * sums / MOST_INPUT)
        for name, values in sections.items():
            yield name, half_away(values).astype(np.int64)


def in_steps(values, steps):
    """Rounds values that are not negative down to whole steps, `steps` to 1."""
    return np.floor(values * steps) / steps


def of_8_bits(weights):
    """Rows of weights, each in steps of its own that keep it within MOST_WEIGHT, and the steps."""
    steps = np.ceil(np.abs(weights).max(axis=1) / MOST_WEIGHT)
    return half_away(weights / np.where(steps > 0, steps, 1)[:, None]), steps


def as_played(weights, scale):
    """The weights after rounding. `scale`: the integer that stands for 1."""
    whole, steps = of_8_bits(weights * scale)
    return whole * steps[:, None] / scale


def half_away(values):
    return np.sign(values) * np.floor(np.abs(values) + 0.5)


def values_of(model, position):
    """The outputs of a network or student for each play of a position in a dump: plays x HEADS."""
    kept = {}

    def lane(index, places):
        key = (min(index % BOARD, BOARD - 1 - index % BOARD), repr(places))
        if key not in kept:
            kept[key] = model.accumulator(model.lanes, model.features.of_lane(index, places))
        return kept[key]

    common = model.features.of_position(position)
    bucket = bucket_of(position)
    outputs = []
    for play in position["plays"]:
        lanes = np.stack([lane(i, play["lanes"].get(str(i), places))
                          for i, places in enumerate(position["lanes"])])
        rows = common + model.features.of_leave(play["leave"])
        outputs.append(model.output(lanes, model.accumulator(model.tiles, rows), bucket))
    return np.array(outputs)
