#!/usr/bin/env bash
# Makes a fresh Debian machine ready: Debian packages, npm packages, the pinned Node. Quick when all is there.
#   setup.sh start   what `npm start` needs
#   setup.sh test    and what `npm test` needs besides
set -euo pipefail
cd "$(dirname "$0")/.."

# node-hid, for shoes and scanners on USB, is linked with libusb and libudev.
packages=(socat libusb-1.0-0 libudev1)
if [ "${1:-start}" = test ]; then
  packages+=(chromium chromium-headless-shell firefox-esr fonts-dejavu-core jq openssl openssh-client gcc-avr binutils-avr avr-libc make)
  # A broker for the tests of MQTT devices; films for those of cameras; what the package of a unit depends on.
  packages+=(mosquitto ffmpeg udev)
  # What holds the services against its own list of what a service may do.
  packages+=(systemd)
  # The disk of a Raspberry Pi: FATs, and which of them starts.
  packages+=(mtools dosfstools fdisk)
  # A Linux of its own whose power is cut; Debian has it for this architecture alone.
  if [ "$(dpkg --print-architecture)" = amd64 ]; then packages+=(user-mode-linux kmod dmsetup iproute2 e2fsprogs); fi
fi

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
  if [ "$(id -u)" -ne 0 ]; then
    echo "tirada: these Debian packages are missing: ${missing[*]}; run: sudo apt-get install ${missing[*]}" >&2
    exit 2
  fi
  echo "tirada: installing ${missing[*]}" >&2
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >/dev/null
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# The lock file names what must be there; npm leaves its own copy when it is done.
if ! cmp -s package-lock.json node_modules/.tirada-lock.json; then
  echo "tirada: installing npm packages" >&2
  npm ci --no-fund --no-audit --loglevel=error >&2
  cp package-lock.json node_modules/.tirada-lock.json
fi
