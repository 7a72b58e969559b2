"""Command-line options that these programs share."""

import argparse


def number(least, most=(1 << 63) - 1):
    """An option's type: a whole number in a range."""
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
    """Adds the engine's options that say where its tables are."""
    for name, text in TABLES.items():
        parser.add_argument("--" + name, action="append", default=[], help=text)


def tables_of(arguments):
    """The options of add_tables, as given, for the engine's command line."""
    return [part for name in TABLES for value in getattr(arguments, name)
            for part in ("--" + name, value)]
