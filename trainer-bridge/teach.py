#!/usr/bin/env python3
"""Makes a teacher from a recipe, or from frames that are there.

    teach.py run RECIPE --zymurgy build/release/zymurgy --out DIR    from nothing: games, frames, all
    teach.py train RECIPE --frames FILE --validation FILE --out DIR  from frames alone
    teach.py export CHECKPOINT FILE.onnx
    teach.py judge CHECKPOINT FILE    how it orders plays: FILE is of `zymurgy frames --contrast`
    teach.py play CHECKPOINT --zymurgy build/release/zymurgy         an engine for `zymurgy match`

A training that was stopped goes on where it was when it is called again. The training's needs are
python3-torch, for the export python3-onnx, for speed on the processor libopenblas0-pthread.
"""

import argparse
import glob
import hashlib
import json
import os
import subprocess
import sys

from options import number
from whole_file import whole_file

try:
    import torch
    from teacher import export, frames, judgement, player, recipe, training
except ImportError as error:
    missing = error  # the help needs none of them
else:
    missing = None

# What a run makes in its folder before it trains.
BEGUN_WITH, LOGS, HELD_OUT, VALIDATION = ("recipe.sha256", "logs", "validation-logs",
                                          "validation.frames")


class UseError(Exception):
    """What is wrong with a folder, or with the options."""


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()


def claim(folder, made):
    """Marks the folder as the recipe's before its first game: its content then counts as the recipe's."""
    path = os.path.join(folder, BEGUN_WITH)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read().strip() != made.sha256:
                raise UseError(f"{folder}: begun with another recipe")
        return
    for name in LOGS, HELD_OUT, VALIDATION, "last.pt":
        if os.path.exists(os.path.join(folder, name)):
            raise UseError(f"{folder}: holds {name}, nobody knows of which recipe")
    os.makedirs(folder, exist_ok=True)
    with whole_file(path) as name, open(name, "w", encoding="utf-8") as file:
        file.write(made.sha256 + "\n")


def play_games(binary, games, count, seed, folder):
    """The logs of games; makes those that the folder lacks."""
    subprocess.run([binary, "autoplay", "--p1", games.p1, "--p2", games.p2, "--lexicon",
                    games.lexicon, "--seed", str(seed), "--games", str(count), "--shards", folder,
                    "--shard-size", str(games.shard)], check=True, stdout=subprocess.DEVNULL)
    logs = []
    for first in range(0, count, games.shard):  # named as src/play/shards.h says
        name = f"{first:09}-{min(first + games.shard, count):09}-*.zst"
        found = glob.glob(os.path.join(glob.escape(folder), name))
        if len(found) != 1:
            raise UseError(f"{folder}: {len(found)} logs are {name}: of other games than the recipe's?")
        logs += found
    return logs


def run(arguments):
    made = recipe.load(arguments.recipe)
    binary, folder, streams = arguments.zymurgy, arguments.out, made.frames.streams
    claim(folder, made)
    logs = play_games(binary, made.games, made.games.count, made.games.seed,
                      os.path.join(folder, LOGS))
    held_out = play_games(binary, made.games, made.games.validation, made.games.seed + 1,
                          os.path.join(folder, HELD_OUT))
    if len(logs) < streams:
        raise recipe.RecipeError(f"[frames] streams: {streams}, but there are {len(logs)} logs")
    assemble = [binary, "frames", "--lexicon", made.games.lexicon, "--scalars",
                made.frames.scalars, "--horizon", str(made.frames.horizon), "--buffer",
                str(made.frames.buffer)]
    validation = os.path.join(folder, VALIDATION)
    if not os.path.exists(validation):
        subprocess.run(assemble + frames.naming(held_out)
                       + ["--out", validation, "--count", str(made.frames.validation)], check=True)
    hashes = {os.path.basename(path): sha256(path) for path in logs + held_out + [validation]}
    # One source for each stream, with its share of the logs.
    sources = [frames.AssembledFrames(assemble, logs[i::streams], made.seed) for i in range(streams)]
    rows = learn(made, sources, validation, arguments)
    onnx = os.path.join(folder, "teacher.onnx")
    export_onnx(os.path.join(folder, "best.pt"), onnx)
    hashes["teacher.onnx"] = sha256(onnx)
    best = min((row for row in rows if row["stage"] == len(made.stages)),
               key=lambda row: row["validation_loss"])
    card = {"recipe": made.sha256, "torch": torch.__version__, "device": str(arguments.device),
            "best": best, "hashes": hashes}
    with whole_file(os.path.join(folder, "card.json")) as name, \
            open(name, "w", encoding="utf-8") as file:
        json.dump(card, file, indent=2)
        file.write("\n")


