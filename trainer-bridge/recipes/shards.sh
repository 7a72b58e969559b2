# Sourced by the recipes: makes the shards that a pass learns from.

# Makes the contrast data that the options describe in the folder OUT.
data() {  # OUT OPTIONS...
  "$zymurgy" contrast --lexicon "$lexicon" --threads "$(nproc)" --out "$@"
}
# Links a shard of the folder DATA, by another name, into the folder that a pass reads.
link() {  # FOLDER DATA SHARD NAME
  ln -sf "../$2/$(printf 'games-%09d.contrast.zst' $((256 * $3)))" "$1/$4.contrast.zst"
}
# Links into FOLDER, with each of COUNT shards of whole games, two of each kind of ends of games, from
# the folders whole, late and wide with ENDING behind these names.
mix() {  # FOLDER ENDING COUNT
  local at i j kind
  mkdir -p "$1"
  for ((i = 0; i < $3; ++i)); do
    at=$(printf '%03d' $i)
    link "$1" "whole$2" $i "$at-0"
    for j in 0 1; do
      for kind in late wide; do link "$1" "$kind$2" $((2 * i + j)) "$at-$kind$j"; done
    done
  done
}
