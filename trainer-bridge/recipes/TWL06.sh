#!/usr/bin/env bash
# Makes the network of the reference lexicon (nets/TWL06-network.md): the student that OEL1.sh made
# learns from games of TWL06, whose word graph and leaves lie in DATA. Half an hour on two cores.
#
#   ZYMURGY_DATA=DATA trainer-bridge/recipes/TWL06.sh [ZYMURGY] [FOLDER] [FOLDER OF OEL1.sh]
set -eu
zymurgy=$(realpath "${1:-build/release/zymurgy}")
folder=${2:-data-twl06}
before=$(realpath "${3:-data-oel1}")
mkdir -p "$folder"
cd "$folder"

"$zymurgy" contrast --out all --lexicon TWL06 --seed 3 --games 51200 --threads "$(nproc)"
"$zymurgy" train --lexicon TWL06 --in all --out TWL06.network.zst --hold-out 8 --width 128 \
  --threads 2 --from "$before/10.network.zst.student" --aim wins --epochs 1 --batch 1024 --rate 0.0007
