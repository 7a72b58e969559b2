"""Pictures of frames and of positions: python3 pictures.py BINARY."""

import os
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
BRIDGE = os.path.join(PROJECT, "trainer-bridge")
sys.path.insert(0, BRIDGE)

try:
    import numpy as np
    import frame_picture
    import position_picture
    import student
except ImportError as error:
    print(f"skipped: {error} (apt-get install python3-numpy)")
    sys.exit(0)

BINARY = os.path.abspath(sys.argv.pop(1))
VIEW, CHECK = (os.path.join(BRIDGE, name) for name in ("view.py", "check_network.py"))
OPENING = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 GMRUYYZ/ 0/0 0"


def view(*args):
    return subprocess.run([sys.executable, VIEW, *args], capture_output=True, text=True, timeout=120)


class Pictures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.frames, cls.svg = cls.path("a.frames"), cls.path("a.svg")
        subprocess.run([BINARY, "autoplay", "--games", "6", "--p2", "softmax:1", "--log",
                        cls.path("a.zst")], check=True, capture_output=True, timeout=120)
        for scalars in ("macondo-72", "blog-76"):
            subprocess.run([BINARY, "frames", "--in", cls.path("a.zst"), "--scalars", scalars,
                            "--out", cls.frames if scalars == "macondo-72" else cls.path("b.frames")],
                           check=True, capture_output=True, timeout=120)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    def texts(self):
        texts = xml.dom.minidom.parse(self.svg).getElementsByTagName("text")
        return [text.firstChild.data for text in texts]

    def test_every_frame_agrees_with_itself(self):
        for name in ("a.frames", "b.frames"):
            for number in range(60):
                frame = frame_picture.Frame.read(self.path(name), number)
                for check, holds in frame.checks():
                    self.assertTrue(holds, f"{name}, frame {number}: {check}")
                score = frame_picture.unsquashed(frame.squashed[0], 45, 40)
                self.assertAlmostEqual(score, round(score), delta=0.02)

    def test_a_broken_frame_is_seen(self):
        whole = np.fromfile(self.frames, "<f4", 85 * 225 + 75, offset=4)
        tile = int(np.argmax(whole[:26 * 225] != 0)) % 225
        for plane, broken in ((83, False), (30, True), (60, True), (80, True)):
            floats = whole.copy()
            floats[plane * 225 + tile] = 1
            verdicts = [holds for _, holds in frame_picture.Frame(floats).checks()]
            self.assertEqual(all(verdicts), not broken)

    def test_a_frame_as_svg(self):
        for name, layout in (("a.frames", "macondo-72"), ("b.frames", "blog-76")):
            done = view("frame", self.path(name), "7", "--out", self.svg)
            self.assertEqual(done.returncode, 0, done.stderr)
            texts = self.texts()
            for text in (layout, "All planes", "Tiles unseen", "tiles kept"):
                self.assertIn(text, texts)
        for args, what in ((["100000"], "has no frame 100000: it has "), (["-1"], "number"),
                           (["0", "--letters", "norwegian"], "letters norwegian: frames have 26"),
                           (["0", "--letters", "klingon"], "klingon.csv: no such letters")):
            self.assertIn(what, view("frame", self.frames, *args, "--out", self.svg).stderr)
        nowhere = self.path("nowhere/frame.svg")
        self.assertIn(f"No such file or directory: '{nowhere}'",
                      view("frame", self.frames, "0", "--out", nowhere).stderr)

    def test_a_position_as_svg(self):
        done = view("position", *OPENING.split(), "--zymurgy", BINARY, "--out", self.svg)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("8D.ZYMURGY beside 8C.ZYMURGY", self.texts())
        done = view("position", OPENING, "--move", "8D.GYMRU", "--zymurgy", BINARY, "--out", self.svg)
        self.assertEqual(done.returncode, 1)
        self.assertIn("8D.GYMRU is not among the best: 8D.ZYMURGY", done.stderr)
        done = view("position", "15/15", "--zymurgy", BINARY, "--out", self.svg)
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("Traceback", done.stderr)

    def test_other_alphabets(self):
        words = self.path("words")
        with open(words, "w", encoding="utf-8") as file:
            file.writelines(f"{a}{b}{c}\n" for a in "BDFGKLMNRST" for b in "AEIOUÆØÅ" for c in "NRST")
        net, data = self.path("norwegian.network.zst"), self.path("norwegian")
        tables = ["--data", self.folder.name, "--lexicon", "NO", "--letters", "norwegian"]
        for args in (["lexicon", "build", words, self.path("NO.kwg"), "--letters", "norwegian"],
                     ["contrast", *tables, "--games", "32", "--shard", "16", "--out", data],
                     ["train", *tables, "--in", data, "--hold-out", "1", "--batch", "32", "--out", net]):
            subprocess.run([BINARY, *args], check=True, capture_output=True, timeout=300)
        done = view("position", OPENING.replace("GMRUYYZ", "SÆRNTØÅ"), "--zymurgy", BINARY, "--net", net,
                    *tables, "--out", self.svg)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Æ", self.texts())
        done = subprocess.run([sys.executable, CHECK, BINARY, "--net", net, "--positions", "20", *tables],
                              capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_parts_that_a_position_does_not_show_add_nothing(self):
        network = student.Network(os.path.join(PROJECT, "nets", "OEL1.network.zst"))
        empty = [[0] * 15 for _ in range(30)]
        position = {"lead": 12, "unseen": [2] + [3] * 26, "lanes": empty}
        shown = position_picture.View(network, position, {"lanes": {}, "leave": [1, 5]})
        self.assertEqual(shown.of_square(7, 7), 0)
        self.assertEqual(shown.square_text(7, 7), "open")
        self.assertNotEqual(shown.of_leave(), 0)


if __name__ == "__main__":
    unittest.main()
