#!/usr/bin/env bash
# How drawing grows with figures, size and length: CPU seconds, frames a second and the peak memory of our own process, the encoder off.
# How to read it: benches/README.md. JABBER names another binary than the release build.
set -euo pipefail
cd "$(dirname "$0")/.."
jabber=$(realpath "${JABBER:-target/release/jabber-render}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/off" <<'SH'
#!/usr/bin/env bash
case " $* " in *rawvideo*) cat >/dev/null; echo >"${!#}" ;; *) echo "Encoder libx264" ;; esac
SH
chmod +x "$work/off"

# cartoon FIGURES SECONDS: so many figures, of all bodies, bouncing beside one another.
cartoon() {
  awk -v n="$1" -v s="$2" 'BEGIN {
    split("person kid dog cat bird monster", body, " ")
    printf "{\"v\":1,\"kind\":\"cartoon\",\"name\":\"%d figures\",\"cast\":{", n
    for (i = 0; i < n; i++) printf "%s\"F%d\":{\"legs\":%d,\"at\":{\"x\":%.3f,\"y\":%.3f,\"h\":0.3},\"look\":{\"template\":\"%s\"}}", i ? "," : "", i,
      body[i % 6 + 1] ~ /dog|cat/ ? 4 : 2, (i % 10 + 0.5) / 10, 0.7 + 0.06 * int(i / 10), body[i % 6 + 1]
    printf "},\"scripts\":[{\"hat\":{\"on\":\"scene\",\"name\":\"s\",\"place\":\"park\"},\"body\":["
    for (i = 0; i < n; i++) printf "{\"op\":\"does\",\"who\":\"F%d\",\"behaviour\":\"c4c:beh:bounce\"},", i
    printf "{\"op\":\"wait\",\"for\":%s}]}]}\n", s
  }' >"$work/cartoon.json"
}
# talk MINUTES: lines of six seconds, one after another, no two the same.
talk() {
  awk -v n="$(($1 * 10))" 'BEGIN {
    printf "{\"v\":1,\"kind\":\"cartoon\",\"name\":\"talk\",\"cast\":{\"A\":{\"legs\":2,\"look\":{\"template\":\"person\"}}},"
    printf "\"scripts\":[{\"hat\":{\"on\":\"scene\",\"name\":\"s\",\"place\":\"park\"},\"body\":["
    for (i = 0; i < n; i++) printf "%s{\"op\":\"say\",\"who\":\"A\",\"text\":\"Line %d of a talk that goes on and on, over hills and down the long road to the sea, says she.\"}", i ? "," : "", i
    printf "]}]}\n"
  }' >"$work/cartoon.json"
}
measure() { # NAME FRAMES OPTION…
  /usr/bin/time -o "$work/time" -f '%e %U %S %M' "$jabber" "$work/cartoon.json" -o "$work/film.mp4" -q --ffmpeg "$work/off" "${@:3}"
  awk -v n="$1" -v f="$2" '{printf "%-24s %8.2f %8.0f %8.0f\n", n, $2 + $3, f / $1, $4 / 1024}' "$work/time"
}

printf '%-24s %8s %8s %8s\n' '' 'CPU s' 'fps' 'MiB'
for figures in 1 2 5 10 20 40; do
  cartoon $figures 4
  measure "$figures figures, 1080p, 4 s" 96
done
cartoon 2 4
for size in 854x480 1280x720 1920x1080 3840x2160 7680x4320; do measure "2 figures, $size" 96 --size $size; done
for minutes in 1 10 60; do
  cartoon 2 $((minutes * 60))
  measure "2 figures, 480p, $minutes min" $((minutes * 60 * 24)) --size 854x480
done
for minutes in 1 10 60; do
  talk $minutes
  measure "talk, 160x90, 2 fps, $minutes min" $((minutes * 60 * 2)) --size 160x90 --fps 2
done