def train(arguments):
    made = recipe.load(arguments.recipe)
    source, validation = (frames.FileFrames(path) for path in
                          (arguments.frames, arguments.validation))
    if source.scalars() != validation.scalars():
        raise UseError(f"{source.path} and {validation.path}: frames of different scalars")
    learn(made, [source], validation.path, arguments)


def learn(made, sources, validation, arguments):
    trainer = training.Trainer(made, sources, validation, arguments.out, arguments.device,
                               lambda text: print(text, flush=True))
    trainer.run()
    return trainer.rows


def export_onnx(checkpoint, onnx):
    checked = export.export(training.load_teacher(checkpoint), onnx)
    print(f"{onnx}: {'checked' if checked else 'written; not checked, onnx is missing'}")


def export_checkpoint(arguments):
    export_onnx(arguments.checkpoint, arguments.onnx)


def judge(arguments):
    teacher = training.load_teacher(arguments.checkpoint)
    for name, figure in judgement.judge(teacher, arguments.frames, arguments.device).items():
        print(f"{name:28} {figure:.5g}")


def play(arguments):
    player.play(training.load_teacher(arguments.checkpoint), arguments.zymurgy, arguments.lexicon,
                arguments.plays, arguments.device)


def device_of(name):
    if name is None:
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.empty(0, device=name).device
    except (RuntimeError, AssertionError) as error:
        raise UseError(f"--device {name}: {training.first_line(error)}") from error
    if device.type not in ("cpu", "cuda"):
        raise UseError(f"--device {name}: neither cpu nor cuda")
    return device


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, body in (("run", run), ("train", train)):
        command = commands.add_parser(name)
        command.set_defaults(body=body)
        command.add_argument("recipe")
        command.add_argument("--out", required=True, help="folder; of a stopped training to go on")
        command.add_argument("--device", help="cpu or cuda; otherwise CUDA if there is any")
        command.add_argument("--threads", type=number(1, 1024), default=os.cpu_count())
        if name == "run":
            command.add_argument("--zymurgy", required=True, help="the engine")
        else:
            command.add_argument("--frames", required=True, help="file of frames")
            command.add_argument("--validation", required=True, help="file of frames to judge by")
    command = commands.add_parser("export")
    command.set_defaults(body=export_checkpoint)
    command.add_argument("checkpoint")
    command.add_argument("onnx")
    command = commands.add_parser("judge")
    command.set_defaults(body=judge)
    command.add_argument("checkpoint")
    command.add_argument("frames", help="of `zymurgy frames --contrast`")
    command.add_argument("--device", default="cpu")
    command = commands.add_parser("play")
    command.set_defaults(body=play, threads=1)
    command.add_argument("checkpoint")
    command.add_argument("--zymurgy", required=True, help="the engine")
    command.add_argument("--lexicon", default="OEL1")
    command.add_argument("--plays", type=number(1, 1000), default=15,
                         help="to choose among, the best by equity")
    command.add_argument("--device", default="cpu")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    if missing:
        packages = "python3-tomli" if missing.name == "tomli" else "python3-torch libopenblas0-pthread"
        sys.exit(f"teach.py: {missing} (apt-get install {packages})")
    if "threads" in arguments:
        torch.set_num_threads(arguments.threads)
    try:
        if "device" in arguments:
            arguments.device = device_of(arguments.device)
        arguments.body(arguments)
    except KeyboardInterrupt:
        keeps = arguments.command in ("run", "train")
        print("teach.py: interrupted" + ("; the same command resumes from the last check" if keeps
                                         else ""), file=sys.stderr)
        sys.exit(75)
    except subprocess.CalledProcessError as error:
        sys.exit(f"teach.py: {' '.join(error.cmd[:2])}: {frames.ending(error.returncode)}")
    except (OSError, UseError, recipe.RecipeError, frames.FrameError, training.CheckpointError,
            training.DivergedError) as error:
        sys.exit(f"teach.py: {error}")
    except RuntimeError as error:  # from PyTorch, as when memory runs out
        sys.exit(f"teach.py: {training.first_line(error)}")


if __name__ == "__main__":
    main()
