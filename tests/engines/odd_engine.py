"""A real little engine that plays legally, if badly: it passes. And it can misbehave.

    odd_engine.py [MISDEED [N [SECONDS]]]

From its N-th `go` on (counted from its start; default 1) it does MISDEED. It speaks UCGI and SIU.
"""
import os
import sys
import time

MISDEED = sys.argv[1] if len(sys.argv) > 1 else "none"
FROM = int(sys.argv[2]) if len(sys.argv) > 2 else 1
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 2


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def babble():
    """Everything that nobody asked for, some of it no text at all."""
    sys.stderr.write("thinking aloud\n")
    sys.stdout.flush()
    os.write(1, b"\xff\xfe\x00 bestmove\n\n\r\n   \ninfo\ninfo move\ninfo string error  \n" + b"x" * 200_000 + b"\n")
    for _ in range(2000):
        say("info wp nan score nothing move 8H.ABC depth 99999999999999999999 pv bestmove")


def do_misdeed(rack, mover, go):
    """True if an answer has been given."""
    if MISDEED == "crash":
        sys.exit(3)
    if MISDEED == "abort":
        os.abort()
    if MISDEED == "close":  # its stdout, and lives on
        os.close(1)
        time.sleep(60)
    if MISDEED == "stall":  # deaf to everything, `stop` and the end of input too
        time.sleep(60)
    if MISDEED == "slow":
        time.sleep(SECONDS)
    if MISDEED == "babble":
        babble()
        say("bestmove pass")
        say("bestmove 8H.SECOND")
        babble()
        return True
    if MISDEED == "refuse":
        say("info string error bad-position it is odd")
        say("info string error no-position none was set")
        return True
    cheats = {
        "word": "8D." + "".join(sorted(rack.replace("?", ""), reverse=True)),
        "tiles": "8D.ZYZZYVA",
        "place": "1A." + rack[:2],
        "exchange": "ex.ZZZZZZZ",
        "count": "ex.3",
        "phony": "phony.8D.ZA",
        "none": "none",
        "nonsense": "\\x(*&",
        "empty": "",
    }
    if MISDEED in ("poor", "rich"):  # gone unless its own clock is below SECONDS, or above
        clock = int(go[go.index(f"{mover}time") + 1]) / 1000
        if (clock > SECONDS) == (MISDEED == "poor"):
            sys.exit(4)
    if MISDEED.startswith("cheat-"):
        say("bestmove " + cheats[MISDEED[len("cheat-"):]])
        return True
    return False


def main():
    rack, mover, count = "", 1, 0
    for line in sys.stdin:
        words = line.split() or [""]
        if words[0] in ("ucgi", "siu"):
            if MISDEED == "rude":
                continue
            say("id name Odd " + MISDEED)
            say("option name Mood type string default none")
            say(words[0] + "ok")
        elif words[0] == "isready":
            if MISDEED == "mute" and count >= FROM:
                continue
            say("readyok")
        elif words[0] == "setoption" and MISDEED == "strict" and "Mood" not in words:
            say("error bad-option " + words[2])
        elif words[0] == "position":
            rack = words[-1][len("rack."):]
            mover = 1 + (len(words) - words.index("moves")) % 2  # moves, then its rack
        elif words[0] == "go":
            count += 1
            if count < FROM or not do_misdeed(rack, mover, words):
                say("bestmove pass")
        elif words[0] == "quit":
            break


main()
