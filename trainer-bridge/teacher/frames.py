"""Frames (trainer-bridge/frame.h) as tensors, from a file or from a program that writes them."""

import contextlib
import hashlib
import os
import queue
import signal
import subprocess
import threading
from typing import NamedTuple

import torch

from frame_format import (SCALAR_LAYOUTS, FrameError, opened, parts_of, read_length, read_rows,
                          read_stride, scalars_of)

SPREAD_SCALE = 130


class Batch:
    """Frames as one tensor, one per row, to move to a device in one piece; its parts are views."""

    def __init__(self, rows):
        self.planes, self.scalars, targets = parts_of(rows[:, 1:])  # each row begins with its length
        self.rows = rows
        self.result, self.win, self.spread = targets.unbind(1)  # spread in points

    def __len__(self):
        return len(self.rows)

    def target(self, name):
        """The target for a network's value, -1 to 1."""
        return torch.tanh(self.spread / SPREAD_SCALE) if name == "spread" else getattr(self, name)

    def to(self, device):
        return Batch(self.rows.to(device, non_blocking=True))


def read_batches(stream, size, last=True, pinned=False):
    """Yields the frames of a binary stream, `size` at a time, and if `last` the fewer at its end. A GPU
    reads them faster from pinned memory."""
    for rows in read_rows(stream, size, last,
                          lambda *shape: torch.empty(*shape, pin_memory=pinned)):
        yield Batch(rows)


def batches_of(path, size, scalars, judged=iter):
    """The frames of a file, for a network with `scalars` scalars. `judged` passes on valid batches."""
    with opened(path) as stream:
        empty = True
        for batch in judged(read_batches(stream, size)):
            if batch.scalars.shape[1] != scalars:
                raise FrameError(f"scalars of {SCALAR_LAYOUTS[batch.scalars.shape[1]]}; the network "
                                 f"is one for {SCALAR_LAYOUTS[scalars]}")
            empty = False
            yield batch
        if empty:
            raise FrameError("no frames")


def with_targets(batches):
    """Passes on batches after checking that they are of games: those of --contrast have other numbers
    in place of targets."""
    for batch in batches:
        for name, values in ("result", batch.result), ("win", batch.win):
            if not (values.abs() <= 1).all():
                raise FrameError(f"a target '{name}' beyond -1 to 1: frames of --contrast? They are to "
                                 "judge by, not to learn from")
        yield batch


class FileFrames:
    """The frames of a file, the same in every pass."""

    def __init__(self, path):
        self.path = path

    def scalars(self):
        with opened(self.path) as stream:
            length = read_length(stream)
            if length is None:
                raise FrameError("no frames")
            return scalars_of(length)

    def identity(self):
        """Identifies the file by its size and by frames spread over it."""
        size = os.path.getsize(self.path)
        told = hashlib.sha256()
        with opened(self.path) as stream:
            stride = read_stride(stream)
            last = max(0, size // stride - 1)
            for place in range(64):
                stream.seek(place * last // 63 * stride)
                told.update(stream.read(stride))
        return f"{size} {told.hexdigest()}"

    @contextlib.contextmanager
    def open(self, turn, skip):
        """A stream of pass `turn` from frame `skip` on; no frames may be left."""
        with opened(self.path) as stream:
            stream.seek(skip * read_stride(stream))
            yield stream


def ending(returncode):
    """How a program ended, in words."""
    return (f"killed by {signal.Signals(-returncode).name}" if returncode < 0 else
            f"exit status {returncode}")


def naming(logs):
    """The options of `zymurgy frames` that name logs."""
    return [part for log in logs for part in ("--in", log)]


class AssembledFrames:
    """The frames of game logs, made by `zymurgy frames`; each pass has its own order."""

    def __init__(self, command, logs, seed):
        self.command = command
        self.logs = logs
        self.seed = seed

    def identity(self):
        """Identifies the frames, wherever the program and the logs lie."""
        logs = [(os.path.basename(log), os.path.getsize(log)) for log in self.logs]
        return hashlib.sha256(repr((self.command[1:], logs, self.seed)).encode()).hexdigest()

    @contextlib.contextmanager
    def open(self, turn, skip):
        command = self.command + naming(self.logs) + ["--out", "-", "--seed", str(self.seed + turn),
                                                      "--skip", str(skip)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            finished, broken = False, None
            try:
                try:
                    yield process.stdout
                except FrameError as error:
                    broken = error
                finished = not process.stdout.read(1)
            finally:
                process.stdout.close()  # ends the program if it has more to write
            said = process.stderr.read().decode().strip()
        # The program's failure explains the stream's.
        if finished and process.returncode != 0:
            raise FrameError(f"{said or self.command[0] + ' frames'} "
                             f"({ending(process.returncode)})") from broken
        if broken:
            raise broken


class Place(NamedTuple):
    """Where reading of a source continues."""
    source: int
    turn: int = 0  # passes completed
    used: int = 0  # frames read of the current pass


class Reader:
    """The batches of one source in endless passes, read ahead by a thread; each comes with the place
    after it."""

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
                    for batch in with_targets(read_batches(stream, self._size, last=False,
                                                           pinned=self._pinned)):
                        place = place._replace(used=place.used + self._size)
                        self._put((batch, place))
                        if self._stopped.is_set():
                            return
                if place == begun and place.used == 0:
                    raise FrameError(f"fewer frames than a batch of {self._size}")
                place = place._replace(turn=place.turn + 1, used=0)
        except Exception as error:  # raised by `next`, in the trainer's thread
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
    """The places of sources from which nothing was read yet."""
    return [Place(source) for source in range(len(sources))]


class Feed:
    """Endless batches, from several sources in turn. `places` has the place of each source, the next one
    first, so that another feed can continue from there."""

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
