import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { KnownManifest } from "../../firmware/delivery/releases/manifest.ts";
import { writeSmallRelease } from "../../firmware/delivery/releases/small-release.fixture.ts";
import { buildPackage } from "../../firmware/delivery/package/build-package.ts";
import { builtRelease, HERE, ROOT, type BuiltRelease } from "../support/built-release.ts";
import { OverlayMachine } from "../support/overlay-machine.ts";
import { SOAK } from "../support/volume.ts";

/** The Debian package of a unit, installed, cut off, exchanged and removed on a machine in memory that has no network. */

const EPOCH = 1_790_000_000;
const SLOTS = "/var/lib/tirada-updater";
/** What a table leaves, and what nothing may touch. */
const TABLE = `mkdir -p /var/lib/tirada/table-07 && echo evidence > /var/lib/tirada/table-07/journal.db
echo 'format: 2' > /etc/tirada/table.yaml`;

/** What other programs of the real machine may change beside the test. */
const PRINTED_BY_OTHERS = /^\/(?:etc\/(?:passwd|group|shadow|gshadow|subuid|subgid)-?|var\/lib\/systemd\/.*)$/;

const folder = mkdtempSync(join(tmpdir(), "tirada-packages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let release: BuiltRelease;
let deb = "";
/** The package of an older release, of a few files. */
let older = "";

const pack = (from: string, known: KnownManifest): Promise<string> =>
  buildPackage({ root: ROOT, release: from, known, out: folder, epoch: EPOCH, level: 0 });

beforeAll(async () => {
  release = await builtRelease();
  deb = await pack(release.out, release.known);
  const from = join(folder, "older");
  older = await pack(
    from,
    writeSmallRelease(from, { change: (manifest) => ({ ...manifest, version: "0.1.0", platform: HERE }) }),
  );
}, 120_000);

/** A machine with the packages below `/packages`. */
function machine(): OverlayMachine {
  const made = new OverlayMachine();
  made.bind(folder, "/packages");
  return made;
}

const inMachine = (path: string): string => `/packages/${path.slice(folder.length + 1)}`;
const INSTALL = (path: string): string => `dpkg --install ${inMachine(path)}`;

it("is the same twice, byte for byte", async () => {
  const from = join(folder, "twice");
  const known = writeSmallRelease(from, { change: (manifest) => ({ ...manifest, version: "0.0.9" }) });
  const first = readFileSync(await pack(from, known));
  expect(readFileSync(await pack(from, known)).equals(first)).toBe(true);
});

/** What a script printed below `== name`, by name. */
function partsOf(output: string): Record<string, string> {
  const parts = output.split(/^== (.*)\n/m);
  return Object.fromEntries(parts.flatMap((name, at) => (at % 2 === 1 ? [[name, parts[at + 1] ?? ""]] : [])));
}

it("is installed, installed again, exchanged, removed and purged, and never touches what a table keeps", () => {
  const { digest, manifest } = release.known;
  const as = (user: string): string => `setpriv --reuid=${user} --regid=${user} --init-groups`;
  const files = "find /etc /usr /lib/ /var/lib -xdev -not -path '/var/lib/dpkg/*' | sort";
  const slots = `find ${SLOTS} -printf '%p %s %T@ %u %m\\n' | sort | md5sum`;
  const { output, status } = machine().run(`
${files} > /run/before
echo '== first'
${INSTALL(deb)} || exit 1
tirada --version
readlink ${SLOTS}/current ${SLOTS}/confirmed
tirada release check
echo '== rights'
${as("tirada")} touch ${SLOTS}/confirmed/bin/tirada.mjs
${as("tirada")} touch /usr/lib/tirada/first/bin/tirada.mjs
${as("tirada-updater")} ls /var/lib/tirada
id -nG tirada
echo '== again'
${TABLE}
before=$(${slots})
${INSTALL(deb)} || exit 1
echo '== older'
dpkg --force-downgrade --install ${inMachine(older)} || exit 1
dpkg-query -W -f '\${Version} \${Status}\\n' tirada
[ "$before" = "$(${slots})" ] && echo as before
tirada --version
echo '== removed'
dpkg --remove tirada || exit 1
[ -x ${SLOTS}/confirmed/runtime/bin/node ] && echo kept
echo '== purged'
dpkg --purge tirada || exit 1
cat /var/lib/tirada/table-07/journal.db
echo '== left'
${files} | comm -13 /run/before -`);
  const said = partsOf(output);
  expect(said["first"]).toContain(
    `release ${manifest.version} (${digest}) is confirmed in ${SLOTS}/rel/${digest}`,
  );
  expect(said["first"]?.match(new RegExp(`^rel/${digest}$`, "gm"))).toHaveLength(2);
  expect(said["first"]).toContain(digest.slice(0, 16));
  expect(said["rights"]?.match(/: Permission denied$/gm)).toHaveLength(3);
  expect(said["rights"]).toMatch(/^tirada .*\bdialout\b/m);
  expect(said["again"]).not.toContain("keeps the release");
  expect(said["older"]).toContain(
    "the table keeps the release that it runs; another one comes with: tirada update install",
  );
  expect(said["older"]).toContain(`0.1.0 install ok installed\nas before\n${manifest.version}`);
  expect(said["removed"]).toMatch(/^kept$/m);
  expect(said["purged"]).toContain("tirada: /var/lib/tirada stays");
  expect(said["purged"]).toMatch(/^evidence$/m);
  expect(
    said["left"]
      ?.trim()
      .split("\n")
      .filter((path) => !PRINTED_BY_OTHERS.test(path)),
  ).toEqual([
    "/etc/tirada",
    "/etc/tirada/table.yaml",
    "/var/lib/tirada",
    "/var/lib/tirada/table-07",
    "/var/lib/tirada/table-07/journal.db",
  ]);
  expect(status).toBe(0);
}, 240_000);

it("says what to do on a disk without room, and goes on after it was killed while it laid the release down", () => {
  const { output, status } = machine().run(`
mkdir -p ${SLOTS} && mount -t tmpfs -o size=40m tmpfs ${SLOTS}
echo '== full'
${INSTALL(deb)}
echo "status $?"
dpkg-query -W -f '\${Status}\\n' tirada
umount ${SLOTS}
echo '== killed'
(until [ -d ${SLOTS}/rel/.tmp-${release.known.digest}/firmware ]; do :; done; pkill -9 -f 'tirada-updater.mjs init') &
dpkg --configure tirada
wait
ls -A ${SLOTS} ${SLOTS}/rel
echo '== on'
dpkg --configure --pending || exit 1
tirada release check && dpkg-query -W -f '\${Status}\\n' tirada`);
  const said = partsOf(output);
  expect(said["full"]).toMatch(/^tirada.*: .*there is no room for it/m);
  expect(said["full"]).toContain("put that right and run: dpkg --configure tirada");
  expect(said["full"]).toMatch(/^status 1\ninstall ok half-configured$/m);
  expect(said["killed"]).toContain(`.tmp-${release.known.digest}`);
  expect(said["killed"]).not.toMatch(/^confirmed$/m);
  expect(said["on"]).toContain(`is confirmed in ${SLOTS}/rel/`);
  expect(said["on"]).toMatch(/^install ok installed$/m);
  expect(status).toBe(0);
}, 240_000);

it("brings root's helper, which nothing of who asks leads into, and which he can't write to", () => {
  const as = "setpriv --reuid=nobody --regid=nogroup --clear-groups";
  const { output } = machine().run(`
${INSTALL(deb)} || exit 1
echo 'require("fs").writeFileSync("/run/evil", "")' > /run/evil.cjs
export SUDO_USER=ana NODE_OPTIONS=--require=/run/evil.cjs NODE_EXTRA_CA_CERTS=/run/evil.cjs LD_PRELOAD=
echo '== refused'
tirada-root zone ../../etc/shadow; echo status $?
tirada-root doctor --storage /etc; echo status $?
echo '== done'
tirada-root address relay 10.7.0.5
cat /etc/systemd/system/tirada.service.d/70-relay.conf /etc/systemd/system/tirada-updater.service.d/70-relay.conf
echo '== acts'
cat /var/lib/tirada-root/acts.jsonl
stat -c '%A %U %G' /var/lib/tirada-root /var/lib/tirada-root/acts.jsonl
ls /run/evil
echo '== others'
unset NODE_OPTIONS NODE_EXTRA_CA_CERTS
${as} tirada-root reboot; echo status $?
${as} cat /var/lib/tirada-root/acts.jsonl
${as} touch /usr/sbin/tirada-root
setpriv --reuid=tirada --regid=tirada --init-groups touch /var/lib/tirada-root/acts.jsonl`);
  const said = partsOf(output);
  expect(said["refused"]?.match(/^status 2$/gm)).toHaveLength(2);
  expect(said["done"]?.match(/^IPAddressAllow=10\.7\.0\.5$/gm)).toHaveLength(2);
  // No service manager runs here: that is kept, too.
  expect(said["acts"]).toMatch(
    /"who":"ana","verb":"address","arguments":"relay 10\.7\.0\.5","outcome":"begun"/,
  );
  expect(said["acts"]).toMatch(/"outcome":"failed","why":"\/usr\/bin\/systemctl/);
  expect(said["acts"]).toContain("drwxr-x--- root tirada\n-rw-r----- root tirada\n");
  expect(said["acts"]).toMatch(/evil.*No such file/);
  expect(said["others"]).toMatch(/needs root.*\nstatus 2$/m);
  expect(said["others"]?.match(/Permission denied$/gm)).toHaveLength(3);
}, 240_000);

it("has a control file that dpkg takes, and no file with the rights of somebody else", () => {
  const about = execFileSync("dpkg-deb", ["--info", deb], { encoding: "utf8" });
  expect(about).toMatch(/^ Package: tirada$/m);
  const listed = execFileSync("dpkg-deb", ["--contents", deb], { encoding: "utf8", maxBuffer: 8 * 1_048_576 });
  const files = listed.trim().split("\n");
  expect(files.length).toBeGreaterThan(release.known.manifest.files.length);
  expect(files.filter((line) => !/^(?:d|-)rwxr-xr-x root\/root |^-rw-r--r-- root\/root /.test(line))).toEqual(
    [],
  );
});

/** What systemd makes for itself, and leaves when it is purged: a package that only depends on it leaves the same. */
const LEFT_BY_SYSTEMD = [
  String.raw`/root/\.ssh/?`,
  "/var/(cache|lib|log)/private/?",
  "/var/lib/systemd/(coredump|pstore)/?",
];

if (SOAK)
  it(
    "Debian's own checks find no error in it, and nothing of it that purging leaves",
    { timeout: 1_800_000 },
    async () => {
      for (const program of ["lintian", "piuparts"])
        expect(existsSync(`/usr/bin/${program}`) || existsSync(`/usr/sbin/${program}`), program).toBe(true);
      // One that is not compressed is an error to them.
      const { out: from, known } = release;
      const out = mkdtempSync(join(folder, "checked-"));
      const one = await buildPackage({ root: ROOT, release: from, known, out, epoch: EPOCH, level: 1 });
      execFileSync("lintian", ["--fail-on", "error", one], { stdio: "ignore" });
      const ignored = LEFT_BY_SYSTEMD.flatMap((pattern) => ["--ignore-regex", pattern]);
      execFileSync("piuparts", ["-d", "bookworm", "--no-upgrade-test", ...ignored, one], { stdio: "ignore" });
    },
  );
