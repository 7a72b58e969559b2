"""Frames (trainer-bridge/frame.h) as tensors, from a file or from a program that writes them."""

import contextlib
import queue
import subprocess
import threading
from typing import NamedTuple

import numpy as np
import torch

BOARD = 15
PLANES = 85
TARGETS = ("result", "win", "spread")
# By the number of scalars, which the length of a frame tells.
SCALAR_LAYOUTS = {76: "blog-76", 72: "macondo-72"}
SPREAD_SCALE = 130


class FrameError(Exception):
    """What is wrong with a stream of frames."""


class Batch(NamedTuple):
    planes: torch.Tensor  # frames x PLANES x BOARD x BOARD
    scalars: torch.Tensor
    result: torch.Tensor
    win: torch.Tensor
    spread: torch.Tensor  # points

    def target(self, name):
        """What a network's value, -1 to 1, is to be."""
        return torch.tanh(self.spread / SPREAD_SCALE) if name == "spread" else getattr(self, name)

    def to(self, device):
        return Batch(*(part.to(device, non_blocking=True) for part in self))


def scalars_of(length):
    """The number of scalars in a frame of so many bytes."""
    scalars = length // 4 - PLANES * BOARD * BOARD - len(TARGETS)
    if length % 4 != 0 or scalars not in SCALAR_LAYOUTS:
        raise FrameError(f"no frame has {length} bytes")
    return scalars


def read_batches(stream, size, last=True):
    """The frames of a binary stream, `size` at a time; fewer at its end if `last`."""
    head = stream.read(4)
    if not head:
        return
    if len(head) < 4:
        raise FrameError("the stream ends inside a frame")
    length = int.from_bytes(head, "little")
    scalars = scalars_of(length)
    words = 1 + length // 4
    while True:
        content = bytearray(4 * words * size)
        content[:len(head)] = head
        filled, view = len(head), memoryview(content)
        while filled < len(content) and (got := stream.readinto(view[filled:])):
            filled += got
        frames, rest = divmod(filled, 4 * words)
        if rest != 0:
            raise FrameError("the stream ends inside a frame")
        if frames == 0 or (frames < size and not last):
            return
        numbers = np.frombuffer(content, "<u4", frames * words).reshape(frames, words)
        if (numbers[:, 0] != length).any():
            raise FrameError("frames of different lengths")
        floats = torch.from_numpy(numbers.view("<f4"))[:, 1:]
        planes, scalar_part, targets = floats.split(
            [PLANES * BOARD * BOARD, scalars, len(TARGETS)], dim=1)
        yield Batch(planes.reshape(frames, PLANES, BOARD, BOARD), scalar_part, *targets.unbind(1))
        if frames < size:
            return
        head = b""


class FileFrames:
    """The frames of a file, again and again."""

    def __init__(self, path):
        self.path = path

    @contextlib.contextmanager
    def open(self, turn, skip):
        """A stream of pass `turn`, from its frame `skip` on."""
        with open(self.path, "rb") as stream:
            length = int.from_bytes(stream.read(4), "little")
            stream.seek(skip * (4 + length))
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


class Feed:
    """Batches without end, read ahead by a thread. `turn` and `used` tell where the last one stood,
    so that another feed can go on from there."""

    AHEAD = 3

    def __init__(self, source, size, turn=0, used=0):
        self.turn, self.used = turn, used
        self._source, self._size = source, size
        self._batches = queue.Queue(self.AHEAD)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._read, args=(turn, used), daemon=True)
        self._thread.start()

    def _put(self, item):
        while not self._stopped.is_set():
            with contextlib.suppress(queue.Full):
                self._batches.put(item, timeout=0.1)
                return

    def _read(self, turn, used):
        try:
            while not self._stopped.is_set():
                with self._source.open(turn, used) as stream:
                    some = False
                    for batch in read_batches(stream, self._size, last=False):
                        some = True
                        used += self._size
                        self._put((batch, turn, used))
                        if self._stopped.is_set():
                            return
                if not some and used == 0:
                    raise FrameError(f"fewer than {self._size} frames")
                turn, used = turn + 1, 0
        except Exception as error:  # the trainer's to tell
            self._put(error)

    def __next__(self):
        item = self._batches.get()
        if isinstance(item, Exception):
            raise item
        batch, self.turn, self.used = item
        return batch

    def close(self):
        self._stopped.set()
        self._thread.join()
