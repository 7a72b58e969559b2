#!/usr/bin/env bash
# Makes the network of the reference lexicon (nets/TWL06-network.md): OEL1's after thirteen passes,
# trained further on games of TWL06, whose word graph and leaves are in the folder DATA. Half an hour
# on two cores, 10 GB of memory.
#
#   ZYMURGY_DATA=DATA trainer-bridge/recipes/TWL06.sh [ZYMURGY] [FOLDER] [FOLDER OF OEL1.sh]
set -eu
lexicon=TWL06
source "$(dirname "$0")/shards.sh"
zymurgy=$(realpath "${1:-build/release/zymurgy}")
export ZYMURGY_DATA
ZYMURGY_DATA=$(realpath -ms "$ZYMURGY_DATA")
folder=${2:-data-twl06}
before=$(realpath "${3:-data-oel1}")
mkdir -p "$folder"
cd "$folder"

# The kinds of OEL1.sh; a pass reads two shards of each kind of ends with each shard of whole games.
data whole --seed 5 --games 99328
data late --seed 13 --games 198656 --late 7
data wide --seed 15 --games 198656 --late 7 --plays 8 --top 64 --falloff 15
mix all "" 388

learn() {  # OUT FROM OPTIONS...
  [ -e "$1.network.zst" ] ||
    "$zymurgy" train --lexicon "$lexicon" --in all --out "$1.network.zst" --hold-out 40 --at-once 950 \
      --threads 2 --from "$2.network.zst.student" --teacher "$2.network.zst.student" --aim wins \
      --epochs 1 --batch 1024 --level-weight 0.15 "${@:3}"
}
learn 1 "$before/13" --teacher-weight 0.25 --rate 0.001
learn 2 1 --teacher-weight 0.5 --rate 0.0007 --seed 2
learn TWL06 2 --teacher-weight 0.5 --rate 0.0004 --seed 3
