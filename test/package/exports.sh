#!/bin/bash
# Runs in the machine of boot.sh, as root: a table by its package, and every command that writes a file for somebody, given by two people to
# four places, beside the running table and beside the stopped one. One line for each into results.txt.
cd /run/bench
exec >>results.txt 2>&1
trap 'journalctl -b --no-pager -o short-monotonic > journal.txt 2>&1; echo over; sync; kill -s RTMIN+14 1' EXIT
now() { cut -d' ' -f1 /proc/uptime | cut -d. -f1; }
within() {
  local most=$1 what=$2 from
  shift 2
  from=$(now)
  until "$@"; do
    if [ $(($(now) - from)) -gt "$most" ]; then echo "$what: not within $most s"; return 1; fi
    sleep 0.5
  done
  echo "$what: after $(($(now) - from)) s"
}
journal=/var/lib/tirada/table-07/journal.db
found() { tirada find $journal "$@" --json 2> /dev/null; }
more_results() { [ "$(found --kind result | grep -c '"kind"')" -gt "$1" ]; }
# The records that something was exported, and the files that they name.
exported() { found --kind export | grep -c '"kind"'; }
as() {
  local who=$1
  shift
  if [ "$who" = root ]; then "$@"; else setpriv --reuid="$who" --regid="$who" --init-groups "$@"; fi
}
# tried STATE WHO PLACE WHAT COMMAND...: gives the command, and says how it ended, what it left and what the table recorded.
tried() {
  local state=$1 who=$2 place=$3 what=$4 status had recorded
  shift 4
  had=$(exported)
  as "$who" "$@" > said.txt 2> wrong.txt < /dev/null
  status=$?
  recorded=$(($(exported) - had))
  echo "tried $state $who $place $what: status $status, recorded $recorded, lines $(wc -l < wrong.txt), left $(left "${places[$place]}")"
  sed 's/^/  | /' wrong.txt
  grep -E '^note:' said.txt | sed 's/^/  | /'
}
# The files of a place, their owners and rights.
left() { find "$1" -maxdepth 1 -type f ! -name '.*' -printf '%f %u %m\n' | sort | sed -z 's/\n/, /g; s/, $//'; }
clean() { find "${places[$1]}" -maxdepth 1 -type f -delete; }

