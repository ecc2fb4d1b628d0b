#!/bin/bash
# Runs in the machine of boot.sh, as root: the page of the manual, and what the casino sees of it; one line each into results.txt.
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
# A command of the page, as it stands there.
ran() {
  local from status
  from=$(now)
  sh -c "$1" > said.txt 2>&1 < /dev/null
  status=$?
  echo "ran [$status] $(($(now) - from)) s: $1"
  sed 's/^/  | /' said.txt
}
# Something that the authority does at its own machine: it waits for what comes back.
brought() { within 600 "brought $1" test -e "exchange/$1"; }
casino() { ip netns exec casino "$@"; }
results() { tirada find /var/lib/tirada/table-07/journal.db --kind result --json 2> /dev/null | grep -c '"kind"'; }
more_results() { [ "$(results)" -gt "$1" ]; }
log=tirada.example/casino-1/table-07

# The casino: a network of its own behind a cable, in which its relay, its witness, a technician and a stranger are.
ip netns add casino
ip link add unit0 type veth peer name casino0 netns casino
ip addr add 10.7.0.107/24 dev unit0
ip link set unit0 up
ip route add 10.7.5.0/24 dev unit0
casino ip link set lo up
casino ip addr add 10.7.0.5/24 dev casino0
casino ip addr add 10.7.5.9/24 dev casino0
casino ip link set casino0 up
printf '127.0.0.1 localhost %s\n10.7.0.5 relay.casino.example witness.casino.example\n10.7.0.107 table-07.casino.example\n' "$(hostname)" > /etc/hosts
: > /etc/resolv.conf
cp nftables.conf /etc/nftables.conf
mkdir -p /etc/tirada
systemctl enable --now nftables > /dev/null 2>&1
echo "firewall: $(systemctl is-active nftables)"
printf '[Service]\nDeviceAllow=char-pts rw\n' > bench.conf

unit=$(cat commands/unit)
while read -r line; do
  ran "$line"
  case $line in
  *"apt install"*)
    mkdir -p /dev/serial/by-id /etc/systemd/system/tirada.service.d
    cp bench.conf /etc/systemd/system/tirada.service.d/bench.conf
    /var/lib/tirada-updater/current/runtime/bin/node wheel.mjs /dev/serial/by-id usb-Bench_Wheel-if00 > wheel.txt 2>&1 &
    within 30 "wheel" test -e /dev/serial/by-id/usb-Bench_Wheel-if00
    port=$(readlink -f /dev/serial/by-id/usb-Bench_Wheel-if00)
    chgrp dialout "$port" && chmod 0660 "$port"
    ;;
  *"enable --now tirada") within 300 "certified before it joined" more_results 0 ;;
  esac
done <<< "$unit"

# What may reach whom, before.
reaches() { casino curl -s -o /dev/null -m 5 --interface "$1" -w '%{http_code}' --cacert casino/authority.pem --cert ana.pem --key ana.key.pem --pass "$(cat pass)" https://table-07.casino.example:8472/health; }
echo "before: technician $(reaches 10.7.0.5)"

vkey=$(tirada key show --config /etc/tirada/table.yaml | grep -o "$log+[0-9a-f]*+[A-Za-z0-9+/=]*" | head -1)
sed -i "s|VKEY|$vkey|" witness.yaml
casino tirada witness --config witness.yaml > witness.txt 2>&1 &
casino tirada relay --config relay.yaml > relay.txt 2>&1 &
within 60 "witness" grep -q '^key ' witness.txt
sed -i "s|^  key: tirada.example/casino-1/witness.*|  key: $(sed -n 's/^key  *//p' witness.txt)|" casino/casino.yaml
cp /etc/tirada/unit.csr exchange/unit.csr
brought unit.pem && cp exchange/unit.pem unit.pem

while read -r line; do ran "$line"; done < commands/join
had=$(results)
within 300 "certified after it joined" more_results "$had"
while read -r line; do ran "$line"; done < commands/right

# From the casino's side.
is_served() { [ "$(reaches 10.7.0.5)" = 200 ]; }
within 60 "technician's page" is_served
echo "after: technician $(reaches 10.7.0.5), stranger $(reaches 10.7.5.9), screens $(casino curl -s -o /dev/null -m 5 -w '%{http_code}' http://10.7.0.107:8470/)"
# Whatever else listens on the machine, with no sandbox around it.
socat TCP-LISTEN:9999,reuseaddr,fork SYSTEM:'echo heard' &
listens() { [ "$(socat -T5 - TCP:10.7.0.107:9999,connect-timeout=5 < /dev/null 2> /dev/null)" = heard ]; }
within 60 "another port" listens
echo "another port: from the machine $(socat -T5 - TCP:10.7.0.107:9999,connect-timeout=5 < /dev/null 2> /dev/null), from the casino $(casino socat -T5 - TCP:10.7.0.107:9999,connect-timeout=5 < /dev/null 2> /dev/null)"
witnessed() { curl -s http://127.0.0.1:8470/health | grep -q '"witness":{[^}]*"trouble":null'; }
within 120 "witnessed" witnessed
given() {
  casino tirada order make self-test --table $log --key ana.key.pem --certificate ana.pem --passphrase-file pass --out "$1.order"
  casino tirada order send "$1.order" --relay https://relay.casino.example:8473/ --authority casino/authority.pem --vkey "$vkey" \
    --key ana.key.pem --certificate ana.pem --passphrase-file pass --wait 150
  echo "order $1: status $?"
}
given first
mkdir -p /media/stick && mount -t tmpfs tmpfs /media/stick
ran "sudo tirada export /media/stick/mesa-7.tirada-export --config /etc/tirada/table.yaml"
ran "tirada verify /media/stick/mesa-7.tirada-export --vkey $vkey"
# Releases over the relay, while the table plays: one that is good, and one that does not start.
sed -i 's|^  socket: /run/tirada/update.sock|&\n  noticeHours: 0\n  window: 00:00-23:59|' /etc/tirada/table.yaml
systemctl restart tirada
had=$(results)
within 300 "certified in its window" more_results "$had"
runs() { grep -q "\"version\":\"$1\"" "/var/lib/tirada-updater/$2/package.json"; }
step() { tirada find /var/lib/tirada/table-07/journal.db --kind update --json 2> /dev/null | grep -q "\"$1\""; }
ran "sudo tirada update install"
within 1200 "confirmed 0.8.1" runs 0.8.1 confirmed
touch exchange/bad
brought published
ran "sudo tirada update install"
within 1200 "gone back" step returned
within 300 "as before" runs 0.8.1 current
had=$(results)
within 300 "certified after it went back" more_results "$had"
tirada update status | sed 's/^/  | /'
touch exchange/revoke
brought revoked.pem && cp exchange/revoked.pem casino/revoked.pem
sleep 70
given second
systemctl --failed --no-legend | sed 's/^/failed: /'
