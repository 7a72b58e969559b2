"""What the command lines of these programs have in common."""

import argparse


def number(least, most=(1 << 63) - 1):
    """The type of an option: a whole number in a range."""
    def read(text):
        try:
            value = int(text)
        except ValueError:
            value = None
        if value is None or not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{least} to {most}, not '{text}'")
        return value
    return read


TABLES = {"data": "folder of lexica and leaves (repeatable)", "lexicon": "code, or a .kwg file",
          "letters": "tile set by name"}


def add_tables(parser):
    """The options of the engine that say where its tables are."""
    for name, text in TABLES.items():
        parser.add_argument("--" + name, action="append", default=[], help=text)


def tables_of(arguments):
    """These options, for the engine."""
    return [part for name in TABLES for value in getattr(arguments, name)
            for part in ("--" + name, value)]
