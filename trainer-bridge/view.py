#!/usr/bin/env python3
"""Shows what a network is given as one picture (SVG), to find mistakes by eye.

    view.py frame FILE N --out frame.svg              frame N of a file of `zymurgy frames`
    view.py position CGP --zymurgy BINARY --out p.svg a position's plays, as the student sees them

A frame: board, scalars decoded, all planes. A position: what the network says of its plays, and
which squares and tiles make it prefer one to another.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys

from options import add_tables, number, tables_of

try:
    import frame_format
    import frame_picture
    import position_picture
    import student
except ImportError as error:
    missing = error  # the help does not need it
else:
    missing = None

SHIPPED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "nets", "OEL1.network.zst")


def show_frame(arguments):
    frame = frame_picture.Frame.read(arguments.file, arguments.number, arguments.letters)
    frame_picture.draw(frame, f"{os.path.basename(arguments.file)}, frame {arguments.number}"
                       ).write(arguments.out)


def show_position(arguments):
    command = [arguments.zymurgy, "net", "dump", "--net", arguments.net, "--top",
               str(arguments.top), *tables_of(arguments), " ".join(arguments.cgp)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise student.FormatError(f"{shlex.join(command)}: {done.stderr.strip()}")
    try:
        position = json.loads(done.stdout)
    except ValueError as error:
        raise student.FormatError(
            f"{arguments.zymurgy}: says no position but {done.stdout[:60]!r}") from error
    network = student.Network(arguments.net)
    position_picture.draw(network, position, arguments.move).write(arguments.out)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    frame = commands.add_parser("frame")
    frame.set_defaults(body=show_frame)
    frame.add_argument("file")
    frame.add_argument("number", type=number(0), help="from 0")
    frame.add_argument("--letters", default="english", help="tile set by name")
    position = commands.add_parser("position")
    position.set_defaults(body=show_position)
    position.add_argument("cgp", nargs="+")
    position.add_argument("--zymurgy", required=True, help="the engine")
    position.add_argument("--net", default=SHIPPED, help="the network, a .zst file")
    position.add_argument("--move", help="to explain, in UCGI; otherwise the network's choice")
    position.add_argument("--top", type=number(2), default=12, help="plays, by static equity")
    add_tables(position)
    for command in (frame, position):
        command.add_argument("--out", required=True, help="the SVG to write")
    arguments = parser.parse_args()
    if missing:
        sys.exit(f"view.py: {missing} (apt-get install python3-numpy)")
    try:
        arguments.body(arguments)
    except (OSError, frame_format.FrameError, student.FormatError) as error:
        sys.exit(f"view.py: {error}")


if __name__ == "__main__":
    main()
