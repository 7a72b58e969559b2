"""Files that get their names only when they are complete, as the program's do (src/game/files.h)."""

import contextlib
import os
import secrets
import shutil


@contextlib.contextmanager
def whole_file(path):
    """Gives a temporary name to write to. At the end the file is renamed to `path`; after an error it is
    removed. If `path` is not a regular file (a device, a pipe), it is written to directly."""
    if os.path.exists(path) and not os.path.isfile(path):
        yield path
        return
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    temporary = os.path.join(folder, f".{name[:50]}.{secrets.token_hex(8)}.tmp")
    try:
        yield temporary
        if os.path.exists(target):
            shutil.copymode(target, temporary)
        with open(temporary, "rb") as written:
            os.fsync(written.fileno())
        os.replace(temporary, target)
    except BaseException as error:
        with contextlib.suppress(FileNotFoundError):
            os.remove(temporary)
        if isinstance(error, OSError) and error.filename == temporary:
            error.filename = path
        raise