printf '127.0.0.1 localhost %s\n' "$(hostname)" > /etc/hosts
sh ./*.offline/install > installed.txt 2>&1 || cat installed.txt
useradd --create-home --shell /bin/sh luis
chmod 0700 /home/luis
mkdir -p /dev/serial/by-id /etc/systemd/system/tirada.service.d
printf '[Service]\nDeviceAllow=char-pts rw\n' > /etc/systemd/system/tirada.service.d/bench.conf
/var/lib/tirada-updater/current/runtime/bin/node wheel.mjs /dev/serial/by-id usb-Bench_Wheel-if00 > wheel.txt 2>&1 &
within 30 "wheel" test -e /dev/serial/by-id/usb-Bench_Wheel-if00
port=$(readlink -f /dev/serial/by-id/usb-Bench_Wheel-if00)
chgrp dialout "$port" && chmod 0660 "$port"
tirada setup --from answers.yaml > setup.txt 2>&1 || cat setup.txt
systemctl enable --now tirada 2> /dev/null
within 300 "certified" more_results 1
vkey=$(tirada key show | grep -o 'tirada.example/casino-1/table-07+[0-9a-f]*+[A-Za-z0-9+/=]*' | head -1)
recipient=$(tirada doctor --new-key ana.age.key)

# A stick as an installed Debian mounts one for everybody; a file system that can be full and pulled.
truncate -s 64M stick.img
mkfs.ext4 -q stick.img
losetup_of() { losetup --find --show "$1"; }
[ -e /dev/loop-control ] || mknod /dev/loop-control c 10 237
for n in $(seq 0 31); do [ -e "/dev/loop$n" ] || mknod "/dev/loop$n" b 7 "$n"; done
plug() {
  local device
  device=$(losetup_of stick.img) && mkdir -p /media/stick && mount "$device" /media/stick && losetup --detach "$device"
  chmod 1777 /media/stick
}
plug || echo "no stick: could not be mounted"
rm -rf /media/stick/lost+found
mkdir -p /tmp/out && chmod 1777 /tmp/out
declare -A places=([stick]=/media/stick [tmp]=/tmp/out [user]=/home/luis [root]=/root)

every() {
  local state=$1 who place at
  for who in root tirada luis; do
    for place in stick tmp user root; do
      at=${places[$place]}
      clean "$place"
      tried "$state" "$who" "$place" export tirada export "$at/mesa.tirada-export"
      if [ -e "$at/mesa.tirada-export" ]; then
        echo "  verified: $(tirada verify "$at/mesa.tirada-export" --vkey "$vkey" | head -1)"
        tried "$state" "$who" "$place" receipt tirada receipt "$at/mesa.tirada-export" --vkey "$vkey" --key "$at/inspector.key.pem" --name dgoj.example/inspector-3
      fi
      clean "$place"
      tried "$state" "$who" "$place" case tirada export "$at/mesa.tirada-case.tar" --case
      if [ -e "$at/mesa.tirada-case.tar" ]; then
        echo "  verified: $(tirada verify "$at/mesa.tirada-case.tar" --vkey "$vkey" | head -1)"
      fi
      clean "$place"
      tried "$state" "$who" "$place" bundle tirada doctor --config /etc/tirada/table.yaml --bundle "$at/mesa.bundle" --to "$recipient"
      if [ -e "$at/mesa.bundle" ]; then
        echo "  verified: $(tirada doctor --open "$at/mesa.bundle" --key ana.age.key --vkey "$vkey" | head -1)"
      fi
      clean "$place"
    done
  done
}
# A stick that is pulled while it is written: the command is held as soon as its file is there, until the stick is gone.
pulled() {
  local state=$1 what=$2 had device status
  shift 2
  mountpoint -q /media/stick && umount /media/stick
  plug
  had=$(exported)
  "$@" > said.txt 2> wrong.txt < /dev/null &
  pid=$!
  until compgen -G '/media/stick/mesa*.part' > /dev/null || ! kill -0 $pid 2> /dev/null; do :; done
  kill -STOP $pid
  # EXT4_IOC_SHUTDOWN: the file system is gone at once, with what was not written yet.
  perl -e 'my $how = pack("L", 2); open my $at, "<", $ARGV[0] or die; ioctl($at, 0x8004587d, $how) or die $!' /media/stick
  kill -CONT $pid
  wait $pid
  status=$?
  echo "pulled $state $what: status $status, recorded $(($(exported) - had)), lines $(wc -l < wrong.txt)"
  sed 's/^/  | /' wrong.txt
  umount /media/stick
}
full() {
  local state=$1 what=$2 had status
  shift 2
  mkdir -p /media/full
  mount -t tmpfs -o size=16k,mode=1777 tmpfs /media/full
  had=$(exported)
  "$@" > said.txt 2> wrong.txt < /dev/null
  status=$?
  echo "full $state $what: status $status, recorded $(($(exported) - had)), lines $(wc -l < wrong.txt), left $(ls -A /media/full | tr '\n' ' ')"
  sed 's/^/  | /' wrong.txt
  umount /media/full
}
# An export is there, and room for nothing more.
full_of_export() {
  local status
  mkdir -p /media/full
  mount -t tmpfs -o size=1m,mode=1777 tmpfs /media/full
  tirada export /media/full/mesa.tirada-export > /dev/null
  cat /dev/zero > /media/full/rest 2> /dev/null
  tirada receipt /media/full/mesa.tirada-export --vkey "$vkey" --key inspector.key.pem --name dgoj.example/inspector-3 > said.txt 2> wrong.txt
  status=$?
  echo "full $1 receipt: status $status, recorded 0, lines $(wc -l < wrong.txt), left $(ls -A /media/full | grep receipt)"
  sed 's/^/  | /' wrong.txt
  umount /media/full
}
troubled() {
  pulled "$1" export tirada export /media/stick/mesa.tirada-export
  pulled "$1" case tirada export /media/stick/mesa.tirada-case.tar --case
  pulled "$1" bundle tirada doctor --config /etc/tirada/table.yaml --bundle /media/stick/mesa.bundle --to "$recipient"
  full "$1" export tirada export /media/full/mesa.tirada-export
  full "$1" case tirada export /media/full/mesa.tirada-case.tar --case
  full "$1" bundle tirada doctor --config /etc/tirada/table.yaml --bundle /media/full/mesa.bundle --to "$recipient"
  full_of_export "$1"
  mountpoint -q /media/stick && umount /media/stick
  rm stick.img && truncate -s 64M stick.img && mkfs.ext4 -q stick.img && plug && rm -rf /media/stick/lost+found
}
every running
troubled running
had=$(found --kind result | grep -c '"kind"')
within 300 "certified after all of it" more_results "$had"
systemctl stop tirada
every stopped
troubled stopped
ls -ln /var/lib/tirada/table-07 | awk 'NR > 1 && $3 != '"$(id -u tirada)"' { print "not the table user'"'"'s: " $9 }'
tirada verify /var/lib/tirada/table-07 --vkey "$vkey" | head -1
systemctl start tirada
had=$(found --kind result | grep -c '"kind"')
within 300 "certified when it was started again" more_results "$had"
umount /media/stick
systemctl --failed --no-legend | sed 's/^/failed: /'
