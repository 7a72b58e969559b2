"""What `zymurgy stats` tells of logs and GCGs: python3 statistics_of_games.py BINARY."""

import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from command import BINARY, CommandTest, interrupt, run


class StatisticsOfGames(CommandTest):
    def test_stats(self):
        with tempfile.TemporaryDirectory() as folder:
            log, page = folder + "/games.zst", folder + "/page.html"
            self.answer("autoplay", "--p2", "greedy", "--games", "40", "--log", log)
            from_log = self.answer("stats", log, "--html", page)
            self.assert_error(run("stats", log, "--html", "", "--json"), 3, "write-failed", "no file name")
            none = self.answer("stats", log, "--leaves", "")  # every leave is worth nothing
            self.assertTrue(all(its["arrv"]["value"] is None for its in none["players"].values()))
            for key in ("blanks", "arrv", "calibration", "first_mover", "players"):
                self.assertIn(key, from_log)
            self.assertEqual(from_log["games"], 40)
            self.assertEqual(set(from_log["players"]), {"static", "greedy"})
            for bound in ("value", "low", "high"):
                self.assertIn(bound, from_log["first_mover"])
            with open(page) as file:
                text = file.read()
            self.assertIn("<svg", text)
            self.assertNotIn("http", text)
            # The same games as GCGs give the same figures.
            self.answer("gcg", "export", log, "--out", folder + "/gcg")
            names = [folder + "/gcg/" + name for name in sorted(os.listdir(folder + "/gcg"),
                                                                key=lambda n: int(n[:-4]))]
            from_gcgs = self.answer("stats", *names)
            for key in from_log:
                self.assertEqual(from_gcgs[key], from_log[key], key)
            drawn = [self.answer("stats", "--draws", "5", *files)["players"] for files in ([log], names)]
            self.assertEqual(*drawn)
            self.assertGreater(drawn[0]["static"]["equal_draws"]["spread"]["low"], 0)
            self.assertIn("equal draws", run("stats", "--draws", "2", log).stdout)
            chosen = [self.answer("stats", "--choices", "3", *files)["players"] for files in ([log], names)]
            self.assertEqual(*chosen)
            self.assertEqual([phase["bag_from"] for phase in chosen[0]["static"]["choices"]["phases"]],
                             [22, 8, 1, 0])
            self.assertLess(chosen[0]["greedy"]["choices"]["spread"]["high"], 0)
            self.assertEqual(chosen[0]["greedy"]["choices"]["games"], 40)
            self.assertIn("By choices", run("stats", "--choices", "1", log).stdout)
            self.assert_error(run("stats", "--json", "--threads", "2", log), 2, "usage", "--draws or --choices")
            # Who met only itself won as much as it lost, whoever plays.
            alone = folder + "/alone.zst"
            self.answer("autoplay", "--p1", "static", "--p2", "static", "--games", "4", "--log", alone)
            its = self.answer("stats", "--draws", "2", "--choices", "1", alone)["players"]["static"]
            for part in its, its["equal_draws"], its["choices"]:
                self.assertEqual(part["wins"]["value"], 0.5)
                self.assertIsNone(part["wins"]["low"])
                self.assertIsNone(part["spread"]["high"])
            # Racks valued by the games themselves, the last of them fewer.
            done = run("stats", "--own-racks", "30", log, "--json")
            self.assertEqual(done.stderr, "only 10 games, where --own-racks asks for 30: "
                                          "the values of their racks fit these games more closely\n")
            own = json.loads(done.stdout)
            for key in ("games", "first_mover", "calibration"):
                self.assertEqual(own[key], from_log[key], key)
            self.assertNotEqual(own["arrv"], from_log["arrv"])
            self.assert_error(run("stats", "--json", "--own-racks", "-1", log), 2, "usage", "--own-racks")
            # No game counts twice.
            for again in log, folder + "/./games.zst":
                self.assert_error(run("stats", "--json", log, again), 2, "usage", "twice")
            # Nor do games of other players on the same draws pass for independent ones.
            other = folder + "/other.zst"
            self.answer("autoplay", "--p1", "static", "--p2", "static", "--games", "2", "--log", other)
            self.assertIn("same draws", run("stats", log, other).stderr)
            shutil.copy(log, folder + "/copy.zst")
            again = folder + "/copy.zst"
            self.assert_error(run("stats", "--json", log, again), 3, "same-game", log + " and " + again)
            # A GCG of a game met before is left out.
            done = run("stats", "--json", log, folder + "/gcg")
            self.assertEqual(done.returncode, 0)
            self.assertEqual(done.stderr.count(f": left out: it has the same game as {log}\n"),
                             from_log["games"])
            self.assertEqual(json.loads(done.stdout), from_log | {"repeated": from_log["games"]})
            with open(folder + "/copy.zst", "ab") as copy, open(log, "rb") as again:
                shutil.copyfileobj(again, copy)
            self.assert_error(run("stats", "--json", folder + "/copy.zst"), 3, "bad-log",
                              "data after the end")
            self.assertIn("First move", run("stats", log).stdout)
            self.assert_error(run("stats", folder + "/none", "--json"), 3, "load-failed", "none")
            self.assert_error(run("stats", BINARY, "--json"), 3, "bad-gcg", BINARY)

    def test_interrupted_it_tells_of_the_games_judged_until_then(self):
        with tempfile.TemporaryDirectory() as folder:
            log = folder + "/games.zst"
            self.answer("autoplay", "--games", "6000", "--threads", "2", "--log", log)
            process = subprocess.Popen([BINARY, "stats", "--draws", "2", "--json", log],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            out, err = interrupt(process)
            self.assertEqual(process.returncode, 75)
            self.assertIn("the games judged until then are shown", err)
            self.assertIn(json.loads(out)["games"], range(1, 6000))

    def test_what_is_packed_and_no_log_is_passed_over(self):
        with tempfile.TemporaryDirectory() as folder:
            self.answer("autoplay", "--games", "4", "--log", folder + "/games.zst")
            self.answer("contrast", "--games", "1", "--out", folder + "/else")
            shutil.copy(glob.glob(folder + "/else/*.zst")[0], folder + "/else.zst")
            some = run("stats", folder, "--json")
            self.assertEqual(some.returncode, 3)
            self.assertEqual((json.loads(some.stdout)["games"], json.loads(some.stdout)["unreadable"]), (4, 1))
            self.assertIn("else.zst: neither", some.stderr)
            # What is cut is a log that is damaged.
            with open(folder + "/games.zst", "rb") as log, open(folder + "/cut.zst", "wb") as cut:
                cut.write(log.read(12))
            self.assert_error(run("stats", folder + "/cut.zst", "--json"), 3, "bad-log", "cut.zst")

    def test_stats_of_games_that_are_not_sound(self):
        head = "#player1 A Al\n#player2 B Bo\n"
        with tempfile.TemporaryDirectory() as folder:
            def stats_of(text):
                with open(folder + "/game.gcg", "w") as file:
                    file.write(head + text)
                return run("stats", folder + "/game.gcg", "--json")

            play = ">A: AEINRST 8D NASTIER +66 66\n"
            # Quackle knows no rack of who has no turn left, and writes this.
            told = stats_of(play + ">B: AB -- +0 0\n>A: UNKNOWN (challenge) +5 71\n"
                            ">B: AB (AB) -4 -4\n>A: CD (CD) -5 66\n")
            self.assertNotIn("too many tiles", told.stderr)
            # Nothing was taken back by that.
            stood = json.loads(told.stdout)["players"]["Al"]
            self.assertEqual((stood["bingos"]["value"], stood["points_a_turn"]["value"]), (1, 66))
            # What fitted no board and was taken back leaves the board as it was.
            back = stats_of(play + ">B: ABCDEFO 7G ZO +12 12\n>B: ABCDEFO -- -12 0\n"
                            ">B: AB (AB) -4 -4\n>A: CD (CD) -5 61\n")
            turns = json.loads(back.stdout)["players"]
            self.assertEqual([turns[name]["turns"]["value"] for name in ("Al", "Bo")], [1, 1])
            wrong = stats_of(play + ">B: OUUVVWW 10A VVWW +500 500\n>B: AB (AB) -4 496\n"
                             ">A: CD (CD) -5 61\n")
            self.assertEqual(json.loads(wrong.stdout)["unsound"], 1)
            self.assertIn("game.gcg, line 4: ", wrong.stderr)
            # Of a game on a wrong board the result counts, and nothing that was played.
            for name, score in ("Al", 61), ("Bo", 496):
                player = json.loads(wrong.stdout)["players"][name]
                self.assertEqual(player["score"]["value"], score)
                for key in ("turns", "bingos", "points_a_turn", "arrv"):
                    self.assertIsNone(player[key]["value"])
            # One file that is none is told, and the others count.
            with open(folder + "/none.gcg", "w") as file:
                file.write("nothing\n")
            stats_of(play + ">B: AB (AB) -4 -4\n>A: CD (CD) -5 61\n")
            some = run("stats", folder, "--json")
            self.assertEqual((some.returncode, json.loads(some.stdout)["games"]), (3, 1))
            self.assertIn("none.gcg, line 1: expected a pragma", some.stderr)
            # Who moves first is not who loses points for time first.
            late = ">B:  (time) -10 -10\n" + play + ">B: AB (AB) -4 -14\n"
            whole = json.loads(stats_of(late + ">A: CD (CD) -5 61\n").stdout)
            self.assertEqual((whole["first_mover"]["value"], whole["unsound"]), (1, 0))
            # Where nobody went out, what one side lost alone is no ending.
            self.assertEqual(json.loads(stats_of(late).stdout)["games"], 0)
            # What racks nobody told cost is not known.
            zeros = "".join(">%s: - +0 %d\n" % turn for turn in 3 * [("B", 0), ("A", 66)])
            unknown = json.loads(stats_of(play + zeros).stdout)
            self.assertEqual((unknown["games"], unknown["incomplete"]), (0, 1))

    def test_names_from_outside_do_no_harm(self):
        with tempfile.TemporaryDirectory() as folder:
            game, page = folder + "/game.gcg", folder + "/page.html"
            with open(game, "wb") as file:
                file.write("#player1 A Zo\u00eb\n#player2 B \x1b[31m<b>\n".encode() +
                           b">A: AEINRST 8D NASTIER +66 66\n>B: AB (AB) -4 -4\n"
                           b">A: CD (CD) -5 61\n")
            text = run("stats", game, "--html", page).stdout
            players = text.split("Players\n")[1].split("\n")[:4]
            self.assertIn("\\x1B[31m<b>", players[1] + players[2])
            self.assertEqual(len({len(line) for line in players}), 1)
            with open(page) as file:
                self.assertIn("\\x1B[31m&lt;b&gt;", file.read())
            self.assertEqual(set(self.answer("stats", game)["players"]), {"Zo\u00eb", "\x1b[31m<b>"})

    def test_stats_of_pairs(self):
        """The two games of a pair are one observation, wherever they are read from."""
        with tempfile.TemporaryDirectory() as folder:
            log = folder + "/games.zst"
            self.answer("autoplay", "--p2", "greedy", "--games", "30", "--pairs", "--log", log)
            self.answer("gcg", "export", log, "--out", folder + "/gcg")
            names = [folder + "/gcg/" + name for name in os.listdir(folder + "/gcg")]

            def bounds(*files):
                static = self.answer("stats", *files)["players"]["static"]
                return [static[key][bound] for key in ("wins", "spread")
                        for bound in ("value", "low", "high")]

            # A third game of one is no pair's. Who plays itself plays one game twice.
            shutil.copy(names[0], folder + "/copy.gcg")
            done = run("stats", "--json", *names, folder + "/copy.gcg")
            self.assertEqual((json.loads(done.stdout)["games"], done.stderr),
                             (len(names), f"{folder}/copy.gcg: left out: it has the same game as {names[0]}\n"))
            self.answer("autoplay", "--p2", "static", "--games", "4", "--pairs", "--log",
                        folder + "/self.zst")
            self.answer("gcg", "export", folder + "/self.zst", "--out", folder + "/self")
            self.assertEqual(self.answer("stats", folder + "/self")["games"], 4)
            self.assertIn("two in a game against itself", run("stats", folder + "/self").stdout)
            # Nor are games of other players on the same draws a pair.
            apart = run("stats", "--json", folder + "/gcg/0.gcg", folder + "/self/0.gcg")
            self.assertIn("same draws", apart.stderr)
            self.assertIsNotNone(json.loads(apart.stdout)["first_mover"]["low"])

            from_log = bounds(log)
            for from_gcgs in (bounds(*sorted(names)), bounds(*sorted(names, reverse=True))):
                for one, other in zip(from_gcgs, from_log):
                    self.assertAlmostEqual(one, other)
            for name in names:
                with open(name) as file:
                    text = file.read()
                self.assertIn("#id zymurgy-pair ", text)
                with open(name, "w") as file:
                    file.write(text.replace("zymurgy-pair", "other"))
            by_game = bounds(*names)
            self.assertAlmostEqual(by_game[0], from_log[0])
            self.assertNotAlmostEqual(by_game[1], from_log[1], 3)
            self.assertNotAlmostEqual(by_game[4], from_log[4], 1)

    def test_no_game_counts_twice_in_whatever_order_files_come(self):
        with tempfile.TemporaryDirectory() as folder:
            def log(name, *options):
                self.answer("autoplay", "--games", "8", "--seed", "5", "--log", folder + name, *options)
                return folder + name

            pairs, others = log("/pairs", "--pairs"), log("/others")
            for files in (pairs, others), (others, pairs):
                self.assert_error(run("stats", "--json", *files), 3, "same-game", pairs, others)
            mind = "softmax:3"  # of its own in each game of a pair
            pairs = log("/softmax", "--pairs", "--p1", mind, "--p2", mind)
            copy = shutil.copy(pairs, folder + "/copy")
            self.assertEqual(self.answer("stats", pairs)["games"], 8)
            self.assert_error(run("stats", "--json", pairs, copy), 3, "same-game", pairs, copy)
            # Games without a play are alike, and yet are games.
            for rack in "AEINRST", "AELNRST":
                with open(f"{folder}/{rack}.gcg", "w") as gcg:
                    gcg.write("#player1 a A\n#player2 b B\n")
                    for turn in range(6):
                        gcg.write(f">{'ab'[turn % 2]}: {rack} - +0 0\n")
                    for player in "ab":
                        gcg.write(f">{player}: {rack} ({rack}) -7 -7\n")
            self.assertEqual(self.answer("stats", folder + "/AEINRST.gcg",
                                         folder + "/AELNRST.gcg")["games"], 2)

    def test_stats_of_games_of_two_lexica(self):
        with tempfile.TemporaryDirectory() as folder:
            log = folder + "/games.zst"
            self.answer("autoplay", "--p2", "greedy", "--games", "6", "--log", log)
            self.answer("gcg", "export", log, "--out", folder)
            names = ["%s/%d.gcg" % (folder, game) for game in range(6)]
            for name in names[1::2]:
                with open(name) as file:
                    text = file.read()
                with open(name, "w") as file:
                    file.write(text.replace("#lexicon OEL1", "#lexicon XYZ"))
            # Redraws are the same in whatever order the lexica come.
            by_turns, in_a_row = (run("stats", "--draws", "5", "--json", *files)
                                  for files in (names, names[::2] + names[1::2]))
            self.assertEqual(json.loads(by_turns.stdout), json.loads(in_a_row.stdout))
            # That one is not at hand is told once.
            told = "lexicon 'XYZ' was not found: its games are judged by OEL1\n"
            self.assertEqual(by_turns.stderr, told)
            # What a turn lost is not judged by other words, unless they are named.
            review = "review", "--iterations", "0", "--draws", "0", "--json", names[1]
            self.assert_error(run(*review), 3, "load-failed", "XYZ", "--lexicon names another, say OEL1")
            self.assertEqual(self.answer(*review[:-2], names[1], "--lexicon", "OEL1")["lexicon"], "OEL1")

    def test_stats_tell_networks_apart(self):
        with tempfile.TemporaryDirectory() as folder:
            log = folder + "/games.zst"
            self.answer("autoplay", "--p1", "network", "--games", "2", "--log", log)
            hash = self.answer("net", "info", "OEL1")["hash"]
            names = {"static", f"network ({hash})"}
            self.assertEqual(set(self.answer("stats", log)["players"]), names)
            self.answer("gcg", "export", log, "--out", folder)
            self.assertEqual(set(self.answer("stats", folder + "/0.gcg")["players"]), names)

    def test_stats_of_a_game_are_not_certain(self):
        with tempfile.TemporaryDirectory() as folder:
            log, page = folder + "/games.zst", folder + "/page.html"
            self.answer("autoplay", "--p2", "greedy", "--games", "1", "--log", log)
            stats = self.answer("stats", log, "--html", page)
            spread = stats["players"]["static"]["spread"]
            self.assertIsInstance(spread["value"], float)
            for key in ("low", "high", "sd"):
                self.assertIsNone(spread[key])
            self.assertIsNone(stats["first_mover"]["low"])
            self.assertIsNone(stats["arrv"]["spread_a_point"]["value"])
            self.assertNotIn("nan", run("stats", log).stdout)
            with open(page) as file:
                self.assertNotIn("nan", file.read())


if __name__ == "__main__":
    unittest.main()
