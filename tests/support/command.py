"""The program as a command, for tests; the script's first argument is the binary."""

import json
import os
import signal
import subprocess
import sys
import time
import unittest

BINARY = os.path.abspath(sys.argv.pop(1))
OPENING = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 GMRUYYZ/ 0/0 0"


def run(*args, stdin="", env=None):
    return subprocess.run([BINARY, *args], input=stdin, capture_output=True, text=True,
                          timeout=120, env={**os.environ, **(env or {})})


def interrupt(process):
    """Sends Ctrl-C once the program has caught SIGINT for a while; returns its output."""
    while process.poll() is None:
        with open(f"/proc/{process.pid}/status") as file:
            caught = next(line for line in file if line.startswith("SigCgt")).split()[1]
        if int(caught, 16) >> (signal.SIGINT - 1) & 1:
            time.sleep(2)
            process.send_signal(signal.SIGINT)
            break
        time.sleep(0.05)
    return process.communicate(timeout=120)


class CommandTest(unittest.TestCase):
    def answer(self, *args):
        """The JSON object on stdout; nothing may be on stderr."""
        done = run(*args, "--json")
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertEqual(done.stderr, "")
        return json.loads(done.stdout)

    def assert_error(self, done, status, code, *words):
        self.assertEqual(done.returncode, status)
        error = json.loads(done.stdout)["error"]
        self.assertEqual(error["code"], code)
        for word in words:
            self.assertIn(word, error["message"])

    def assert_keys(self, answer, keys):
        """Keys may be added, never renamed."""
        for key in keys.split():
            self.assertIn(key, answer)
