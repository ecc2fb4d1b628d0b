#!/bin/bash
# Runs in the machine of boot.sh, as root: each step, what it found, one line into results.txt, and pictures of both outputs.
cd /run/bench
exec >>results.txt 2>&1
trap 'journalctl -b --no-pager -o short-monotonic > journal.txt 2>&1; echo over; sync; kill -s RTMIN+14 1' EXIT
screens=/run/tirada-screens
now() { cut -d' ' -f1 /proc/uptime | cut -d. -f1; }
status() { systemctl show -p StatusText --value tirada-screens; }
connected() {
  /var/lib/tirada-updater/current/runtime/bin/node -e '
fetch("http://127.0.0.1:8470/health").then((answer) => answer.json()).then(
  ({ places }) => console.log(`${places.display.here} ${places.control.here}`)).catch(() => console.log("nobody"))'
}
# within SECONDS WHAT COMMAND...: waits until COMMAND holds, and says after how many seconds it did.
within() {
  local most=$1 what=$2 from
  shift 2
  from=$(now)
  until "$@"; do
    if [ $(($(now) - from)) -gt "$most" ]; then echo "$what: not within $most s: $(status)"; return 1; fi
    sleep 0.5
  done
  echo "$what: after $(($(now) - from)) s"
}
shot() { for output in 1 2; do
  XDG_RUNTIME_DIR=$screens WAYLAND_DISPLAY=wayland-1 grim -o "HEADLESS-$output" "$1-$output.png" || echo "no picture of $1"
done; }
says() { [ "$(status)" = "$1" ]; }
are_connected() { [ "$(connected)" = "$1" ]; }
browser() { pgrep -f -- "^/usr/lib/chromium/chromium --kiosk.*--class=tirada-$1" | head -1; }
renderers() { ps -eo pid,pgid,args | awk -v group="$1" '$2 == group && /[t]ype=renderer/ { print $1 }'; }
is_another() { local one; one=$(browser "$1"); [ -n "$one" ] && [ "$one" != "$2" ]; }
is_whole() { says "$both" && are_connected "1 1"; }
both="display on HEADLESS-1, control on HEADLESS-2"

dpkg --install ./*.deb > dpkg.txt 2>&1 || echo "the package is not installed"
systemctl is-enabled tirada-screens
mkdir -p /etc/systemd/system/tirada-screens.service.d
printf '[Service]\nEnvironment=WLR_BACKENDS=headless WLR_HEADLESS_OUTPUTS=2\n' > /etc/systemd/system/tirada-screens.service.d/bench.conf
cat > /etc/tirada/table.yaml <<'YAML'
format: 2
table: { name: Mesa 7, log: tirada.test/kiosk, rulebook: cl/ruleta-francesa, languages: [es] }
wheel: { device: cammegh-ss2, path: /dev/serial/by-id/usb-none, wait: true }
display: { host: 127.0.0.1, port: 8470 }
storage: { folder: /var/lib/tirada }
people: []
test: true
YAML
systemctl daemon-reload

systemctl restart tirada-screens
within 60 "starting pages" says "$both; display waits; control waits; the table does not answer"
sleep 2
shot starting

systemctl start tirada
within 60 "table's pages" is_whole || journalctl -b -u tirada -o cat --no-pager | tail -20
sleep 2
shot table
tirada doctor --config /etc/tirada/table.yaml --json > doctor.json
pgrep -f type=renderer | while read -r one; do
  echo "sandbox: $(grep -c . <(readlink /proc/"$one"/ns/net | grep -v "$(readlink /proc/1/ns/net)")) $(sed -n 's/^Seccomp:\t//p' /proc/"$one"/status)"
done | sort | uniq -c | sed 's/^ *//'

one=$(browser display)
kill -KILL "$one"
within 60 "killed browser" is_another display "$one"
within 60 "after a killed browser" is_whole

one=$(browser display)
kill -STOP $(renderers "$one")
within 60 "hung renderer" is_another display "$one"
within 60 "after a hung renderer" is_whole

one=$(browser control)
kill -STOP "$one"
within 60 "hung browser" is_another control "$one"
within 60 "after a hung browser" is_whole

one=$(pgrep -x sway)
kill -STOP "$one"
within 60 "hung compositor" sh -c "! kill -0 $one 2>/dev/null"
within 60 "after a hung compositor" is_whole
kill -KILL "$(pgrep -x sway)"
sleep 3
within 60 "after a killed compositor" is_whole

systemctl stop tirada
within 60 "table gone" says "$both; the table does not answer"
sleep 5
shot gone
systemctl start tirada
within 60 "table again" is_whole
sleep 2
shot again

# A turned output, and the one beside it, which must not stand still.
echo 'display: { rotate: 90 }' > /etc/tirada/screens.yaml
systemctl restart tirada-screens
within 60 "turned" is_whole
sleep 3
shot turned
systemctl stop tirada
sleep 6
shot turned-gone

ls -A "$screens" | sed 's/^/left while it runs: /' | grep -vE 'profile-(display|control)$|sway\.(conf|sock)$|wayland-1(\.lock)?$'
find / -xdev -user tirada-screen -not -path '/proc/*' | sed 's/^/on the disk: /'
systemctl stop tirada-screens
ls -d "$screens" 2>/dev/null && echo "left behind"
# What its user may do in its very sandbox.
sed -e '/^Condition/d' -e 's/^Type=notify/Type=oneshot/' -e '/^WatchdogSec/d' -e '/^Restart/d' \
  -e 's#^ExecStart=.*#ExecStart=/bin/bash /run/bench/try-rights.sh#' \
  /lib/systemd/system/tirada-screens.service > /etc/systemd/system/try-screens.service
systemctl daemon-reload
systemctl start try-screens
journalctl -b -u try-screens -o cat --no-pager | grep '^screens'
