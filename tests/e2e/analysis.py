"""The commands that analyse a position, as scripts use them: python3 analysis.py BINARY."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(PROJECT, "tests", "support"))
from command import BINARY, OPENING, CommandTest, interrupt, run

NETWORK = os.path.join(PROJECT, "nets", "OEL1.network.zst")
ENDGAME = ("3VERVAIN5/2P4B7/2AT2DEB6/2XU3DOZING1M/3R4WAN3O/3K6d2MI/3EF2FLAUNTER/3YOUSE2C3A/"
           "4GHI1JATO1QI/4I1SOONEST2/4E2C2E4/3D3H7/2GRAPERY6/3EDILE7/ALOW3A7 "
           "IINOSTU/ELRT? 298/422 0")
ENDGAME_LOST_BY_TWO = (
    "7P6T/7RAGTIMER/1B5E3DEFI/HAGG3S6V/1R5c6I/1Y5R6A/1T5I1L5/MORKIN1BLUEY3/1N3OLEATE4/"
    "1E1WEX2VEND2Z/2OAF4O4A/2DESCHOOL4R/WUD6I4N/7mINUTIAE/6QATS4C EIJOPS/ANOU 415/469 0")
ONE_IN_THE_BAG = ("1INQUEST7/1N3HO8/1T13/1I13/UM13/NE13/A14/K6ALOINS2/I2G1AFEARD1C2/"
                  "NEUrOMA4PAH1/2TOP2RUBEOLAr/CREOSOTE3WAT1/3V8DE1/3ENVISAGE1OR1/YIRD2FIG6 "
                  "DEIJRTX/ 302/480 0")


class Analysis(CommandTest):
    def test_gen_by_a_network(self):
        plays = self.answer("gen", "--net", NETWORK, OPENING)["plays"]
        self.assertEqual(plays[0]["move"], "8D.ZYMURGY")
        chances = [play["wp"] for play in plays]
        self.assertEqual(chances, sorted(chances, reverse=True))
        self.assertTrue(0 < chances[-1] < chances[0] < 1)

    def test_eval(self):
        play = self.answer("eval", OPENING, "8D.ZYMURGY")
        self.assert_keys(play["static"], "score leave terms equity")
        self.assertEqual(sum(play["static"]["terms"].values()), play["static"]["equity"])
        self.assert_keys(play["network"], "wp spread bucket")
        best = self.answer("eval", OPENING)["plays"][0]
        self.assertEqual(best, {key: play[key] for key in ("move", "static", "network")})
        self.assert_error(run("eval", "--json", OPENING, "8D.ZYMURGYS"), 3, "bad-move", "S")
        # Moves named are judged side by side, each once, and phonies as if they stood.
        named = "8D.ZYMURGY", "ex.YY", "8D ZYMURGY", "8H.GRUMZY"
        several = self.answer("eval", OPENING, *named)
        self.assertEqual([play["move"] for play in several["plays"]],
                         ["8D.ZYMURGY", "8H.GRUMZY", "ex.YY"])
        self.assertEqual(several["plays"][0], best)
        self.assertEqual(several["move"], "8D.ZYMURGY")
        self.assertEqual([play.get("phony") for play in several["plays"]],
                         [None, "GRUMZY is not a word of OEL1", None])
        shown = run("eval", OPENING, *named).stdout
        self.assertEqual(len(shown.splitlines()), 5)
        self.assertTrue(shown.endswith("\nGRUMZY is not a word of OEL1\n"))
        self.assertEqual(self.answer("eval", OPENING, named[3])["phony"], "GRUMZY is not a word of OEL1")
        # A pass that has the most equity is among the best.
        late = ("15/1S13/1T1Z1F4G4/1R1I1L2FLENCH1/1A1L1E2I1R2O1/1W1LOW2N1BARM1/DE2V1P1C1E2O1/Id2ANOTHER2G1/"
                "O4ANA2A2E1/R4MY3S2N1/I1JAKE7y1/T2BADDY7/EONS3U7/2U2VIREO5/TIT4T7 UIIIDOU/ 92/559 0")
        for command in "gen", "eval":
            plays = self.answer(command, late, "--top", "2")["plays"]
            self.assertIn("pass", [play["move"] for play in plays])
        some = OPENING.replace("GMRUYYZ", "GMR")
        for move in "8D.ZYMURGY", "ex.Y", "ex.2":
            self.assert_error(run("eval", "--json", some, move), 3, "bad-move", move)

    def test_endgame(self):
        answer = self.answer("endgame", ENDGAME)
        self.assert_keys(answer, "spread final_spread label pv nodes seconds")
        self.assertEqual(answer["label"], "exact")
        self.assertEqual(answer["final_spread"], 298 - 422 + answer["spread"])
        self.assertEqual(answer["spread"], self.answer("endgame", ENDGAME, "--hash", "1",
                                                       "--threads", "2")["spread"])
        self.assertEqual(self.answer("endgame", ENDGAME, "--plies", "1")["label"], "depth 1")
        self.assertIn("12H (H)OISIN", run("endgame", ENDGAME).stdout)
        best = self.answer("endgame", ENDGAME, "--top", "3")["moves"]
        self.assertEqual((best[0]["move"], best[0]["spread"]), (answer["pv"][0], answer["spread"]))
        self.assertEqual(len(best), 3)
        self.assertGreaterEqual(best[1]["spread"], best[2]["spread"])
        asked = [word for its in reversed(best) for word in ("--move", its["move"])]
        given = self.answer("endgame", ENDGAME, *asked)
        self.assertEqual(given["label"], "exact")
        self.assertEqual([its["spread"] for its in given["moves"]], [its["spread"] for its in best])
        self.assertIn("the moves given", run("endgame", ENDGAME, *asked).stdout)
        self.assertIn("(depth 1)", run("endgame", ENDGAME, "--plies", "1", *asked[:2]).stdout)
        both = self.answer("endgame", ENDGAME, "--top", "2", *asked[:2], "--move", "12H .OISTN")
        self.assertEqual(both["moves"], best[:2])
        self.assertEqual((both["pv"], both["named"]["label"]), (answer["pv"], "exact"))
        named = both["named"]["moves"]
        self.assertIn(best[2], named)
        self.assertEqual([its.get("phony") for its in named if its["move"] == "12H.HOISTN"],
                         ["HOISTN is not a word of OEL1"])
        shown = run("endgame", ENDGAME, "--top", "2", *asked[:2]).stdout
        self.assertRegex(shown, r"the best moves, with the spread each makes from here\n(  .*\n){2}"
                                r"the moves given \(exact\), with the spread each makes from here\n  ")
        self.assertNotIn("named", self.answer("endgame", ENDGAME, "--top", "2"))
        self.assert_error(run("endgame", ENDGAME, "--json", "--swindle", *asked), 2, "usage",
                          "--swindle", "--move")

    def test_first_win(self):
        lost = self.answer("endgame", ENDGAME, "--first-win")
        self.assertEqual((lost["label"], lost["bound"]), ("loss proved", "upper"))
        self.assertLess(lost["final_spread"], 0)
        won = ENDGAME.replace("298/422", "498/422")
        self.assertRegex(run("endgame", won, "--first-win").stdout,
                         r"spread at least [+-]\d+ from here, at least \+\d+ at the end \(win proved\)")
        self.assertNotIn("bound", self.answer("endgame", ENDGAME))

    def test_endgame_against_static_replies(self):
        lost = ENDGAME_LOST_BY_TWO
        best = self.answer("endgame", lost)
        self.assertEqual(best["final_spread"], -2)
        self.assertEqual(self.answer("endgame", lost, "--swindle")["swindle"]["move"], "C2.PIG")
        self.assertIn("C2 PI(G) wins", run("endgame", lost, "--swindle").stdout)
        more = self.answer("endgame", lost, "--static-replies")["against_static"]
        self.assertEqual(more["move"], "C2.PIG")
        self.assertGreater(more["spread"], best["spread"] + 2)
        self.assertGreater(more["spread"], more["first_spread"])
        self.assertRegex(run("endgame", lost, "--static-replies").stdout,
                         rf"C2 PI\(G\) comes to \+{more['spread']} if .*, .* to "
                         rf"\+{more['first_spread']}\n")
        self.assertIsNone(self.answer("endgame", ENDGAME, "--static-replies")["against_static"])
        self.assertIn("known to gain more if", run("endgame", ENDGAME, "--static-replies").stdout)
        self.assertNotIn("against_static", self.answer("endgame", ENDGAME))
        hurried = "--static-replies", "--time", "1e-6"
        self.assertNotIn("against_static", self.answer("endgame", lost, *hurried))
        self.assertIn("no time to look", run("endgame", lost, *hurried).stdout)
        self.assert_error(run("endgame", lost, "--json", "--static-replies", "--swindle"), 2,
                          "usage", "--swindle")

    def test_preendgame(self):
        moves = ["3G.XI", "7E.JIRD"]
        asked = [word for move in moves for word in ("--move", move)]
        answer = self.answer("peg", ONE_IN_THE_BAG, *asked)
        self.assertEqual((answer["bag"], answer["shuffles"]), (1, 1))
        self.assertEqual({play["move"] for play in answer["plays"]}, set(moves))
        first = self.answer("peg", ONE_IN_THE_BAG, *asked, "--top", "1")["plays"]
        self.assertEqual(first, answer["plays"][:1])
        for play in answer["plays"]:
            self.assert_keys(play, "move wins draws losses of spread label outcomes")
            self.assertEqual((play["of"], play["label"]), (8, "proved"))
            for result in ("wins", "draws", "losses"):
                self.assertEqual(play[result], sum(draw[result] for draw in play["outcomes"]))
        worst = self.answer("peg", ONE_IN_THE_BAG, *asked, "--opponent", "worst-case")
        self.assertEqual(worst["opponent"], "worst-case")

    def test_phonies_are_told_of_in_the_same_words(self):
        opening = OPENING.replace("GMRUYYZ", "")
        for rows, phony, words in (
                ("moves", "HOISTN", ["endgame", ENDGAME, "--move", "12H .OISTN", "--move", "12H.HOISIN"]),
                ("plays", "XD", ["peg", ONE_IN_THE_BAG, "--move", "3G.XD", "--move", "3G.XI"]),
                ("phonies", "IMINU", ["infer", opening, "8H IMINU", "phony.7H.OOI", "ex.3",
                                      "rack.GLORRTU"])):
            with self.subTest(words[0]):
                told = phony + " is not a word of OEL1"
                self.assertIn("\n" + told + "\n", run(*words).stdout)
                answer = self.answer(*words)[rows]
                self.assertEqual([row["phony"] for row in answer if "phony" in row], [told])
                self.assertIn(phony, next(row["move"] for row in answer if "phony" in row))

    def test_no_endgame(self):
        for command in ("endgame", "peg"):
            with self.subTest(command):
                self.assert_error(run(command, "--json", OPENING), 3, "bad-position", "board")
        self.assert_error(run("endgame", "--json", ONE_IN_THE_BAG), 3, "bad-position", "bag")
        self.assert_error(run("peg", "--json", ENDGAME), 3, "bad-position", "bag")
        two = ONE_IN_THE_BAG.replace("NEUrOMA4", "NEUrOM5")
        self.assert_error(run("peg", "--json", "--most", "1", two), 3, "bad-position", "--most 2")
        self.assert_error(run("peg", "--json", "--move", "ex.1", ONE_IN_THE_BAG + " etl 1;"), 3,
                          "bad-move", "ex.1")
        self.assert_error(run("endgame", "--json", ENDGAME.replace("IINOSTU", "IIN")), 3,
                          "bad-position",
                          "2 tiles more than the other rack can hold are neither on the board")

    def test_sim(self):
        sim = ["sim", OPENING, "--iterations", "100", "--confidence", "0", "--top", "5"]
        answer = self.answer(*sim)
        self.assert_keys(answer, "plies iterations playouts plies_per_second seconds")
        self.assertEqual((answer["plies"], answer["iterations"], answer["playouts"]), (2, 100, 500))
        self.assertEqual(len(answer["plays"]), 5)
        for play in answer["plays"]:
            self.assert_keys(play, "move wp wpse eq eqse iters")
            self.assertEqual(play["iters"], 100)
        self.assertEqual(answer["plays"], self.answer(*sim, "--threads", "2")["plays"])
        self.assertNotEqual(answer["plays"], self.answer(*sim, "--seed", "2")["plays"])
        self.assertEqual(self.answer(*sim, "--plies", "0")["plies"], 0)  # to the end
        shown = run(*sim, "--heat")
        self.assertIn("8D ZYMURGY", shown.stdout)
        self.assertIn("A B C D E F G H I J K L M N O", shown.stdout)
        self.assert_error(run(*sim, "--json", "--leaf", "oracle"), 2, "usage", "--leaf")

    def test_a_named_move_is_simulated_whatever_its_rank(self):
        sim = ["sim", OPENING, "--iterations", "50", "--confidence", "0"]
        moves = lambda answer: [play["move"] for play in answer["plays"]]
        best = moves(self.answer(*sim, "--top", "2"))
        named = "--move", "ex.YY", "--move", "8H GRUMZY"
        answer = self.answer(*sim, "--top", "2", *named)
        self.assertCountEqual(moves(answer), best + ["ex.YY", "8H.GRUMZY"])
        for play in answer["plays"]:
            self.assertEqual(play["iters"], 50)
            self.assertEqual(play.get("phony"),
                             "GRUMZY is not a word of OEL1" if play["move"] == "8H.GRUMZY" else None)
        # Who names one of the best gets it once.
        self.assertEqual(moves(self.answer(*sim, "--top", "2", "--move", best[0])), best)
        self.assertCountEqual(moves(self.answer(*sim, "--top", "0", *named)), ["ex.YY", "8H.GRUMZY"])
        self.assertIn("GRUMZY is not a word of OEL1", run(*sim, *named).stdout)
        self.assert_error(run(*sim, "--top", "0", "--json"), 2, "usage", "--top")
        self.assert_error(run(*sim, "--move", "8H.Q", "--json"), 3, "bad-move", "8H.Q")

    def test_an_interrupted_search_tells_what_it_has(self):
        process = subprocess.Popen([BINARY, "sim", OPENING, "--iterations", "100000000",
                                    "--confidence", "0", "--json"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        out, err = interrupt(process)
        self.assertEqual(process.returncode, 75)
        self.assertIn("sim: interrupted: the result of the iterations until then is shown", err)
        self.assertGreater(json.loads(out)["iterations"], 0)

    def test_the_error_of_one_sample_is_not_known(self):
        sim = ["sim", OPENING, "--iterations", "1", "--top", "2"]
        for play in self.answer(*sim)["plays"]:
            self.assertEqual((play["iters"], play["wpse"], play["eqse"]), (1, None, None))
        self.assertRegex(run(*sim).stdout, "8D ZYMURGY .* - .* - +1 *\n")

    def test_a_network_ranks_what_is_simulated(self):
        rack = OPENING.replace("GMRUYYZ", "AEGILPR")
        sim = ["sim", rack, "--iterations", "20", "--confidence", "0", "--top", "8"]
        by_equity = self.answer(*sim)["plays"]
        by_network = self.answer(*sim, "--net", NETWORK, "--leaf", "static")["plays"]
        # The network brings plays of its own. The deals are the same, and so is what they say of the
        # others.
        figures = lambda plays: {play["move"]: (play["wp"], play["eq"]) for play in plays}
        one, other = figures(by_equity), figures(by_network)
        self.assertEqual(len(other), len(one))
        both = one.keys() & other.keys()
        self.assertTrue(0 < len(both) < len(one))
        for move in both:
            self.assertEqual(one[move], other[move])
        judged = self.answer(*sim, "--net", NETWORK)["plays"]
        self.assertNotEqual(figures(by_network), figures(judged))
        self.assertNotEqual(by_equity, self.answer(*sim, "--leaf", "network")["plays"])

    def test_infer(self):
        opening = OPENING.replace("GMRUYYZ", "")
        answer = self.answer("infer", opening, "8H.IMINO", "rack.GLORRTU")
        self.assert_keys(answer, "leaves considered seconds")
        chances = [leave["prob"] for leave in answer["leaves"]]
        self.assertAlmostEqual(sum(chances), 1)
        self.assertEqual(chances, sorted(chances, reverse=True))
        few = self.answer("infer", opening, "8H.IMINO", "rack.GLORRTU", "--max-leaves", "100")
        self.assertTrue(few["sampled"])
        top = self.answer("infer", opening, "8H.IMINO", "rack.GLORRTU", "--top", "3")
        self.assertEqual(top["leaves"], answer["leaves"][:3])
        self.assertEqual((top["fit"], answer["fit"]), (len(answer["leaves"]),) * 2)
        # What a play taken back has shown since is on the rack.
        shown = self.answer("infer", opening, "8H.IMINO", "pass.GLORRTU", "phony.M8.YES",
                            "rack.GLORRTU")["leaves"]
        self.assertTrue(0 < len(shown) <= len(answer["leaves"]))
        with_s = lambda leaves: sum(its["prob"] for its in leaves if "S" in its["leave"])
        self.assertGreater(with_s(shown), 1.5 * with_s(answer["leaves"]))
        self.assert_error(run("infer", "--json", opening), 2, "usage", "moves")
        # Of a rack that the CGP tells it is known what is kept.
        self.assertIn("\nno other leave fits what is known",
                      run("infer", OPENING, "8D ZYMURG", "rack.GLORRTU").stdout)

    def test_review(self):
        with tempfile.TemporaryDirectory() as folder:
            log, game, out = folder + "/log", folder + "/0.gcg", folder + "/out.gcg"
            run("autoplay", "--p1", "greedy", "--p2", "static", "--games", "1", "--log", log)
            run("gcg", "export", log, "--out", folder)
            review = ["review", game, "--iterations", "60", "--draws", "20"]
            answer = self.answer(*review, "--gcg", out)
            self.assert_keys(answer, "lexicon players turns")
            for turn in answer["turns"]:
                self.assertEqual(turn["move"], turn["review"]["made"]["move"])
            for player, totals in enumerate(answer["players"], 1):
                turns = [turn for turn in answer["turns"] if turn["player"] == player]
                reviews = [turn["review"] for turn in turns]
                self.assertEqual(totals["turns"], len(turns))
                for key in "lost_points", "lost_win":
                    self.assertAlmostEqual(totals[key], sum(its[key] for its in reviews))
                for its in reviews:
                    self.assertTrue(0 <= its["made"]["win"] <= 1)
                    same = its["best"]["move"] == its["made"]["move"]
                    if same:
                        self.assertEqual(its["lost_points"], 0)
                    if its["lost_error"] != 0:
                        self.assertGreater(its["lost_error"], 0)
                        self.assertFalse(same)
                        self.assertEqual(its["by"], "simulation")
                    if its["by"] == "endgame, exact":
                        self.assertGreaterEqual(its["lost_points"], 0)
                # The first draw, too; one of all that is left is no luck.
                drawn = [turn["luck"] for turn in turns if turn["luck"] is not None]
                self.assertEqual(len(drawn), totals["draws"])
                self.assertGreater(len(drawn), 3)
                self.assertIsNotNone(turns[0]["luck"])
                self.assertAlmostEqual(sum(drawn), totals["luck"])
            self.assertGreater(max(turn["review"]["lost_error"] for turn in answer["turns"]), 0)
            greedy, static = answer["players"]
            self.assertGreater(greedy["lost_win"], static["lost_win"])
            self.assertEqual(self.answer(*review), answer)

            # Its positions are what other commands take.
            positions = self.answer("gcg", "cgp", game)["positions"]
            self.assertEqual(len(positions), len(answer["turns"]))
            second = run("gcg", "cgp", game, "2").stdout.strip()
            self.assertEqual(second, positions[1])
            self.assertIn(answer["turns"][1]["rack"] + "/ ", second)
            self.assertGreater(self.answer("gen", second)["count"], 0)
            self.assert_error(run("gcg", "cgp", game, "99", "--json"), 2, "usage", "99")
            end = run("gcg", "cgp", game, "endgame").stdout.strip()
            self.assertGreater(len(self.answer("endgame", end)["pv"]), 0)

            # Behind a move that cannot be laid nobody knows the board.
            with open(game) as file:
                lines = file.read().splitlines()
            third = [i for i, line in enumerate(lines) if line.startswith(">")][2]
            words = lines[third].split()
            lines[third] = " ".join(words[:2] + ["15A", "QQQQ"] + words[4:])
            with open(folder + "/odd.gcg", "w") as file:
                file.write("\n".join(lines) + "\n")
            done = run("gcg", "cgp", folder + "/odd.gcg")
            self.assertEqual((done.returncode, done.stdout.splitlines()), (3, positions[:3]))
            self.assert_error(run("gcg", "cgp", folder + "/odd.gcg", "4", "--json"), 3, "bad-gcg",
                              f"line {third + 1}")
            done = run("review", folder + "/odd.gcg", "--iterations", "20", "--json")
            self.assertEqual(done.returncode, 3)
            turns = json.loads(done.stdout)["turns"]
            judged = [turn["review"] is not None for turn in turns]
            self.assertEqual(judged, [True, True] + [False] * (len(judged) - 2))
            self.assertEqual([turn["luck"] for turn in turns[3:]], [None] * (len(turns) - 3))

            # Of a rack that is misspelt the play is known, and whether it is a word.
            with open(folder + "/phony.gcg", "w") as file:
                file.write("#player1 a A\n#player2 b B\n>a: ABCDEXY 8D ABCDEFG +84 84\n"
                           ">b: RETINAS - +0 0\n")
            done = run("review", folder + "/phony.gcg", "--iterations", "20")
            self.assertEqual((done.returncode, done.stderr.count("line ")), (0, 1), done.stderr)
            self.assertIn("turn 1: ABCDEFG is not a word", done.stdout)
            self.assertIn("A: judged 0 of 1 turn; 1 phony that stood left out\n", done.stdout)
            self.assertRegex(done.stdout, r"B: lost .* in 1 turn;")

            # A game may come through a pipe.
            with open(folder + "/phony.gcg") as file:
                piped = run("gcg", "check", "-", "--json", stdin=file.read())
            self.assertEqual(json.loads(piped.stdout)["files"][0]["findings"][0]["line"], 3)

            # Two plays taken back may have had racks that do not go together.
            with open(folder + "/backs.gcg", "w") as file:
                file.write("#player1 a A\n#player2 b B\n"
                           ">a: ABCDEFG 8D ABCDEFG +84 84\n>a: ABCDEFG -- -84 0\n"
                           ">b: RETINAS 8D RETINAS +66 66\n"
                           ">a: HIJKLMN D8 .HIJKLMN +100 100\n>a: HIJKLMN -- -100 0\n"
                           ">b: OPTUEEA - +0 66\n")
            backs = json.loads(run("review", folder + "/backs.gcg", "--iterations", "20", "--draws",
                                   "0", "--json").stdout)
            self.assertEqual((len(backs["turns"]), backs["findings"][0]["line"]), (4, 6))

            # Who challenged the last play in vain lost a turn that counts for nothing.
            with open(game) as file:
                lines = file.read().splitlines()
            other = lines[-3].split()[0]
            lines.insert(-1, f"{other} - +0 {lines[-3].split()[-1]}")
            with open(folder + "/lost.gcg", "w") as file:
                file.write("\n".join(lines) + "\n")
            self.assertTrue(self.answer("gcg", "check", folder + "/lost.gcg")["sound"])
            for command in (["gcg", "cgp"], ["stats"], ["review", "--iterations", "0", "--draws", "0"]):
                self.assertEqual(self.answer(*command, folder + "/lost.gcg"),
                                 self.answer(*command, game))

            # The game that is written is the same, with what stats reads.
            self.assertTrue(self.answer("gcg", "check", out)["sound"])
            self.assertIn("zymurgy", self.answer("stats", out)["calibration"])
            self.assertIn("points", run(*review).stdout)
            other = ["--lexicon", "NONE", "--json"]
            self.assert_error(run("review", game, *other), 3, "load-failed", "NONE")
            self.assert_error(run("review", log, "--json"), 3, "bad-gcg", "log")
            self.assert_error(run("review", "--json"), 2, "usage", "GCG")
            with open(log, "w") as file:
                file.write("#player1 A A\n#player2 B B\n>A: AEINRST 8D SNARTIE +66 66\n")
            turn = self.answer("review", log, "--iterations", "0", "--draws", "0")["turns"][0]
            self.assertEqual(turn["phony"], "SNARTIE is not a word of OEL1")
            self.assertNotEqual(turn["review"]["best"]["move"], "8D.SNARTIE")
            # What a play taken back has shown is known.
            chances = []
            for rack, laid, score in ("CIUUVVW", ".UUVVIC", 30), ("EEIRST?", ".ERESTI", 14):
                with open(log, "w") as file:
                    file.write("#player1 A A\n#player2 B B\n>A: AEINRST 8D TRAINS +14 14\n"
                               f">B: {rack} E8 {laid} +{score} {score}\n>B: {rack} -- -{score} 0\n"
                               ">A: ADEGLNO 7H LO +8 22\n")
                turns = self.answer("review", log, "--iterations", "200", "--draws", "0")["turns"]
                chances.append([turn["review"]["made"]["win"] for turn in turns[::2]])
            self.assertEqual(chances[0][0], chances[1][0])
            self.assertGreater(chances[0][1], chances[1][1] + 0.03)
            # Which tiles the other side exchanged since, it is not told.
            chances = []
            for exchanged in "-CV", "-UW", "-2":
                with open(log, "w") as file:
                    file.write("#player1 A A\n#player2 B B\n>A: AEINRST 8D TRAINS +14 14\n"
                               ">B: CIUUVVW E8 .UUVVIC +30 30\n>B: CIUUVVW -- -30 0\n"
                               f">A: ADEGLNO - +0 14\n>B: CIUUVVW {exchanged} +0 0\n"
                               ">A: ADEGLNO 7H LO +8 22\n")
                turns = self.answer("review", log, "--iterations", "100", "--draws", "0")["turns"]
                chances.append(turns[-1]["review"]["made"]["win"])
            self.assertEqual(chances, chances[:1] * 3)

    def test_some_turns_are_reviewed_as_if_all_were(self):
        events = ["A: AEINRST 8D TRAINS +14 14", "B: EIOUUVW - +0 0", "A: DEGLOUV - +0 14",
                  "B: CEIOUUV - +0 0", "A: ADEGLNO G7 O. +3 17", "A: (challenge) +5 22", "B: EEIRSTZ - +0 0"]
        words = "--iterations", "40", "--draws", "10"
        every = self.turns_reviewed(events, *words)
        self.assertEqual([turn["turn"] for turn in every], [1, 2, 3, 4, 5, 6])
        self.assertEqual(self.turns_reviewed(events, *words, "--turn", "5"), every[4:5])
        self.assertEqual(self.turns_reviewed(events, *words, "--turn", "3-6"), every[2:])
        with tempfile.TemporaryDirectory() as folder:
            game, out = folder + "/game.gcg", folder + "/out.gcg"
            with open(game, "w") as file:
                file.write("#player1 A Ann\n#player2 B Bob\n" + "".join(f">{event}\n" for event in events))
            shown = run("review", game, *words, "--turn", "5", "--gcg", out).stdout
            self.assertEqual([line.split()[0] for line in shown.splitlines() if line],
                             ["player", "5", "judged", "Ann:"])
            with open(out) as file:
                self.assertEqual(file.read().count("ESTIMATE"), 1)
            for some in "0", "7", "x", "5-7", "3-2", "3-", "-3":
                self.assert_error(run("review", game, "--json", f"--turn={some}"), 2, "usage",
                                  "--turn takes a turn from 1 to 6", f"'{some}'")

    def test_a_reviewed_move_has_one_name(self):
        across, down = (self.turns_reviewed(["A: AEINRST 8G AT +4 4", "B: EIOUUVW H8 .O +2 2",
                                             f"A: DEGINRS {move} +10 14"], "--iterations", "0")
                        for move in ("9G D.", "G8 .D"))
        self.assertEqual(across, down)
        self.assertEqual(across[2]["move"], across[2]["review"]["made"]["move"])

    def turns_reviewed(self, events, *words):
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/game.gcg", "w") as file:
                file.write("#player1 A Ann\n#player2 B Ann\n" + "".join(f">{event}\n" for event in events))
            done = run("review", folder + "/game.gcg", "--json", *words)
            return json.loads(done.stdout)["turns"]

    def test_a_draw_is_judged_where_what_was_kept_is_known(self):
        def luck(*turns):
            events = ["A: AEINRST 8D TRAINS +14 14", "B: EIOUUVW - +0 0"]
            for rack in turns:
                events += [f"A: {rack} - +0 14", "B: EIOUUVW - +0 0"]
            reviewed = self.turns_reviewed(events, "--iterations", "0", "--draws", "20")
            return [turn["luck"] is not None for turn in reviewed[::2]]

        self.assertEqual(luck("DEGLOUV"), [True, True])
        self.assertEqual(luck("DGLOOUV"), [True, False])  # the E was kept
        self.assertEqual(luck("DE", "DEGLOUV"), [True, False, False])
        self.assertEqual(luck("DEGLOUV", "DEGLOUV"), [True, True, False])  # none was drawn
        # From all that the player does not see.
        drawn = [self.turns_reviewed(["A: AEINRST 8D TRAINS +14 14", f"B: {rack} - +0 0",
                                      "A: DEGLNOU - +0 14"], "--iterations", "0", "--draws", "50")
                 for rack in ("CIUUVVW", "EEIRST?")]
        self.assertEqual(drawn[0][2]["luck"], drawn[1][2]["luck"])

    def test_a_review_takes_for_known_what_the_player_knows(self):
        def won(events, turn):
            turns = self.turns_reviewed(events, "--iterations", "100", "--draws", "0")
            return turns[turn]["review"]["made"]["win"]

        first, last = "A: AEINRST 8D TRAINS +14 14", "A: ADEGLNO 7H LO +8 22"
        # Not what the other side keeps.
        kept = [won([first, f"B: {rack} - +0 0", last], 2) for rack in ("CIUUVVW", "EEIRST?")]
        self.assertEqual(kept[0], kept[1])
        # What it has shown and used since is not shown any more.
        used = [won([first, *shown, "A: ADEGLNO - +0 14", "B: CIUUV?? 8C s...... +6 6",
                     "A: ADEGLNO 7H LO +8 22"], -1)
                for shown in (["B: CIUUV?? - +0 0"], ["B: CIUUV?? 8C s...... +6 6", "B: CIUUV?? -- -6 0"])]
        self.assertEqual(used[0], used[1])
        # A play taken back was a pass, and its tiles are where a rack does not hold them.
        turns = self.turns_reviewed(
            [first, "B: EEIRSTZ E8 .ERESTIZ +84 84", "B: EEIRSTZ -- -84 0", "A: ADEGLNO - +0 14",
             "B: EEIRSTU - +0 0", "A: ADEGLNZ - +0 14"], "--iterations", "20", "--draws", "0")
        self.assertEqual([turn["review"]["made"]["move"] for turn in turns], ["8D.TRAINS"] + ["pass"] * 4)
        # Which tiles were exchanged, nobody knows.
        turns = self.turns_reviewed([first, "B: EEIRSTZ -3 +0 0"], "--iterations", "0")
        self.assertIsNone(turns[1]["review"])

    def test_a_phony_is_not_the_best_though_nothing_is_worth_more(self):
        turn, = self.turns_reviewed(["A: AJQVWXZ 8D ZQXWJVA +200 200"], "--iterations", "0")
        self.assertIn("is not a word", turn["phony"])
        self.assertNotEqual(turn["review"]["best"]["move"], turn["move"])

    def test_players_of_one_name_are_told_apart(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/game.gcg", "w") as file:
                file.write("#player1 A Ann\n#player2 B Ann\n>A: AEINRST - +0 0\n>B: EIOUUVW - +0 0\n")
            shown = run("review", folder + "/game.gcg", "--iterations", "0").stdout
            for name in "Ann (A): lost", "Ann (B): lost":
                self.assertIn(name, shown)

    def test_lexicon(self):
        words = self.answer("lexicon", "check", "ZYMURGY", "QQ")
        self.assertEqual([word["valid"] for word in words["words"]], [True, False])
        self.assertEqual(self.answer("lexicon", "anagram", "GMRUYYZ")["words"], ["ZYMURGY"])
        self.assertIn("ZYMURGY", self.answer("lexicon", "pattern", "ZYM*")["words"])
        for search in ("anagram", "QQQ"), ("pattern", "QQ*"):
            done = run("lexicon", *search)
            self.assertEqual((done.stdout, done.stderr), ("", "no words found\n"))
        # What cannot be spelled keeps no answer back.
        done = run("lexicon", "check", "A B", "CAT")
        self.assertEqual((done.returncode, done.stdout),
                         (3, "A B is not a word: no tile of english is written ' '\nCAT is a word\n"))
        # What is exported is every word.
        for other in ("lexicon", "check", "INR"), ("gen", OPENING.replace("GMRUYYZ", "AEINR")):
            self.assert_error(run(*other, "--letters", "german", "--json"), 3, "load-failed", "german")
        listed = run("lexicon", "export").stdout.split()
        self.assertEqual(len(listed), self.answer("lexicon", "info")["words"])

    def test_net_info(self):
        info = self.answer("net", "info", NETWORK)
        self.assert_keys(info, "architecture features hash sections training")
        self.assert_error(run("net", "info", BINARY, "--json"), 3, "load-failed", BINARY)


if __name__ == "__main__":
    unittest.main()
