"""The format of frames, as in frame.h, and readers for streams of them. Needs only numpy."""

import contextlib
import os

import numpy as np

BOARD = 15
PLANES = 85
TARGETS = ("result", "win", "spread")
# By the number of scalars, which follows from the length of a frame.
SCALAR_LAYOUTS = {76: "blog-76", 72: "macondo-72"}

_SQUARES = PLANES * BOARD * BOARD


class FrameError(Exception):
    """What is wrong with a stream of frames."""


def parts_of(numbers):
    """Planes, scalars and targets, as views of the numbers of one frame, or of many, one per row."""
    planes = numbers[..., :_SQUARES].reshape(*numbers.shape[:-1], PLANES, BOARD, BOARD)
    return planes, numbers[..., _SQUARES:-len(TARGETS)], numbers[..., -len(TARGETS):]


def scalars_of(length):
    """The number of scalars in a frame of `length` bytes."""
    scalars = length // 4 - _SQUARES - len(TARGETS)
    if length % 4 != 0 or scalars not in SCALAR_LAYOUTS:
        raise FrameError(f"no frame has {length} bytes")
    return scalars


@contextlib.contextmanager
def opened(path):
    """A file of frames as a stream; errors found in it name the file."""
    with open(path, "rb") as stream:
        try:
            yield stream
        except FrameError as error:
            raise FrameError(f"{path}: {error}") from error


def read_length(stream):
    """The length of the next frame in bytes; None at the end of the stream."""
    head = stream.read(4)
    if not head:
        return None
    if len(head) < 4:
        raise FrameError("the stream ends inside a frame")
    return int.from_bytes(head, "little")


def read_stride(stream):
    """The bytes from one frame to the next, in a file at its first frame: all have the same length."""
    return 4 + (read_length(stream) or 0)


def skip_to(stream, number):
    """Seeks frame `number` of a file, counted from 0."""
    length = read_stride(stream)
    if length > 4:
        scalars_of(length - 4)
    frames = stream.seek(0, os.SEEK_END) // length
    if not 0 <= number < frames:
        raise FrameError(f"has no frame {number}: it has {frames}, counted from 0")
    stream.seek(number * length)


def _new_rows(count, words):
    return np.empty((count, words), np.float32)


def read_rows(stream, size, last=True, new_rows=_new_rows):
    """Yields the frames of a stream, `size` at a time, and if `last` the fewer at its end. Each is a row:
    its length, then its numbers. `new_rows` makes the arrays, or tensors, to fill."""
    length = read_length(stream)
    if length is None:
        return
    scalars_of(length)
    words = 1 + length // 4
    head = length.to_bytes(4, "little")
    while True:
        rows = new_rows(size, words)
        array = np.asarray(rows)
        view = memoryview(array).cast("B")
        view[:len(head)] = head
        filled = len(head)
        while filled < len(view) and (got := stream.readinto(view[filled:])):
            filled += got
        frames, rest = divmod(filled, 4 * words)
        if rest != 0:
            raise FrameError("the stream ends inside a frame")
        if frames == 0 or (frames < size and not last):
            return
        if (array[:frames, 0].view("<u4") != length).any():
            raise FrameError("frames of different lengths")
        yield rows[:frames]
        if frames < size:
            return
        head = b""
