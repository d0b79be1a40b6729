import { RUN_MARKER } from './markers.ts';

/**
 * Reads `mark <run>`, `group <pgid> <run> <start>` and `done <run>` until its input ends, which happens when the writer
 * exits or dies, then ends every run that is not done. `$1` is the grace period in tenths of a second. Plain POSIX sh;
 * uses /proc, `grep -z` and fractional sleep if available.
 */
export const WATCHER_SCRIPT = `
trap '' HUP INT QUIT TERM
set -f
runs=

forget() {
  kept=
  for entry in $runs; do
    case $entry in
      "$1":*) ;;
      *) kept="$kept $entry" ;;
    esac
  done
  runs=$kept
}

while read -r verb one two three; do
  case $verb in
    mark) runs="$runs $one:0:0" ;;
    group) forget "$two"; runs="$runs $two:$one:$three" ;;
    done) forget "$one" ;;
  esac
done
[ -n "$runs" ] || exit 0

pause() { sleep "$1" 2>/dev/null || sleep 1; }

marked() {
  set --
  for entry in $runs; do set -- "$@" -e "${RUN_MARKER}=\${entry%%:*}"; done
  set +f
  if printf 'a\\0b\\0' | grep -qzxF b 2>/dev/null; then
    grep -lzxF "$@" /proc/[0-9]*/environ 2>/dev/null | tr -dc '0-9\\n'
  else
    for file in /proc/[0-9]*/environ; do
      if tr '\\0' '\\n' 2>/dev/null <"$file" | grep -qxF "$@"; then echo "$file" | tr -dc '0-9\\n'; fi
    done 2>/dev/null
  fi
  set -f
}

# True while a process of the group is alive. Zombies do not count: in some containers init is slow to reap them.
# A pid is not reused while a group with that number exists, so a group without its leader is ours.
is_ours() {
  kill -s 0 -- "-$1" 2>/dev/null || return 1
  [ "$2" != 0 ] || return 0
  if stat=$(cat "/proc/$1/stat" 2>/dev/null); then
    set -- "$1" "$2" \${stat##*) }
    [ "$2" = "\${22}" ] || return 1
  fi
  set +f
  cat /proc/[0-9]*/stat 2>/dev/null | sed 's/^[0-9]* (.*) //' | grep -q "^[^XZ] [0-9]* $1 "
  set -- $?
  set -f
  return "$1"
}

signal() {
  any=
  for entry in $runs; do
    rest=\${entry#*:}
    group=\${rest%%:*}
    if [ "$group" != 0 ] && is_ours "$group" "\${rest#*:}"; then
      any=1
      kill -s "$1" -- "-$group" 2>/dev/null
    fi
  done
  pids=$(marked)
  if [ -n "$pids" ]; then
    any=1
    kill -s "$1" $pids 2>/dev/null
  fi
  [ -n "$any" ]
}

signal INT
pause 0.3
signal TERM || exit 0
tries=$1
while [ "$tries" -gt 0 ]; do
  pause 0.1
  signal 0 || exit 0
  tries=$((tries - 1))
done
tries=20
while [ "$tries" -gt 0 ] && signal KILL; do
  pause 0.1
  tries=$((tries - 1))
done
`;
