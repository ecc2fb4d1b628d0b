#!/bin/sh
# Runs in an image of the test's, as root. What it finds goes to the second serial line below "== name". The file /data/bench-step says
# which start this is.
exec > /dev/ttyS1 2>&1
stty -F /dev/ttyS1 115200 -opost
echo
step=$(cat /data/bench-step 2>/dev/null || echo first)
mkdir -p /run/bench
mount -t ext4 -o ro /dev/vdb /run/bench
off() {
  echo "== journal"
  journalctl -b -p 4 -o cat --no-pager | tail -40
  echo "== over"
  sync
  systemctl --no-block poweroff
  exit 0
}
say() {
  echo "== $1"
  shift
  "$@"
}
until_active() {
  waited=0
  until systemctl --quiet is-active "$1" || [ $waited -gt 240 ]; do
    sleep 1
    waited=$((waited + 1))
  done
}
slot_of() { sed 's/.*rauc.slot=\([AB]\).*/\1/' /proc/cmdline; }

until_active chrony.service
case $step in
first)
  say up cut -d. -f1 /proc/uptime
  say mounts findmnt --noheadings --raw -o TARGET,FSTYPE,OPTIONS
  say partitions lsblk --noheadings --raw -b -o PARTLABEL,SIZE /dev/vda
  say data df -B1 --output=size /data
  say write sh -c 'touch /usr/x 2>&1; touch /bin/x 2>&1; touch /vmlinuz 2>&1'
  say release ls -l /var/lib/tirada-updater
  say code cat /run/issue.d/tirada.issue
  say login passwd --status technician
  say root passwd --status root
  say sockets ss -lntu
  say firewall nft list chain inet tirada input
  say watchdog sh -c 'cat /sys/class/watchdog/watchdog0/identity /sys/class/watchdog/watchdog0/state'
  say secret stat -c '%a %s' /var/lib/systemd/credential.secret
  say machine cat /etc/machine-id
  say failed systemctl --no-legend --plain --failed
  say rauc rauc status
  say doctor tirada --version
  echo second > /data/bench-step
  off
  ;;
second)
  say machine cat /etc/machine-id
  say code cat /run/issue.d/tirada.issue
  say spoilt rauc install /run/bench/spoilt.raucb
  say stranger rauc install /run/bench/stranger.raucb
  say other rauc install /run/bench/other-machine.raucb
  say install rauc install /run/bench/next.raucb
  say loader grub-editenv /efi/grubenv list
  echo trial > /data/bench-step
  off
  ;;
trial)
  say slot slot_of
  say trial cat /proc/cmdline
  say kept sh -c 'n=0; until grub-editenv /efi/grubenv list | grep -q B_KEPT=1 || [ $n -gt 400 ]; do sleep 1; n=$((n+1)); done; grub-editenv /efi/grubenv list'
  say machine cat /etc/machine-id
  echo kept > /data/bench-step
  off
  ;;
*)
  say slot slot_of
  off
  ;;
esac
