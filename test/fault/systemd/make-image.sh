#!/bin/sh
# Makes the disk of a guest with a Debian of its own, in which systemd runs the services of firmware/delivery/packaging as they stand. As root.
#
#   make-image.sh CACHE SLOT DIGEST OUT
#
# CACHE: folder in which debootstrap's root is kept; SLOT: an installed release; DIGEST: its digest; OUT: the image, an ext4.
set -eu
cache=$1 slot=$2 digest=$3 out=$4
here=$(cd "$(dirname "$0")" && pwd)
packaging=$(cd "$here/../../../firmware/delivery/packaging" && pwd)
base=$cache/root

if [ ! -e "$cache/made" ]; then
  mkdir -p "$cache"
  rm -rf "$base"
  debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,openssl,socat,libusb-1.0-0,libudev1,libcap2 bookworm "$base"
  rm -rf "$base"/var/cache/apt/* "$base"/var/lib/apt/lists/* "$base"/usr/share/doc/* "$base"/usr/share/locale/*
  touch "$cache/made"
fi

root=$out.root
rm -rf "$root"
cp -a "$base" "$root"
in_root() { chroot "$root" /bin/sh -c "$1"; }
# What Debian's package of a unit brings (firmware/delivery/package), without its release.
install -D -m 0755 "$packaging/launch" "$root/usr/lib/tirada/launch"
install -D -m 0644 "$packaging/debian/sysusers.conf" "$root/usr/lib/sysusers.d/tirada.conf"
install -D -m 0644 "$packaging/debian/tmpfiles.conf" "$root/usr/lib/tmpfiles.d/tirada.conf"
in_root 'systemd-sysusers /usr/lib/sysusers.d/tirada.conf'
units=$root/etc/systemd/system
cp "$packaging"/systemd/*.service "$packaging"/systemd/*.path "$root/lib/systemd/system"
mkdir -p "$units/tirada.service.d"

install -d -m 0755 "$root/etc/tirada" "$root/var/lib/tirada-updater/rel"
cp -a "$slot" "$root/var/lib/tirada-updater/rel/$digest"
for link in current confirmed; do ln -s "rel/$digest" "$root/var/lib/tirada-updater/$link"; done
in_root 'chown -hR tirada-updater:tirada-updater /var/lib/tirada-updater'
cat > "$root/etc/tirada/table.yaml" <<'YAML'
format: 2
table: { name: Mesa 7, log: tirada.test/uml, rulebook: cl/ruleta-francesa, languages: [es] }
wheel: { device: cammegh-ss2, path: /dev/serial/by-id/usb-none, wait: true }
display: { host: 127.0.0.1, port: 8470 }
storage: { folder: /var/lib/tirada }
update: { socket: /run/tirada/update.sock }
people: []
test: true
YAML

# The bench's own: a thread that hangs and a start that fails when a file says so, and what runs the whole.
install -D -m 0755 "$here/run-in-guest.sh" "$root/usr/local/bench/run.sh"
install -D -m 0755 "$here/try-rights.sh" "$root/usr/local/bench/try-rights.sh"
install -D -m 0644 "$here/hang.mjs" "$root/usr/local/bench/hang.mjs"
cat > "$units/tirada.service.d/zz-bench.conf" <<'CONF'
[Service]
ExecStart=
ExecStart=/usr/bin/env NODE_OPTIONS=--import=/usr/local/bench/hang.mjs /var/lib/tirada-updater/current/runtime/bin/node --no-memory-protection-keys --max-semi-space-size=2 /var/lib/tirada-updater/current/bin/tirada.mjs start --config /etc/tirada/table.yaml
CONF
# Each program's user tries what it may do, in the very sandbox of its service.
sed -e '/^Condition/d' -e 's/^Type=notify/Type=oneshot/' -e '/^WatchdogSec/d' -e '/^Restart/d' -e '/^OnFailure/d' \
  -e '/^RuntimeDirectory/d' -e 's#^ExecStart=.*#ExecStart=/usr/local/bench/try-rights.sh#' \
  "$packaging/systemd/tirada.service" > "$units/try-table.service"
sed -e '/^Condition/d' -e 's/^Restart=.*/Type=oneshot/' -e '/^RestartSec/d' -e '/^RuntimeDirectory/d' \
  -e 's#^ExecStart=.*#ExecStart=/usr/local/bench/try-rights.sh#' \
  "$packaging/systemd/tirada-updater.service" > "$units/try-updater.service"
cat > "$units/bench.service" <<'UNIT'
[Unit]
After=dbus.service
[Service]
Type=oneshot
TimeoutStartSec=infinity
ExecStart=/usr/local/bench/run.sh
UNIT
mkdir -p "$units/multi-user.target.wants"
ln -s ../bench.service "$units/multi-user.target.wants/bench.service"
for one in getty@tty1 console-getty systemd-timesyncd apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer; do
  case $one in *.timer) name=$one ;; *) name=$one.service ;; esac
  ln -sf /dev/null "$units/$name"
done
ln -sf /dev/null "$units/serial-getty@.service"
ln -sf /dev/null "$units/getty@.service"
printf '/dev/ubda / ext4 rw 0 1\n' > "$root/etc/fstab"
printf '127.0.0.1 localhost\n' > "$root/etc/hosts"
echo tirada > "$root/etc/hostname"

rm -f "$out"
truncate -s 1400M "$out"
/usr/sbin/mke2fs -q -F -t ext4 -d "$root" "$out"
rm -rf "$root"
