#!/bin/bash
# Runs in the machine of boot.sh, as root: the manual's commands for machines of the office; what it found goes into results.txt.
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
ran() {
  local from status
  from=$(now)
  sh -c "$1" > said.txt 2>&1 < /dev/null
  status=$?
  echo "ran [$status] $(($(now) - from)) s: $1"
  sed 's/^/  | /' said.txt
}
all() { while read -r line; do ran "$line"; done < "commands/$1"; }
relay_health() {
  curl -s -m 5 --resolve relay.casino.example:8473:127.0.0.1 --cacert authority.pem "$@" https://relay.casino.example:8473/health
}
as_person() { relay_health --cert ana.pem --key ana.key.pem; }
ended() { journalctl -u "tirada-$1" -o cat --no-pager | sed "s/^/$1 said: /"; }
witness_health() { curl -s -m 5 --resolve witness.casino.example:8471:127.0.0.1 --cacert witness-certificate.pem https://witness.casino.example:8471/health; }
answers() { "$1" | grep -q '"ok":true'; }
process() { systemctl show -p MainPID --value "tirada-$1"; }
# Who runs, with which rights, and what that one cannot do in the service's own view of the machine.
sandboxed() {
  local pid
  pid=$(process "$1")
  echo "$1 runs as $(stat -c %U "/proc/$pid"), $(grep -E '^(NoNewPrivs|Seccomp|CapEff|CapBnd):' "/proc/$pid/status" | tr -s '\t\n' ' ')"
  shift
  for path in "$@"; do
    nsenter --target "$pid" --mount -- setpriv --reuid="$user" --regid="$user" --clear-groups ls "$path/" > /dev/null 2>&1 && echo "$user could list $path"
  done
  for path in / /etc /etc/tirada-office /usr/lib/tirada /home /root; do
    nsenter --target "$pid" --mount -- setpriv --reuid="$user" --regid="$user" --clear-groups touch "$path/intruder" > /dev/null 2>&1 && echo "$user could write into $path"
  done
}

printf '127.0.0.1 localhost %s\n' "$(hostname)" > /etc/hosts
echo "network: $(ip -o link | grep -cv ': lo:') beside the loop"
all install
dpkg-query -W -f '${Package} ${Version} ${Status}\n' tirada tirada-office
echo "before: relay $(systemctl is-active tirada-relay), witness $(systemctl is-active tirada-witness)"
# Enabled without a configuration it does nothing, and is no failure.
systemctl start tirada-relay
echo "without a configuration: relay $(systemctl is-active tirada-relay), failed $(systemctl --failed --no-legend | wc -l)"

all relay
all witness
within 60 "relay answers" answers as_person
ended relay
within 60 "witness answers" answers witness_health
ended witness
echo "relay: $(as_person)"
echo "relay to a stranger: $(relay_health -o /dev/null -w '%{http_code}')"
echo "witness: $(witness_health)"
user=tirada-relay sandboxed relay /var/lib/tirada /var/lib/tirada-witness /var/lib/tirada-authority
user=tirada-witness sandboxed witness /var/lib/tirada /var/lib/tirada-relay /var/lib/tirada-authority
for name in relay witness; do systemd-analyze security --no-pager "tirada-$name" 2> /dev/null | tail -1; done
install -o tirada-authority -m 0600 pass /var/lib/tirada-authority/pass
ran "sudo tirada-authority init casino-2 --authority authority --passphrase-file pass"
mkdir -p /media/stick && mount -t tmpfs tmpfs /media/stick
cp relay.csr /media/stick/unit.csr
while read -r line; do ran "$line"; done < commands/authority
echo "certificate: $(openssl verify -CAfile /var/lib/tirada-authority/authority/authority.pem /media/stick/unit.pem)"
stat -c 'authority: %U %a %n' /var/lib/tirada-authority/authority/authority.key.json

# Killed, it is started again; ended, it ends in order.
had=$(process relay)
[ "$had" = 0 ] || kill -KILL "$had"
is_another() { [ "$(process relay)" != "$had" ] && answers as_person; }
within 60 "relay again" is_another

all install > again.txt
grep -q '^ran \[0\]' again.txt && echo "installed again: $(systemctl is-active tirada-relay tirada-witness | tr '\n' ' ')"
within 60 "relay answers after it was installed again" answers as_person

for how in remove purge; do
  DEBIAN_FRONTEND=noninteractive apt-get -q -y "$how" tirada-office tirada > "$how.txt" 2>&1
  echo "$how: status $?, services $(systemctl list-unit-files 'tirada*' --no-legend | wc -l), running $(stat -c %U /proc/[0-9]* | grep -c '^tirada')"
done
grep stays purge.txt
ls -d /etc/tirada-office /var/lib/tirada-*
find /etc/systemd /var/lib/systemd /usr /lib/systemd -name 'tirada*' | sed 's/^/left: /'
systemctl --failed --no-legend | sed 's/^/failed: /'
