"""An engine that plays by a teacher: while the bag has tiles, the teacher chooses among `zymurgy`'s
best plays by static equity. It relays UCGI or SIU, so that a match runner can drive it."""

import subprocess
import sys

import torch

from frame_format import SCALAR_LAYOUTS

from .frames import Batch, FrameError, read_batches
from .training import values_of

LAST_WORDS = {"ucgi": "ucgiok", "siu": "siuok", "isready": "readyok"}
# Marks the end of the answer to `go`, which has no `bestmove` if the engine has no position.
SEARCH, SEARCH_IS_OVER = "go gen\nwait\nisready\n", "readyok"
OWN_OPTIONS = ("evaluator", "multipv")  # they decide which plays the teacher chooses among
EQUITY_STEP = 0.001  # resolution of an engine's `eq`, in points


class Program:
    """A program spoken to over its stdin and stdout."""

    def __init__(self, command, text):
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         text=text)
        self.answers = self._process.stdout
        self._bytes = not text

    def say(self, line):
        self._process.stdin.write(line.encode() if self._bytes else line)
        self._process.stdin.flush()

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self.answers.close()


class Plays:
    """Frames of the best plays of positions, as `zymurgy frames --plays` gives them."""

    def __init__(self, binary, lexicon, scalars, most):
        self._program = Program([binary, "frames", "--plays", str(most), "--out", "-", "--lexicon",
                                 lexicon, "--scalars", SCALAR_LAYOUTS[scalars]], text=False)
        self._frames = read_batches(self._program.answers, 1)

    def of(self, position):
        """A position's plays, best first. In place of targets: static equity, 0, plays that follow."""
        self._program.say(position + "\n")
        group = []
        while not group or group[-1].spread != 0:
            frame = next(self._frames, None)
            if frame is None:
                raise FrameError(f"no frames of position {position}")
            group.append(frame)
        return Batch(torch.cat([frame.rows for frame in group]))

    def close(self):
        self._program.close()


class Player:
    def __init__(self, teacher, binary, lexicon, most, device):
        self._teacher = teacher.to(device)
        self._device = device
        self._engine = Program([binary], text=True)
        self._plays = Plays(binary, lexicon, teacher.shape["scalars"], most)
        for name, value in ("Lexicon", lexicon), ("Evaluator", "static"), ("MultiPV", most):
            self._engine.say(f"setoption name {name} value {value}\n")
        self._position = None

    def run(self, lines, tell):
        for line in lines:
            words = line.split()
            command = words[0].lower() if words else ""
            if command == "quit":
                break
            if command == "position":
                self._position = " ".join(words[1:])
            if command == "setoption" and " ".join(words[2:3]).lower() in OWN_OPTIONS:
                tell(f"info string ignored setoption: {words[2]} is not for a teacher's engine to set")
            elif command == "go":
                self._engine.say(SEARCH)
                self._relay_search(tell)
            else:
                self._engine.say(line.rstrip("\r\n") + "\n")
                if command in LAST_WORDS:
                    for answer in self._answers_before(LAST_WORDS[command]):
                        tell(answer)
                    tell(LAST_WORDS[command])
        self._engine.close()
        self._plays.close()

    def _answers_before(self, last):
        """What the engine says, up to the line `last`."""
        for line in self._engine.answers:
            line = line.rstrip("\r\n")
            if line == last:
                return
            yield line
        raise FrameError("the engine has ended")

    def _relay_search(self, tell):
        moves = []
        for line in self._answers_before(SEARCH_IS_OVER):
            words = line.split()
            if words[:3] == ["info", "gen", "move"]:
                moves.append((words[3], float(words[words.index("eq") + 1])))
            if words[:1] == ["bestmove"] and len(moves) > 1:
                line = f"bestmove {self._choice(moves)}"
            tell(line)

    def _choice(self, moves):
        group = self._plays.of(self._position)
        if len(moves) != len(group.result) or any(
                abs(equity - float(own)) > EQUITY_STEP
                for (_, equity), own in zip(moves, group.result)):
            raise FrameError(f"frames of other plays than the engine's, in position {self._position}")
        if float(group.scalars[0, -1]) == 0:  # the teacher is not used once the bag is empty
            return moves[0][0]
        values, _ = values_of(self._teacher, [group], self._device)
        return moves[int(values.argmax())][0]


def play(teacher, binary, lexicon, most, device):
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    Player(teacher, binary, lexicon, most, device).run(
        sys.stdin, lambda line: print(line, flush=True))
