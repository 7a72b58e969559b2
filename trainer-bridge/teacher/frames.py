"""Frames (trainer-bridge/frame.h) as tensors, from a file or from a program that writes them."""

import contextlib
import queue
import subprocess
import threading
from typing import NamedTuple

import torch

from frame_format import FrameError, opened, parts_of, read_rows, skip_to

SPREAD_SCALE = 130


class Batch:
    """Frames: one tensor, a row each, which goes to a device in one piece. Its parts are views."""

    def __init__(self, rows):
        self.planes, self.scalars, targets = parts_of(rows[:, 1:])  # the first is its length
        self.rows = rows
        self.result, self.win, self.spread = targets.unbind(1)  # the spread in points

    def __len__(self):
        return len(self.rows)

    def target(self, name):
        """What a network's value, -1 to 1, is to be."""
        return torch.tanh(self.spread / SPREAD_SCALE) if name == "spread" else getattr(self, name)

    def to(self, device):
        return Batch(self.rows.to(device, non_blocking=True))


def read_batches(stream, size, last=True, pinned=False):
    """The frames of a binary stream, `size` at a time; fewer at its end if `last`. In pinned memory a
    GPU reads them faster."""
    for rows in read_rows(stream, size, last,
                          lambda *shape: torch.empty(*shape, pin_memory=pinned)):
        yield Batch(rows)


class FileFrames:
    """The frames of a file, again and again."""

    def __init__(self, path):
        self.path = path

    @contextlib.contextmanager
    def open(self, turn, skip):
        """A stream of pass `turn`, from its frame `skip` on."""
        with opened(self.path) as stream:
            skip_to(stream, skip)
            yield stream


class AssembledFrames:
    """The frames of game logs, each pass in an order of its own: `zymurgy frames` makes them."""

    def __init__(self, command, seed):
        self.command = command
        self.seed = seed

    @contextlib.contextmanager
    def open(self, turn, skip):
        command = self.command + ["--out", "-", "--seed", str(self.seed + turn), "--skip", str(skip)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            finished = False
            try:
                yield process.stdout
                finished = not process.stdout.read(1)
            finally:
                process.stdout.close()  # which ends the program if there was more
            said = process.stderr.read().decode()
        if finished and process.returncode != 0:
            raise FrameError(said.strip())


class Place(NamedTuple):
    """Where reading a source goes on."""
    source: int
    turn: int = 0  # passes begun before
    used: int = 0  # frames of this one


class Reader:
    """The batches of one source, again and again, read ahead by a thread; with each the place after
    it."""

    AHEAD = 3

    def __init__(self, source, size, place, pinned):
        self._source, self._size, self._pinned = source, size, pinned
        self._batches = queue.Queue(self.AHEAD)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._read, args=(place,), daemon=True)
        self._thread.start()

    def _put(self, item):
        while not self._stopped.is_set():
            with contextlib.suppress(queue.Full):
                self._batches.put(item, timeout=0.1)
                return

    def _read(self, place):
        try:
            while not self._stopped.is_set():
                begun = place
                with self._source.open(place.turn, place.used) as stream:
                    for batch in read_batches(stream, self._size, last=False, pinned=self._pinned):
                        place = place._replace(used=place.used + self._size)
                        self._put((batch, place))
                        if self._stopped.is_set():
                            return
                if place == begun and place.used == 0:
                    raise FrameError(f"fewer than {self._size} frames")
                place = place._replace(turn=place.turn + 1, used=0)
        except Exception as error:  # the trainer's to tell
            self._put(error)

    def next(self):
        item = self._batches.get()
        if isinstance(item, Exception):
            raise item
        return item

    def stop(self):
        self._stopped.set()

    def join(self):
        self._thread.join()


def beginning(sources):
    """The places of sources that nothing was read of."""
    return [Place(source) for source in range(len(sources))]


class Feed:
    """Batches without end, of several sources in turns. `places` tell where each stands, the next one
    first, so that another feed can go on from there."""

    def __init__(self, sources, size, places=None, pinned=False):
        self.places = list(places or beginning(sources))
        self._readers = [Reader(source, size, place, pinned) for source, place in
                         ((sources[place.source], place) for place in sorted(self.places))]

    def __next__(self):
        batch, after = self._readers[self.places[0].source].next()
        self.places = self.places[1:] + [after]
        return batch

    def close(self):
        for reader in self._readers:
            reader.stop()
        for reader in self._readers:
            reader.join()
