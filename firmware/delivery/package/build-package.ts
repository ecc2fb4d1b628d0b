import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  globSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { errorText, usageProblem } from "../../problem.ts";
import { joinProgram } from "../build/join-program.ts";
import type { KnownManifest, Platform } from "../releases/manifest.ts";
import { unpackRelease } from "../releases/unpack.ts";

/** Debian's names of the platforms that there are releases for. */
const ARCHITECTURES = { "linux-x64": "amd64", "linux-arm64": "arm64" } as const satisfies Record<
  Platform,
  string
>;

/** The release as the package brings it; `postinst` copies it to where the releases of a table are. */
const FIRST = "usr/lib/tirada/first";
const DOC = "usr/share/doc/tirada";
const PACKAGING = "firmware/delivery/packaging";

/** What lies in the package beside the release: from the project, to the machine. */
const PARTS: readonly (readonly [from: string, to: string, mode: number])[] = [
  [`${PACKAGING}/launch`, "usr/lib/tirada/launch", 0o755],
  [`${PACKAGING}/sum-release`, "usr/lib/tirada/sum-release", 0o755],
  [`${PACKAGING}/name-packaged`, "usr/lib/tirada/name-packaged", 0o755],
  [`${PACKAGING}/debian/tirada`, "usr/bin/tirada", 0o755],
  [`${PACKAGING}/debian/tirada-root`, "usr/sbin/tirada-root", 0o755],
  [`${PACKAGING}/debian/sysusers.conf`, "usr/lib/sysusers.d/tirada.conf", 0o644],
  [`${PACKAGING}/debian/tmpfiles.conf`, "usr/lib/tmpfiles.d/tirada.conf", 0o644],
  [`${PACKAGING}/debian/70-tirada.rules`, "lib/udev/rules.d/70-tirada.rules", 0o644],
  // Under a folder that stands in the place of /etc/chromium for the service of the screens alone.
  [`${PACKAGING}/kiosk/policies.json`, "usr/lib/tirada/kiosk/chromium/policies/managed/tirada.json", 0o644],
  [`${PACKAGING}/debian/copyright`, `${DOC}/copyright`, 0o644],
  [`${PACKAGING}/debian/lintian-overrides`, "usr/share/lintian/overrides/tirada", 0o644],
];

/** What people read: it lies on the machine as in the project, so that each link leads where it says. */
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "docs/**/*.{md,png}",
  "examples/**/*.{yaml,json,md,png,webp}",
  "{src,drivers,firmware}/**/README.md",
];

/** A file of the project, and where it lies on the machine. */
type Shipped = readonly [from: string, to: string];

/** The documents of a package, below the root of a machine. */
export const documentsOf = (root: string): readonly Shipped[] =>
  globSync(DOCUMENTS, { cwd: root })
    .sort()
    .map((name) => [name, join(DOC, name)]);

const OFFICE = `${PACKAGING}/office`;
const OFFICE_DOC = "usr/share/doc/tirada-office";
/** The same of the package for machines of the office. Its manuals are those of the table's package, without which it is never there. */
const OFFICE_PARTS: readonly (readonly [from: string, to: string, mode: number])[] = [
  [`${OFFICE}/tirada-authority`, "usr/sbin/tirada-authority", 0o755],
  [`${OFFICE}/sysusers.conf`, "usr/lib/sysusers.d/tirada-office.conf", 0o644],
  [`${OFFICE}/tmpfiles.conf`, "usr/lib/tmpfiles.d/tirada-office.conf", 0o644],
  [`${PACKAGING}/debian/copyright`, `${OFFICE_DOC}/copyright`, 0o644],
  [`${OFFICE}/lintian-overrides`, "usr/share/lintian/overrides/tirada-office", 0o644],
];

