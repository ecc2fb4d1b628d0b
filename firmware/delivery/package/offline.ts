import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { errorText, usageProblem } from "../../problem.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";

/** Names in the folder. */
const LIST = "packages.list";
const INDEX = "Packages";
const KEYRING = "maker.gpg";
const INSTALL = "install";

export interface OfflineOptions {
  /** The project, with a slash at its end. */
  readonly root: string;
  /** A Debian package, for which the folder is. */
  readonly package: string;
  /** The package for machines of the office, which is installed beside it where whoever installs says so; null: none. */
  readonly office: string | null;
  /** Further packages that are installed with it, by name. */
  readonly with: readonly string[];
  /** Sources of apt from which the others come (`sources.list`); null: those of this machine. */
  readonly sources: string | null;
  /** An OpenPGP secret key that signs the list, as gpg exports it, and a file with its passphrase, if it has one. */
  readonly key: string;
  readonly passphraseFile: string | null;
  /** Folder in which the folder is made. */
  readonly out: string;
}

interface About {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
}

/**
 * Makes one folder with a package and every other one that it needs on a machine that has none of them, a signed list of their sums and a
 * script that installs them without a network. Needs apt and gpg. Gives the folder's path. @throws Problem
 */
export function makeOffline(options: OfflineOptions): string {
  const path = join(options.out, `${basename(options.package, ".deb")}.offline`);
  const fresh = `${path}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), "tirada-offline-"));
  try {
    const built = ownOf(options).map((file) => {
      const copy = join(fresh, basename(file));
      copyFileSync(file, copy);
      return copy;
    });
    fetchNeeded(built, { ...options, work, folder: fresh });
    const packages = globSync("*.deb", { cwd: fresh }).sort();
    writeFileSync(join(fresh, INDEX), packages.map((name) => entryOf(fresh, name)).join("\n"));
    const sums = [...packages, INDEX].map((name) => `${sumOf(join(fresh, name))}  ${name}\n`);
    writeFileSync(join(fresh, LIST), sums.join(""));
    signList(fresh, options, work);
    writeInstall(fresh, options);
    for (const name of globSync("*", { cwd: fresh })) chmodSync(join(fresh, name), 0o644);
    rmSync(path, { recursive: true, force: true });
    renameSync(fresh, path);
    return path;
  } finally {
    rmSync(work, { recursive: true, force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}

const ownOf = ({ package: own, office }: OfflineOptions): readonly string[] =>
  office === null ? [own] : [own, office];

/** Size of all files of a folder, bytes. */
export const sizeOf = (folder: string): number =>
  globSync("*", { cwd: folder }).reduce((all, name) => all + statSync(join(folder, name)).size, 0);

const sumOf = (path: string): string => sha256Hex(readFileSync(path));

function aboutOf(path: string): About {
  const fields = run("dpkg-deb", ["--field", path, "Package", "Version", "Architecture"], "dpkg");
  const of = (field: string): string => new RegExp(`^${field}: (.*)$`, "m").exec(fields)?.[1] ?? "";
  return { name: of("Package"), version: of("Version"), architecture: of("Architecture") };
}

/**
 * Has apt find and fetch what the packages need, for a machine on which nothing at all is installed: what a machine has already it is not
 * asked to install again.
 */
function fetchNeeded(
  built: readonly string[],
  options: OfflineOptions & { readonly work: string; readonly folder: string },
): void {
  const { sources, with: more, work, folder } = options;
  const { architecture } = aboutOf(options.package);
  const names = built.map((file) => aboutOf(file).name);
  const at = (name: string): string => join(work, name);
  for (const name of ["lists/partial", "archives/partial"]) mkdirSync(at(name), { recursive: true });
  writeFileSync(at("status"), "");
  const settings = [
    `Dir::State::status=${at("status")}`,
    `Dir::State::lists=${at("lists")}`,
    `Dir::Cache::archives=${at("archives")}`,
    "Dir::Cache::pkgcache=",
    "Dir::Cache::srcpkgcache=",
    `APT::Architecture=${architecture}`,
    `APT::Architectures::=${architecture}`,
    "APT::Sandbox::User=root",
    "Acquire::Languages=none",
    "Acquire::Retries=3",
    "Debug::NoLocking=1",
    ...(sources === null
      ? []
      : [`Dir::Etc::sourcelist=${resolve(sources)}`, "Dir::Etc::sourceparts=/dev/null"]),
  ];
  const apt = (...words: string[]): string =>
    run("apt-get", ["-q", "-y", ...settings.flatMap((one) => ["-o", one]), ...words], "apt");
  apt("update");
  apt("install", "--download-only", "--no-install-recommends", ...built, ...more);
  for (const name of globSync("*.deb", { cwd: at("archives") }))
    // A version of a package itself that a mirror has is not the one that is asked for.
    if (!names.includes(aboutOf(join(work, "archives", name)).name))
      copyFileSync(join(work, "archives", name), join(folder, plain(name)));
}

/** `%3a` stands for a colon, which a FAT of a stick cannot have in a name. */
const plain = (name: string): string => name.replaceAll(/%3a/gi, "_");

/** What apt reads of a package. */
const entryOf = (folder: string, name: string): string =>
  [
    run("dpkg-deb", ["--field", join(folder, name)], "dpkg").trimEnd(),
    `Filename: ./${name}`,
    `Size: ${statSync(join(folder, name)).size}`,
    `SHA256: ${sumOf(join(folder, name))}`,
    "",
  ].join("\n");

/** Signs the list with a key that is in no keyring of this machine, and lays its public half beside it. */
function signList(folder: string, { key, passphraseFile }: OfflineOptions, work: string): void {
  if (!existsSync(key))
    throw usageProblem(`${key} is not there: name the OpenPGP key that signs the list (--key)`);
  const home = join(work, "gnupg");
  mkdirSync(home, { mode: 0o700 });
  const gpg = (...words: string[]): string =>
    run("gpg", ["--homedir", home, "--batch", "--pinentry-mode", "loopback", ...words], "gnupg");
  const secret =
    passphraseFile === null ? ["--passphrase", ""] : ["--passphrase-file", resolve(passphraseFile)];
  try {
    gpg(...secret, "--import", key);
    const [, signer] = /^fpr:+([0-9A-F]{40}):/m.exec(gpg("--with-colons", "--list-secret-keys")) ?? [];
    if (signer === undefined)
      throw usageProblem(`${key} holds no secret key: export it with gpg --export-secret-keys`);
    gpg(
      ...secret,
      "--local-user",
      signer,
      "--detach-sign",
      "--output",
      join(folder, `${LIST}.sig`),
      join(folder, LIST),
    );
    gpg("--output", join(folder, KEYRING), "--export", signer);
  } finally {
    run("gpgconf", ["--homedir", home, "--kill", "all"], "gnupg");
  }
}

/** The fingerprint of who signed a folder's list, which people compare. */
export function signerOfOffline(folder: string): string {
  const said = run("gpg", ["--batch", "--with-colons", "--show-keys", join(folder, KEYRING)], "gnupg");
  return /^fpr:+([0-9A-F]{40}):/m.exec(said)?.[1] ?? "?";
}

function writeInstall(folder: string, options: OfflineOptions): void {
  const { name, version, architecture } = aboutOf(options.package);
  const about = options.office === null ? null : aboutOf(options.office);
  const office = about === null ? "" : `${about.name}=${about.version}`;
  const script = readFileSync(join(options.root, "firmware/delivery/packaging/offline/install"), "utf8");
  const wanted = [`${name}=${version}`, ...options.with].join(" ");
  const values: Readonly<Record<string, string>> = {
    package: name,
    version,
    architecture,
    wanted,
    office,
  };
  writeFileSync(
    join(folder, INSTALL),
    script.replaceAll(/@(\w+)@/g, (all, key: string) => values[key] ?? all),
  );
}

/** Runs a program of Debian's; `from`: the package that it comes with. Throws a Problem of one line. */
function run(program: string, words: readonly string[], from: string): string {
  try {
    const env = { ...process.env, LC_ALL: "C.UTF-8", DEBIAN_FRONTEND: "noninteractive" };
    return execFileSync(program, words, {
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 1_048_576,
    });
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    if (code === "ENOENT") throw usageProblem(`${program} is not there: sudo apt-get install ${from}`, error);
    const why =
      (stderr ?? errorText(error))
        .trim()
        .split("\n")
        .findLast((line) => line !== "") ?? "";
    throw usageProblem(`${program}: ${why.slice(0, 300)}`, error);
  }
}
