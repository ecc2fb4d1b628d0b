#!/bin/sh
# Runs in the guest, as root, once systemd is up: what it finds goes into results.txt of the folder that host and guest share.
folder=$(sed -n 's/.*\bFOLDER=\([^ ]*\).*/\1/p' /proc/cmdline)
mkdir -p /run/bench /run/bench-signs
# The table takes a sign away itself.
chmod 0777 /run/bench-signs
mount -t hostfs none /run/bench -o "$folder"
exec >>/run/bench/results.txt 2>&1
now() { cut -d' ' -f1 /proc/uptime; }
# Seconds from one stamp to another; "never" where there is none.
between() { echo "$1 ${2:-never}" | awk '{ if ($2 == "never") print $2; else printf "%.1f", $2 - $1 }'; }
since() { between "$1" "$(now)"; }
# When systemd last said this of the table, s since the machine started: its own stamp, however late the question is asked.
said_at() { journalctl -b --no-pager -o short-monotonic _PID=1 UNIT=tirada.service | grep "$1" | tail -1 | sed 's/^\[ *\([0-9.]*\)\].*/\1/'; }
pid_of() { systemctl show -p MainPID --value tirada; }
off() {
  journalctl -b --no-pager -o short-monotonic > /run/bench/journal.txt 2>&1
  echo "over"
  sync
  echo o > /proc/sysrq-trigger
  sleep 60
}
ip link set lo up 2>/dev/null
echo "systemd $(systemctl --version | head -1 | cut -d' ' -f2) $(uname -r)"

at=$(now)
systemctl start tirada || { echo "tirada did not start"; off; }
echo "started after $(since "$at") s"

# A thread of the screens that hangs alone: the table plays on.
sleep 8
before=$(pid_of)
at=$(now)
touch /run/bench-signs/display-once
while [ -z "$(journalctl -b --no-pager -o cat -u tirada | grep 'screens run again')" ] && [ "$(since "$at" | cut -d. -f1)" -lt 60 ]; do sleep 0.2; done
again=$(journalctl -b --no-pager -o short-monotonic -u tirada | grep 'screens run again' | tail -1 | sed 's/^\[ *\([0-9.]*\)\].*/\1/')
same=$([ "$(pid_of)" = "$before" ] && echo same || echo another)
echo "hung screens: $same table, there again after $(between "$at" "$again") s"

for thread in main journal display; do
  # It has fed its watchdog by now.
  sleep 8
  before=$(pid_of)
  at=$(now)
  touch "/run/bench-signs/$thread"
  while [ "$(pid_of)" = "$before" ] && [ "$(since "$at" | cut -d. -f1)" -lt 60 ]; do sleep 0.1; done
  rm "/run/bench-signs/$thread"
  while [ "$(systemctl is-active tirada)" != active ] && [ "$(since "$at" | cut -d. -f1)" -lt 600 ]; do sleep 0.2; done
  again=$(since "$at")
  killed=$(between "$at" "$(said_at 'Watchdog timeout')")
  started=$(between "$at" "$(said_at 'Scheduled restart job')")
  echo "hung $thread: killed after $killed s, started again after $started s, in order after $again s"
done

find /var/lib/tirada -type f > /run/bench-signs/files
chmod 0755 /run/bench-signs
for user in table updater; do
  systemctl start "try-$user"
  journalctl -b -u "try-$user" -o cat --no-pager | grep -E '^tirada(-updater)? (could|cannot|tried)'
done
# Without the sandbox: by rights of files alone.
setpriv --reuid=tirada --regid=tirada --groups tirada,tirada-updater /usr/local/bench/try-rights.sh | sed 's/^/bare: /'
setpriv --reuid=tirada-updater --regid=tirada-updater --groups tirada-updater,tirada /usr/local/bench/try-rights.sh | sed 's/^/bare: /'

systemctl reset-failed tirada
touch /run/bench-signs/crash
systemctl kill -s KILL tirada
at=$(now)
while [ "$(systemctl is-active tirada-safe-page)" != active ] && [ "$(since "$at" | cut -d. -f1)" -lt 180 ]; do sleep 0.5; done
echo "crash loop: safe page $(systemctl is-active tirada-safe-page) after $(since "$at") s, tirada $(systemctl is-active tirada), $(systemctl show -p NRestarts --value tirada) restarts"
sleep 20
/var/lib/tirada-updater/current/runtime/bin/node -e '
fetch("http://127.0.0.1:8470/").then(async (answer) => console.log("page:", answer.status, /fuera de servicio/i.test(await answer.text())), (error) => console.log("page:", String(error.cause ?? error)))'
off
