#!/bin/sh
# Runs in the root of an image that is being made: installs the unit's package, and leaves nothing that a machine must have of its own.
#
#   finish-root.sh KIND
set -eu
kind=$1
kernel=$(basename /lib/modules/*)
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
dpkg --install /tirada.deb
dpkg-query --show --showformat '${Version}\n' tirada > /usr/lib/tirada/first-version
rm /tirada.deb

useradd --create-home --home-dir /var/lib/technician --shell /bin/sh --comment "tirada, the technician" technician
# The machine's log, and the updater's socket. Not the ports: a shoe's would show cards that lie face down.
usermod --append --groups systemd-journal,tirada-updater technician
passwd --quiet --lock technician
passwd --quiet --lock root
echo tirada > /etc/hostname
chmod 0644 /etc/hostname
printf '127.0.0.1 localhost tirada\n::1 localhost\n' > /etc/hosts
ln -sf ../run/systemd/resolve/stub-resolv.conf /etc/resolv.conf
ln -sf /usr/share/zoneinfo/UTC /etc/localtime
chmod 0440 /etc/sudoers.d/technician
chmod 0755 /etc/initramfs-tools/hooks/tirada* /etc/initramfs-tools/scripts/local-bottom/tirada /usr/lib/tirada/image/*
mkdir -p /data /media/second /media/stick
systemctl --quiet enable systemd-networkd systemd-resolved nftables tirada-grow-data.service \
  tirada-first-boot.service tirada-base-good.timer tirada-screens.path \
  tirada-console.service media-second.mount media-stick.mount
systemctl --quiet enable tirada-base-state.service tirada-base-install.path
case $kind in
pc) mkdir -p /efi ;;
pi4)
  systemctl --quiet enable tirada-partitions.service
  depmod "$kernel"
  ;;
esac
# What asks the network by itself, or waits for it, or belongs to a desktop.
systemctl --quiet mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer systemd-networkd-wait-online.service \
  e2scrub_all.timer fstrim.timer ctrl-alt-del.target
env -u INITRD update-initramfs -c -k "$kernel"
# Debian's kernel makes this name with its own first root, which was left out above.
ln -sf "boot/initrd.img-$kernel" /initrd.img

case $kind in
pc)
  grub-mkimage --format=x86_64-efi --prefix=/EFI/BOOT --output=/bootx64.efi part_gpt fat squash4 gzio search search_label \
    loadenv regexp probe test linux normal boot echo all_video efi_gop configfile sleep reboot
  grub-editenv /grubenv create
  grub-editenv /grubenv set "ORDER=A B" A_OK=1 A_TRY=0 A_KEPT=1 B_OK=0 B_TRY=0 B_KEPT=0
  rm -rf /usr/lib/grub/x86_64-efi
  ;;
esac
# The machine has these of its own.
: > /etc/machine-id
rm -f /var/lib/dbus/machine-id /etc/ssh/ssh_host_* /var/lib/systemd/random-seed /var/lib/systemd/credential.secret
rm -rf /var/lib/tirada/* /var/lib/tirada-updater/* /var/lib/tirada-updater/.[!.]* /var/lib/apt/lists/* /var/cache/* /var/log/*
rm -f /etc/tirada/packaged-releases /etc/passwd- /etc/shadow- /etc/group- /etc/gshadow- /etc/subuid- /etc/subgid- /finish-root.sh
