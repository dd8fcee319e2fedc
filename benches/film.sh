#!/usr/bin/env bash
# Whole films against the encoder alone: CPU and wall seconds, medians of ROUNDS (5) turns, and their ratios. How to read it:
# benches/README.md. Needs ffmpeg with libx264; JABBER names another binary than the release build.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${ROUNDS:-5}
jabber=$(realpath "${JABBER:-target/release/jabber-render}")
films=(${FILMS:-benches/films/two-figures.json examples/good-morning.json benches/films/all-moving.json})
ffmpeg=$(command -v ffmpeg)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# In ffmpeg's place: keeps the frames that it is sent and the words it is called with, then encodes them.
cat >"$work/keep" <<'SH'
#!/usr/bin/env bash
case " $* " in *rawvideo*) ;; *) exec "$FFMPEG" "$@" ;; esac
printf '%q ' "$@" >"$KEEP/words"
tee "$KEEP/frames" | "$FFMPEG" "$@"
SH
# Encodes at another preset.
cat >"$work/medium" <<'SH'
#!/usr/bin/env bash
exec "$FFMPEG" "${@/#veryfast/medium}"
SH
# Encodes nothing.
cat >"$work/off" <<'SH'
#!/usr/bin/env bash
case " $* " in *rawvideo*) ;; *) exec "$FFMPEG" "$@" ;; esac
cat >/dev/null
echo >"${!#}"
SH
chmod +x "$work"/{keep,medium,off}
export FFMPEG=$ffmpeg KEEP=$work

# timed NAME COMMAND…: notes wall and CPU seconds and the peak memory of the largest process.
timed() {
  local name=$1
  shift
  /usr/bin/time -o "$work/time" -f '%e %U %S %M' "$@" >/dev/null 2>"$work/err" || { cat "$work/err" >&2; exit 1; }
  awk -v n="$name" '{print n, $1, $2 + $3, $4}' "$work/time" >>"$work/notes"
}
median() { awk -v n="$1" -v c="$2" '$1 == n {print $c}' "$work/notes" | sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }

# Pictures alone are compared: the frames that are kept have no sound.
render() { timed "$1" "$jabber" "${source:-$film}" -o "$work/film.mp4" -q --no-audio "${@:2}"; }
alone() { # NAME FROM TO: the encoder by itself on the frames that were kept.
  local words
  words=$(<"$work/words")
  words=${words/$2/$3}
  timed "$1" bash -c "exec $FFMPEG $words $work/alone.mp4 <$work/frames"
}

printf '%s, %s cores, %s turns\n' "$("$jabber" --version)" "$(nproc)" "$rounds"
for film in "${films[@]}"; do
  : >"$work/notes"
  # The same film under a grade, where it is a cartoon of one scene without one.
  rm -f "$work/graded.json"
  grep -q '"mood": "\(bloom\|night\|sepia\|sunset\|noir\|cold\|warm\|dream\)"' "$film" ||
    sed 's/"on": "scene",/"on": "scene", "mood": "sunset",/' "$film" >"$work/graded.json"
  "$jabber" "$film" -o "$work/kept.mp4" -q --no-audio --ffmpeg "$work/keep"
  sed -i "s|[^ ]*$work[^ ]* *\$||; s| *\$| |" "$work/words"
  for ((i = 0; i < rounds; i++)); do
    render whole
    alone alone veryfast veryfast
    render whole-medium --ffmpeg "$work/medium"
    alone alone-medium veryfast medium
    render off --ffmpeg "$work/off"
    timed embedded env PATH=/nonexistent "$jabber" "$film" -o "$work/film.mp4" -q --no-audio
    if [ -e "$work/graded.json" ]; then source=$work/graded.json render graded; fi
  done
  frames=$(($(stat -c %s "$work/frames") / (1920 * 1080 * 3 / 2)))
  printf '\n%s, %d frames\n' "$film" "$frames"
  printf '  %-34s %8s %8s\n' '' 'CPU s' 'wall s'
  for name in whole alone whole-medium alone-medium off embedded; do
    printf '  %-34s %8.2f %8.2f\n' "$name" "$(median $name 3)" "$(median $name 2)"
  done
  if [ -e "$work/graded.json" ]; then
    awk -v g="$(median graded 3)" -v w="$(median whole 3)" 'BEGIN {printf "  CPU under a grade (sunset) / without  %.2f (bar 1.5)\n", g / w}'
  fi
  awk -v w="$(median whole 3)" -v a="$(median alone 3)" -v wm="$(median whole-medium 3)" -v am="$(median alone-medium 3)" \
    -v ww="$(median whole 2)" -v aw="$(median alone 2)" -v e="$(median embedded 2)" -v o="$(median off 2)" -v m="$(median off 4)" \
    -v f="$frames" 'BEGIN {
      printf "  CPU of the whole / encoder alone   veryfast %.2f (bar 1.35), medium %.2f (bar 1.15)\n", w / a, wm / am
      printf "  wall of the whole / encoder alone  %.2f (bar 1.25); embedded / x264 alone %.2f (bar 1)\n", ww / aw, e / aw
      printf "  encoder off                        %.0f frames a second; own peak memory %.0f MiB\n", f / o, m / 1024
    }'
done
