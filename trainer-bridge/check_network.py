#!/usr/bin/env python3
"""Shows that what was trained is what plays.

    check_network.py build/release/zymurgy --net my.network.zst --student my.network.zst.student

For positions of games that the engine plays, each with its best plays, the values of the engine and
of student.py are compared: of the network integer for integer, of the float student up to rounding.
The network's weights must be the student's, rounded. Exit status 1 if anything differs.
"""

import argparse
import json
import math
import os
import subprocess
import sys

from options import add_tables, number, tables_of

try:
    import student
except ImportError as error:
    missing = error  # the help does not need it
else:
    missing = None

# Points by which rounding may move a play's value: root mean square, and at most. They were 0.15 and 3.2
# in 50,000 plays by the shipped network, the largest in endgames, where it predicts up to 60 points.
USUAL, MOST = 0.2, 4.0


def dumped(binary, network, positions, seed, top, tables=()):
    """Yields the positions of `zymurgy net dump` as they come."""
    command = [binary, "net", "dump", "--positions", str(positions), "--net", network,
               "--seed", str(seed), "--top", str(top), *tables]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            try:
                yield json.loads(line)
            except ValueError as error:
                raise student.FormatError(f"{binary}: says no positions but {line[:60]!r}") from error
    if process.returncode != 0:
        raise student.FormatError(f"{' '.join(command)}: exit status {process.returncode}")


class Comparison:
    """Counts of plays, and where they differ."""

    def __init__(self):
        self.positions = self.plays = self.different = 0
        self.squares = self.most = 0.0
        self.first_difference = None

    def add(self, position, network, floats):
        self.positions += 1
        for i, (play, value) in enumerate(zip(position["plays"], network)):
            self.plays += 1
            value = [int(one) for one in value]
            if value != play["network"]:
                self.different += 1
                self.first_difference = self.first_difference or (
                    f"{position['cgp']} {play['move']}: engine {play['network']}, here {value}")
            if floats is not None:
                for exact, said in zip(floats[i], play["network"]):
                    off = abs(exact - said / 1000)
                    self.squares += off * off
                    self.most = max(self.most, off)


def same_weights(network, floats):
    """The sections whose integers are not the student's weights, rounded."""
    return [name for name, values in floats.rounded(network.ones)
            if not (values == getattr(network, name)).all()]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", help="the engine")
    parser.add_argument("--net", required=True, help="the network, a .zst file")
    parser.add_argument("--student", help="what it was before rounding")
    parser.add_argument("--positions", type=number(1), default=10000)
    parser.add_argument("--top", type=number(1), default=5, help="plays of each")
    parser.add_argument("--seed", type=number(0), default=1)
    add_tables(parser)
    return parser.parse_args()


def check(arguments):
    network = student.Network(arguments.net)
    floats = student.Student(arguments.student, network.tile_set) if arguments.student else None
    if floats and (floats.width, floats.units, floats.hidden) != (network.width, network.units,
                                                                  network.hidden):
        raise student.FormatError(f"{arguments.student}: of other sizes than {arguments.net}")
    comparison = Comparison()
    for position in dumped(arguments.binary, os.path.abspath(arguments.net), arguments.positions,
                           arguments.seed, arguments.top, tables_of(arguments)):
        comparison.add(position, student.values_of(network, position),
                       student.values_of(floats, position) if floats else None)

    print(f"{comparison.positions} positions, {comparison.plays} plays: "
          f"{comparison.different} differ from the engine's integers")
    failed = comparison.different > 0 or comparison.positions < arguments.positions
    if comparison.first_difference:
        print(f"the first: {comparison.first_difference}")
    if floats:
        rms = math.sqrt(comparison.squares / max(1, comparison.plays * student.HEADS))
        print(f"before rounding: {rms:.4f} points off (root mean square), "
              f"{comparison.most:.4f} at most")
        sections = same_weights(network, floats)
        print("sections that are not the student's, rounded: " + (", ".join(sections) or "none"))
        failed |= not (rms <= USUAL and comparison.most <= MOST) or bool(sections)
    return int(failed)


def main():
    arguments = parse_arguments()
    if missing:
        sys.exit(f"check_network.py: {missing} (apt-get install python3-numpy)")
    try:
        sys.exit(check(arguments))
    except (OSError, student.FormatError) as error:
        sys.exit(f"check_network.py: {error}")


if __name__ == "__main__":
    main()
