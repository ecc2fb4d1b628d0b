#!/usr/bin/env bash
# Makes a fresh Debian machine ready: Debian packages, npm packages, the pinned Node. Quick when all is there.
#   setup.sh start   what `npm start` needs
#   setup.sh floor   and what `npm start -- --floor` needs besides: the database of a casino's floor
#   setup.sh test    and what `npm test` needs besides
#   setup.sh all     and what `npm run test:all` and `npm run test:soak` need besides
set -euo pipefail
cd "$(dirname "$0")/.."

# One at a time: a second one waits for what the first installs. -o: nothing that a package starts keeps the lock.
if [ -z "${TIRADA_SETUP:-}" ]; then
  TIRADA_SETUP=locked exec flock -o -w 1800 -E 2 scripts/setup.sh bash scripts/setup.sh "$@"
fi

# node-hid, for shoes and scanners on USB, is linked with libusb and libudev.
packages=(socat libusb-1.0-0 libudev1)
# The casino's floor keeps its records there; demonstrations and tests start databases of their own.
floor=(postgresql-common postgresql-15 openssl)
case "${1:-start}" in
  start) ;;
  floor)
    packages+=("${floor[@]}")
    ;;
  test | all)
    # The engine of the pages, and the browser that prints a rulebook; a broker for MQTT devices; films for cameras.
    packages+=(chromium chromium-headless-shell jq openssl openssh-client mosquitto ffmpeg)
    packages+=("${floor[@]}")
    ;;
  *)
    echo "tirada: setup.sh start, floor, test or all" >&2
    exit 2
    ;;
esac
if [ "${1:-start}" = all ]; then
  packages+=(firefox-esr gcc-avr binutils-avr avr-libc make)
  # The boot section of the boards in a second emulator.
  packages+=(gcc libc6-dev libsimavr-dev libelf-dev)
  # What the package of a unit depends on; what holds the services against its own list of what a service may do.
  packages+=(udev systemd)
  # Rules of the floor's alarms are tried by their own program, and so are backup and the files of its set-up.
  packages+=(prometheus prometheus-alertmanager pgbackrest haproxy nftables patroni python3-idna etcd-server curl)
  # What alarms are told on to.
  packages+=(rsyslog rsyslog-gnutls snmp snmptrapd)
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
  # Debian would make a database and start it with the machine.
  without_cluster() {
    case " ${missing[*]} " in *" postgresql-15 "*) ;; *) return 0 ;; esac
    apt-get install -y -qq --no-install-recommends postgresql-common &&
      sed -i 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
  }
  if ! { apt-get update -qq && without_cluster && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/dev/null; then
    echo "tirada: these Debian packages could not be installed: ${missing[*]}; see what apt-get says above" >&2
    exit 2
  fi
fi

# The lock file names what must be there; npm leaves its own copy when it is done.
if ! cmp -s package-lock.json node_modules/.tirada-lock.json; then
  echo "tirada: installing npm packages" >&2
  # npm keeps its files in the home folder, unless that cannot be written.
  if ! [ -w "${HOME:-/nonexistent}" ]; then
    npm_config_cache="$(mktemp -d)"
    export npm_config_cache
    trap 'rm -rf "$npm_config_cache"' EXIT
  fi
  if ! npm ci --no-fund --no-audit --loglevel=error >&2; then
    echo "tirada: the npm packages could not be installed; see what npm says above, then start again" >&2
    exit 2
  fi
  cp package-lock.json node_modules/.tirada-lock.json
fi
