#!/usr/bin/env bash
# Makes the network of the reference lexicon (nets/TWL06-network.md): that of OEL1 after twelve passes goes
# on with games of TWL06, whose word graph and leaves lie in DATA. Half an hour on two cores, 10 GB of
# memory.
#
#   ZYMURGY_DATA=DATA trainer-bridge/recipes/TWL06.sh [ZYMURGY] [FOLDER] [FOLDER OF OEL1.sh]
set -eu
zymurgy=$(realpath "${1:-build/release/zymurgy}")
folder=${2:-data-twl06}
before=$(realpath "${3:-data-oel1}")
mkdir -p "$folder"
cd "$folder"

data() { "$zymurgy" contrast --lexicon TWL06 --threads "$(nproc)" --out "$@"; }
data all --seed 5 --games 99328
data late --seed 13 --games 198656 --late 7

learn() {  # OUT FROM OPTIONS...
  "$zymurgy" train --lexicon TWL06 --in all --in late --out "$1.network.zst" --hold-out 16 --threads 2 \
    --from "$2.network.zst.student" --teacher "$2.network.zst.student" --aim wins --epochs 1 \
    --batch 1024 --level-weight 0.15 "${@:3}"
}
learn first "$before/12" --teacher-weight 0.25 --rate 0.001
learn TWL06 first --teacher-weight 0.5 --rate 0.0007 --seed 2
