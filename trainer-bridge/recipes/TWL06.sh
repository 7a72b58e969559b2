#!/usr/bin/env bash
# Makes the network of the reference lexicon (nets/TWL06-network.md): the last teacher that OEL1.sh made
# learns from games of TWL06, whose word graph and leaves lie in DATA, and then its student from both.
# Half an hour on two cores, 14 GB of memory.
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
  local out=$1 from=$2
  shift 2
  "$zymurgy" train --lexicon TWL06 --in all --in late --out "$out.network.zst" --hold-out 16 --threads 2 \
    --from "$from.network.zst.student" --aim wins --epochs 1 --batch 1024 "$@"
}
learn teacher "$before/22" --rate 0.0007 --teacher "$before/22.network.zst.student" \
  --teacher-weight 0.25
learn TWL06 "$before/23" --rate 0.001 --teacher teacher.network.zst.student