const FLOOR = `${PACKAGING}/floor`;
const FLOOR_DOC = "usr/share/doc/tirada-floor";
/** The same of the package for a casino's floor. */
const FLOOR_PARTS: readonly (readonly [from: string, to: string, mode: number])[] = [
  [`${FLOOR}/sysusers.conf`, "usr/lib/sysusers.d/tirada-floor.conf", 0o644],
  [`${FLOOR}/tmpfiles.conf`, "usr/lib/tmpfiles.d/tirada-floor.conf", 0o644],
  ["firmware/office/floor/alarms/rules.yml", "usr/share/tirada-floor/rules.yml", 0o644],
  [`${PACKAGING}/debian/copyright`, `${FLOOR_DOC}/copyright`, 0o644],
  [`${FLOOR}/lintian-overrides`, "usr/share/lintian/overrides/tirada-floor", 0o644],
];

/** The authority's program, as the office's package brings it. */
const AUTHORITY = "usr/lib/tirada-office/authority.mjs";

const servicesOf = (root: string, packaging = PACKAGING): readonly Shipped[] =>
  globSync(`${packaging}/systemd/*`, { cwd: root })
    .sort()
    .map((name) => [name, join("lib/systemd/system", basename(name))]);

const SCRIPTS = ["postinst", "prerm", "postrm"];

export interface PackageOptions {
  /** The project, with a slash at its end. */
  readonly root: string;
  /** A folder with the manifest and the targets of a release. */
  readonly release: string;
  readonly known: KnownManifest;
  /** Folder for the package. */
  readonly out: string;
  /** Every file of the package is of this second since 1970. */
  readonly epoch: number;
  /** How hard `xz` works, 1 to 9; 0: nothing is compressed. */
  readonly level: number;
}

/** The name of a package's file. */
export const packageFile = ({ manifest }: KnownManifest, name = "tirada"): string =>
  `${name}_${manifest.version}_${ARCHITECTURES[manifest.platform]}.deb`;

/**
 * Builds the Debian package of a release: the release itself, services, users, folders, rules of devices, manuals. The same release,
 * second and level give the same bytes. Needs Debian's `dpkg-deb`. Gives the package's path. @throws Problem, ReleaseError
 */
export const buildPackage = (options: PackageOptions): Promise<string> =>
  buildIn(options, "tirada", `${PACKAGING}/debian`, async (tree, folder) => {
    const { known, release } = options;
    const slot = await unpackRelease(join(folder, "slots"), { from: release, known, platform: null });
    mkdirSync(join(tree, dirname(FIRST)), { recursive: true });
    renameSync(slot, join(tree, FIRST));
    layDownParts(tree, options);
  });

/**
 * Builds the package for machines of a casino's office beside a table's: users, services and folders of relay, witness and authority, and
 * the authority's program, which no unit has. The others' comes with the table's package of the same version. Gives the package's path.
 * @throws Problem
 */
export const buildOfficePackage = (options: Omit<PackageOptions, "release">): Promise<string> =>
  buildIn(options, "tirada-office", OFFICE, async (tree) => {
    const { root } = options;
    for (const [from, to, mode] of OFFICE_PARTS) put(join(root, from), join(tree, to), mode);
    mkdirSync(join(tree, dirname(AUTHORITY)), { recursive: true });
    const program = await joinProgram(root, "firmware/office/authority/program.ts");
    writeFileSync(join(tree, AUTHORITY), program, { mode: 0o644 });
    for (const [from, to] of servicesOf(root, OFFICE)) put(join(root, from), join(tree, to), 0o644);
    putChangelog(join(tree, OFFICE_DOC), "tirada-office", options);
  });

/**
 * Builds the package for machines of a casino's floor beside a table's: users and services of collectors and page, rules of alarms. The
 * program comes with the table's package of the same version. Gives the package's path. @throws Problem
 */
export const buildFloorPackage = (options: Omit<PackageOptions, "release">): Promise<string> =>
  buildIn(options, "tirada-floor", FLOOR, (tree) => {
    const { root } = options;
    for (const [from, to, mode] of FLOOR_PARTS) put(join(root, from), join(tree, to), mode);
    for (const [from, to] of servicesOf(root, FLOOR)) put(join(root, from), join(tree, to), 0o644);
    putChangelog(join(tree, FLOOR_DOC), "tirada-floor", options);
  });

