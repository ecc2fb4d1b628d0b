#!/bin/sh
# Runs in an image of the test's, as root. What it finds goes to the second serial line of a PC, to a port of a Raspberry Pi's machine,
# below "== name". The file /data/bench-step says which start this is.
pi=/usr/lib/tirada/image/choose-base
if [ -e $pi ]; then
  until [ -e /dev/virtio-ports/said ]; do sleep 1; done
  exec > /dev/virtio-ports/said 2>&1
else
  exec > /dev/ttyS1 2>&1
  stty -F /dev/ttyS1 115200 -opost
fi
echo
step=$(cat /data/bench-step 2>/dev/null || echo first)
mkdir -p /run/bench
mount -t ext4 -o ro LABEL=bench /run/bench
off() {
  echo "== journal"
  journalctl -b -p 4 -o cat --no-pager | tail -40
  echo "== over"
  sync
  systemctl --no-block "${1:-poweroff}"
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
disk=/dev/$(lsblk --noheadings --nodeps -o PKNAME "$(findmnt --noheadings -o SOURCE /data)")
# Which base starts, and which is tried.
loader() {
  if [ ! -e $pi ]; then
    grub-editenv /efi/grubenv list
    return
  fi
  echo "primary=$($pi get-primary) a=$($pi get-state A) b=$($pi get-state B)"
  cat /run/systemd/reboot-param 2> /dev/null
}
until_kept() {
  waited=0
  if [ -e $pi ]; then
    while $pi on-trial && [ $waited -le 400 ]; do
      sleep 1
      waited=$((waited + 1))
    done
  else
    until grub-editenv /efi/grubenv list | grep -q B_KEPT=1 || [ $waited -gt 400 ]; do
      sleep 1
      waited=$((waited + 1))
    done
  fi
  loader
}
on_trial() {
  if [ -e $pi ]; then
    $pi on-trial
  else
    ! grub-editenv /efi/grubenv list | grep -qx "$(slot_of)_KEPT=1"
  fi
}
slot_of() { sed 's/.*rauc.slot=\([AB]\).*/\1/' /proc/cmdline; }

until_active chrony.service
case $step in
first)
  say up cut -d. -f1 /proc/uptime
  say mounts findmnt --noheadings --raw -o TARGET,FSTYPE,OPTIONS
  say partitions lsblk --noheadings --raw -b -o "$([ -e $pi ] && echo PARTUUID || echo PARTLABEL),SIZE" "$disk"
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
  say loader loader
  echo after > /data/bench-step
  # The argument that it carries is a Raspberry Pi's; QEMU ends all the same.
  off reboot
  ;;
*)
  say slot slot_of
  say words cat /proc/cmdline
  if on_trial; then say early rauc install /run/bench/next.raucb; fi
  say kept until_kept
  say machine cat /etc/machine-id
  off
  ;;
esac
