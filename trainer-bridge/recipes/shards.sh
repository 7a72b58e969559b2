# Sourced by the recipes: makes the shards that a pass learns from.

# Makes the contrast data that the options describe in the folder OUT.
data() {  # OUT OPTIONS...
  "$zymurgy" contrast --lexicon "$lexicon" --threads "$(nproc)" --out "$@"
}
# Links a shard of the folder DATA, by another name, into the folder that a pass reads.
link() {  # FOLDER DATA SHARD NAME
  ln -sf "../$2/$(printf 'games-%09d.contrast.zst' $((256 * $3)))" "$1/$4.contrast.zst"
}