/** Packs what `layDown` puts into a tree, in a folder of its own, with control file and scripts of `control`. Gives the package's path. */
async function buildIn(
  options: Omit<PackageOptions, "release">,
  name: string,
  control: string,
  layDown: (tree: string, folder: string) => Promise<void> | void,
): Promise<string> {
  const { known, out, epoch } = options;
  mkdirSync(out, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "tirada-package-"));
  try {
    const tree = join(folder, "tree");
    await layDown(tree, folder);
    writeControl(tree, control, options);
    setTimes(tree, epoch);
    const file = join(out, packageFile(known, name));
    packTree(tree, file, options);
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function layDownParts(tree: string, options: PackageOptions): void {
  const { root } = options;
  for (const [from, to, mode] of PARTS) put(join(root, from), join(tree, to), mode);
  for (const [from, to] of [...servicesOf(root), ...documentsOf(root)])
    put(join(root, from), join(tree, to), 0o644);
  putChangelog(join(tree, DOC), "tirada", options);
}

type Packed = Pick<PackageOptions, "root" | "epoch" | "known">;

function putChangelog(folder: string, name: string, { known, epoch }: Packed): void {
  const text = changelog(name, known.manifest.version, epoch);
  writeFileSync(join(folder, "changelog.gz"), gzipSync(text, { level: 9 }), { mode: 0o644 });
}

function put(from: string, to: string, mode: number): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, mode);
}

/** What Debian's tools read; people read CHANGELOG.md. */
const changelog = (name: string, version: string, epoch: number): string =>
  `${name} (${version}) bookworm; urgency=medium

  * What changed stands in /usr/share/doc/tirada/CHANGELOG.md.

 -- tirada <makers@tirada.example>  ${new Date(epoch * 1_000).toUTCString().replace("GMT", "+0000")}
`;

/** Control file, scripts and the sums of every file. */
function writeControl(tree: string, from: string, { root, known }: Packed): void {
  const files = globSync("**/*", { cwd: tree, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(tree.length + 1))
    .sort();
  const folder = join(tree, "DEBIAN");
  mkdirSync(folder);
  const kilobytes = files.reduce((all, file) => all + Math.ceil(statSync(join(tree, file)).size / 1_024), 0);
  const control = readFileSync(join(root, from, "control"), "utf8")
    .replaceAll("@version@", known.manifest.version)
    .replace("@architecture@", ARCHITECTURES[known.manifest.platform])
    .replace("@kilobytes@", String(kilobytes));
  writeFileSync(join(folder, "control"), control, { mode: 0o644 });
  const sums = execFileSync("md5sum", files, { cwd: tree, maxBuffer: 16 * 1_048_576 });
  writeFileSync(join(folder, "md5sums"), sums, { mode: 0o644 });
  for (const name of SCRIPTS) put(join(root, from, name), join(folder, name), 0o755);
}

/** Folders are 0755, and everything is of one second. */
function setTimes(tree: string, epoch: number): void {
  for (const entry of [".", ...globSync("**/*", { cwd: tree })]) {
    const path = join(tree, entry);
    if (statSync(path).isDirectory()) chmodSync(path, 0o755);
    lutimesSync(path, epoch, epoch);
  }
}

function packTree(tree: string, file: string, { epoch, level }: Pick<PackageOptions, "epoch" | "level">): void {
  // One thread: how many there are would show in the bytes.
  const packed = level === 0 ? ["-Znone"] : ["-Zxz", `-z${level}`];
  const how = ["--root-owner-group", "--threads-max=1", ...packed];
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) };
  try {
    execFileSync("dpkg-deb", [...how, "--build", tree, file], { env, stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    rmSync(file, { force: true });
    const [why = ""] = errorText(error).split("\n").slice(-2);
    throw usageProblem(`dpkg-deb could not build ${file}: ${why}; it comes with Debian's package dpkg`, error);
  }
}
