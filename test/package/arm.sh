#!/bin/bash
# Runs in the root of run-emulated.sh, as root: the folder that needs no network, installed on a bare Debian for ARM; a table by its
# package, and its first certified spin. One line each into results.txt.
cd /bench
exec >>results.txt 2>&1
trap 'echo over' EXIT
now() { cut -d' ' -f1 /proc/uptime | cut -d. -f1; }
ran() {
  local from status
  from=$(now)
  sh -c "$1" > said.txt 2>&1 < /dev/null
  status=$?
  echo "ran [$status] $(($(now) - from)) s: $1"
  tail -30 said.txt | sed 's/^/  | /'
}
within() {
  local most=$1 what=$2 from
  shift 2
  from=$(now)
  until "$@"; do
    if [ $(($(now) - from)) -gt "$most" ]; then echo "$what: not within $most s"; return 1; fi
    sleep 1
  done
  echo "$what: after $(($(now) - from)) s"
}
echo "machine: $(uname -m), $(dpkg --print-architecture), network $(ip -o link 2> /dev/null | grep -cv ': lo:')"
ran "$(cat command)"
dpkg-query -W -f '${Package} ${Version} ${Status}\n' tirada tirada-office
ran "tirada --version"
ran "tirada release check"
ran "tirada-authority --help"
# As on every machine that systemd started.
install -d -m 1777 /run/lock
mkdir -p /dev/serial/by-id
/var/lib/tirada-updater/current/runtime/bin/node wheel.mjs /dev/serial/by-id usb-Bench_Wheel-if00 > wheel.txt 2>&1 &
wheel=$!
within 300 "wheel" test -e /dev/serial/by-id/usb-Bench_Wheel-if00
port=$(readlink -f /dev/serial/by-id/usb-Bench_Wheel-if00)
chgrp dialout "$port" && chmod 0660 "$port"
ran "tirada setup --from answers.yaml"
# As its service has it.
install -d -o tirada -g tirada /run/tirada
setpriv --reuid=tirada --regid=tirada --init-groups tirada start --config /etc/tirada/table.yaml > table.txt 2>&1 &
table=$!
within 900 "certified" grep -q '\[certified\]' table.txt
kill -TERM $table
wait $table
echo "table ended with $?"
kill $wheel
grep -m1 '\[certified\]' table.txt
ran "tirada verify /var/lib/tirada/table-07"
ran "tirada export /tmp/mesa.tirada-export --config /etc/tirada/table.yaml"
cp /tmp/mesa.tirada-export .
