"""What was trained is what plays: python3 network_reference.py BINARY.

The engine's values against those of a reckoning of their own in Python, integer for integer.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(PROJECT, "trainer-bridge"))

try:
    import check_network
    import student
except ImportError as error:  # numpy
    print(f"skipped: {error} (apt-get install python3-numpy)")
    sys.exit(0)

BINARY = os.path.abspath(sys.argv.pop(1))
SHIPPED = os.path.join(PROJECT, "nets", "OEL1.network.zst")
CHECK = os.path.join(PROJECT, "trainer-bridge", "check_network.py")


def check(*args, binary=BINARY, **more):
    return subprocess.run([sys.executable, CHECK, binary, *args], capture_output=True, text=True,
                          timeout=300, **more)


class NetworkReference(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.net = os.path.join(cls.folder.name, "small.network.zst")
        data = os.path.join(cls.folder.name, "data")
        for args in (["contrast", "--out", data, "--games", "64", "--shard", "32"],
                     ["train", "--in", data, "--hold-out", "1", "--epochs", "20", "--batch", "32",
                      "--out", cls.net]):
            subprocess.run([BINARY, *args], check=True, capture_output=True, timeout=300)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_the_shipped_network(self):
        done = check("--net", SHIPPED, "--positions", "200")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("200 positions", done.stdout)
        self.assertIn(" 0 differ", done.stdout)

    def test_a_student_before_and_after_rounding(self):
        done = check("--net", self.net, "--student", self.net + ".student", "--positions", "200")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(" 0 differ", done.stdout)
        self.assertIn("rounded: none", done.stdout)

    def test_another_student_is_found_out(self):
        data = os.path.join(self.folder.name, "data")
        other = os.path.join(self.folder.name, "other.network.zst")
        subprocess.run([BINARY, "train", "--in", data, "--out", other, "--hold-out", "1", "--epochs",
                        "1", "--seed", "2"], check=True, capture_output=True, timeout=300)
        done = check("--net", self.net, "--student", other + ".student", "--positions", "5")
        self.assertEqual(done.returncode, 1)
        self.assertIn("lanes, tiles, bias, head, dense", done.stdout)

    def test_a_wrong_integer_is_found(self):
        network = student.Network(self.net)
        position = next(check_network.dumped(BINARY, self.net, 1, 1, 5))
        values = student.values_of(network, position)
        comparison = check_network.Comparison()
        comparison.add(position, values, None)
        self.assertEqual(comparison.different, 0)
        comparison.add(position, [*values[:-1], values[-1] + 1], None)
        self.assertEqual(comparison.different, 1)
        self.assertIn(position["plays"][-1]["move"], comparison.first_difference)

    def test_a_damaged_network_is_refused_in_the_words_of_the_engine(self):
        whole = student.unpacked(self.net)
        ones = whole.index(b"\4\0\0\0ones")
        for content, what in ((whole[:-1], "section head: cut short"), (whole + b"x", "end"),
                              (b"x" + whole, "not a network"), (whole[:18], "head: cut short"),
                              (whole[:16] + b"\5" + whole[17:], "version 5"),
                              (whole.replace(b"buckets", b"bundles"), "architecture"),
                              (whole[:ones], "missing"), (whole[:ones + 12], "missing"),
                              (whole[:ones + 4] + b"?" + whole[ones + 5:], "another section"),
                              (whole[:ones + 8] + b"\1" + whole[ones + 9:], "wrong length"),
                              (whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:], "damaged")):
            path = os.path.join(self.folder.name, "damaged.network")
            with open(path, "wb") as file:
                file.write(content)
            with self.assertRaisesRegex(student.FormatError, what) as refused:
                student.Network(path)
            done = subprocess.run([BINARY, "net", "info", path], capture_output=True, text=True,
                                  timeout=120)
            self.assertEqual(done.stderr, f"zymurgy net: {refused.exception}\n")

    def test_bad_input_is_one_sentence(self):
        student_of = ["--student", self.net + ".student"]
        for args, binary, status, what in (
                (["--net", "nowhere.zst"], BINARY, 1, "nowhere.zst"),
                (["--net", self.net, "--student", "nowhere"], BINARY, 1, "nowhere"),
                (["--net", self.net], "no_engine", 1, "no_engine"),
                (["--net", self.net, *student_of], "/bin/echo", 1, "says no positions"),
                (["--net", self.net, *student_of, "--positions", "0"], BINARY, 2, "--positions")):
            done = check(*args, binary=binary)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(what, done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_what_programs_and_modules_it_needs(self):
        done = check("--net", SHIPPED, env={"PATH": self.folder.name})
        self.assertIn("no program zstd", done.stderr)
        with open(os.path.join(self.folder.name, "numpy.py"), "w", encoding="utf-8") as file:
            file.write("raise ImportError('no numpy')\n")
        without = {**os.environ, "PYTHONPATH": self.folder.name}
        self.assertIn("usage:", check("--help", env=without).stdout)
        done = check("--net", SHIPPED, env=without)
        self.assertIn("check_network.py: no numpy (apt-get", done.stderr)

    def test_histograms(self):
        done = subprocess.run([BINARY, "net", "info", self.net, "--json"], capture_output=True,
                              text=True, timeout=120, check=True)
        network = student.Network(self.net)
        for section in json.loads(done.stdout)["sections"]:
            values = getattr(network, section["name"].replace(" ", "_"))
            self.assertEqual(sum(section["histogram"]), values.size)
            self.assertEqual((section["least"], section["most"]), (values.min(), values.max()))
            self.assertEqual(section["histogram"][0], (values == 0).sum())


if __name__ == "__main__":
    unittest.main()
