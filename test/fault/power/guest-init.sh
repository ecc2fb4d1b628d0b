#!/bin/sh
# The first program of the guest, a whole Linux as one process (Debian's user-mode-linux). The kernel gives its parameters as
# environment: FOLDER of the run on the host's disk, ROOT of the project, SECTORS of the storage disk, LAYER over it, the PLAYER, and where it
# holds two disks, EACH one's sectors.
# The host's disk is read only, but for FOLDER. Storage is an ext4 on /run/storage, a second disk one on /run/second. Ends by switching the machine off.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 077
mount -t proc proc /proc
mount -t sysfs sys /sys
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /var/tmp
mkdir /run/job /run/storage /run/second
mount -t hostfs none /run/job -o "$FOLDER"
exec >>/run/job/guest.txt 2>&1
ip link set lo up
modules=/usr/lib/uml/modules/$(uname -r)/kernel/drivers/md
insmod "$modules/dm-mod.ko"
case $LAYER in
  log) insmod "$modules/dm-log-writes.ko"; table="0 $SECTORS log-writes /dev/ubdb /dev/ubdc" ;;
  flakey) insmod "$modules/dm-flakey.ko"; table="0 $SECTORS flakey /dev/ubdb 0 3600 0" ;;
  *) table="0 $SECTORS linear /dev/ubdb 0" ;;
esac
dmsetup --noudevsync create disk --table "$table"
if [ -n "$EACH" ]; then
  dmsetup --noudevsync create first --table "0 $EACH linear /dev/dm-0 0"
  dmsetup --noudevsync create second --table "0 $EACH linear /dev/dm-0 $EACH"
  mount -t ext4 /dev/dm-1 /run/storage
  mount -t ext4 /dev/dm-2 /run/second
else
  mount -t ext4 /dev/dm-0 /run/storage
fi
cd "$ROOT"
node_modules/.bin/node --import=./test/fault/power/guest-hook.ts "test/fault/power/$PLAYER"
echo "player ended with status $?"
umount /run/storage
if [ -n "$EACH" ]; then
  umount /run/second
  dmsetup --noudevsync remove first
  dmsetup --noudevsync remove second
fi
dmsetup --noudevsync remove disk
echo "machine is off"
echo o >/proc/sysrq-trigger
sleep 60
