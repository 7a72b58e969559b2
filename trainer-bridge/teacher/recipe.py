"""A recipe: a TOML file from which a teacher can be made again."""

import dataclasses
import hashlib
import sys

try:
    import tomllib
except ImportError:  # before Python 3.11
    import tomli as tomllib


class RecipeError(Exception):
    """What is wrong with a recipe, and where."""


@dataclasses.dataclass(frozen=True)
class Games:
    """The games that frames are made from; validation has its own."""
    count: int
    validation: int
    seed: int = 1
    p1: str = "static"
    p2: str = "softmax:1"
    lexicon: str = "OEL1"
    shard: int = 10000


@dataclasses.dataclass(frozen=True)
class Frames:
    validation: int
    scalars: str = "macondo-72"
    horizon: int = 5
    buffer: int = 262144
    streams: int = 1  # programs that make them in parallel, each from its share of the logs


@dataclasses.dataclass(frozen=True)
class Network:
    channels: int
    blocks: int


@dataclasses.dataclass(frozen=True)
class Stage:
    """Starts from the best network of the preceding stage, if there is one."""
    steps: int
    batch: int
    rate: float  # at its peak
    target: str = "win"  # or result, spread
    warmup: int = 2000  # steps
    decay: float = 1e-4
    check: int = 500  # steps between validations


@dataclasses.dataclass(frozen=True)
class Recipe:
    seed: int
    games: Games
    frames: Frames
    network: Network
    stages: tuple
    sha256: str  # of the file


MOST = {int: (1 << 63) - 1, float: sys.float_info.max}  # no infinity or NaN is at most this
MOST_OF = {"channels": 4096, "blocks": 4096, "batch": 1 << 20, "rate": 1e30, "decay": 1e30}
MAY_BE_0 = ("seed", "warmup", "decay", "horizon")


def _check(where, key, wanted, value):
    if isinstance(value, bool) or not isinstance(value, (int, float) if wanted is float else wanted):
        raise RecipeError(f"{where} {key}: expected {wanted.__name__}, found {value!r}")
    if wanted in MOST and not ((0 < value or key in MAY_BE_0 and value == 0)
                               and value <= MOST_OF.get(key, MOST[wanted])):
        raise RecipeError(f"{where} {key}: must be a finite number, "
                          f"{'0 or more' if key in MAY_BE_0 else 'above 0'}"
                          + (f", {MOST_OF[key]:g} at most" if key in MOST_OF else ""))


def _table(kind, name, table):
    """A table of the file, checked, as its dataclass."""
    if not isinstance(table, dict):
        raise RecipeError(f"[{name}]: missing, or no table")
    fields = {field.name: field for field in dataclasses.fields(kind)}
    for key, value in table.items():
        if key not in fields:
            raise RecipeError(f"[{name}]: unknown key '{key}'")
        _check(f"[{name}]", key, fields[key].type, value)
    for key, field in fields.items():
        if key not in table and field.default is dataclasses.MISSING:
            raise RecipeError(f"[{name}]: '{key}' is missing")
    return kind(**table)


def parse(text):
    try:
        content = tomllib.loads(text)
    except ValueError as error:  # bad TOML, or a number that is too long
        raise RecipeError(str(error)) from error
    for key in content:
        if key not in ("seed", "games", "frames", "network", "stages"):
            raise RecipeError(f"unknown key '{key}'")
    if "seed" not in content:
        raise RecipeError("'seed' is missing")
    _check("the recipe's", "seed", int, content["seed"])
    stages = content.get("stages")
    if not isinstance(stages, list) or not stages:
        raise RecipeError("[[stages]]: none")
    recipe = Recipe(
        content["seed"], _table(Games, "games", content.get("games")),
        _table(Frames, "frames", content.get("frames")),
        _table(Network, "network", content.get("network")),
        tuple(_table(Stage, f"stages {i}", stage) for i, stage in enumerate(stages, 1)),
        hashlib.sha256(text.encode()).hexdigest())
    for i, stage in enumerate(recipe.stages, 1):
        if stage.target not in ("result", "win", "spread"):
            raise RecipeError(f"[stages {i}] target: result, win or spread, not '{stage.target}'")
    return recipe


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            return parse(file.read())
    except (OSError, UnicodeDecodeError) as error:
        raise RecipeError(f"{path}: {error}") from error
    except RecipeError as error:
        raise RecipeError(f"{path}: {error}") from error
