"""Files that get their names when they are whole, as the program's do (src/game/files.h)."""

import contextlib
import os
import secrets
import shutil


@contextlib.contextmanager
def whole_file(path):
    """Gives a name to write to. At the end what is there gets the name `path`; after an error it is
    gone. What is no regular file (a device, a pipe) is written to as it is."""
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
