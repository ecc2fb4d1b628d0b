import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { realDisk, setDisk } from "../../firmware/files/disk.ts";
import type { KnownManifest, Platform } from "../../firmware/delivery/releases/manifest.ts";
import { platformHere } from "../../firmware/delivery/releases/release-folder.ts";
import { unpackRelease } from "../../firmware/delivery/releases/unpack.ts";
import { buildRelease } from "../../firmware/delivery/build/build-release.ts";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Where the packages are installed, also where the checkout has a link to them. */
const PACKAGES = dirname(realpathSync(join(ROOT, "node_modules")));
/** Compressed targets of earlier builds, by the hash of what is in them: Node alone takes half of a build. */
const KEPT = join(ROOT, "node_modules/.cache/tirada/release");

/** The platform of this machine, or the other one's name in its place. */
export const HERE: Platform = platformHere() ?? "linux-x64";

/** Builds the release of this machine from the packages that are installed here. */
export const buildHere = (out: string): Promise<KnownManifest> =>
  buildRelease({ root: ROOT, platform: HERE, out, noReturn: false, packages: PACKAGES, kept: KEPT });

export interface BuiltRelease {
  /** Manifest and targets. */
  readonly out: string;
  readonly known: KnownManifest;
  /** The installed release. */
  readonly slot: string;
  readonly node: string;
  readonly program: string;
}

let built: Promise<BuiltRelease> | null = null;

/** The release of this machine, built and installed once for all tests of this process. No test may change what is in it. */
export function builtRelease(): Promise<BuiltRelease> {
  built ??= install();
  return built;
}

async function install(): Promise<BuiltRelease> {
  const folder = mkdtempSync(join(tmpdir(), "tirada-built-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const out = join(folder, "out");
  const known = await buildHere(out);
  // Whether it is durable is another test's concern: two thousand files are not waited for.
  setDisk({ ...realDisk, fsyncSync: () => undefined });
  try {
    const slot = await unpackRelease(join(folder, "rel"), { from: out, known, platform: HERE });
    return { out, known, slot, node: join(slot, "runtime/bin/node"), program: join(slot, "bin/tirada.mjs") };
  } finally {
    setDisk();
  }
}

/** A copy of an installed release in a folder of its own, for a test that changes it. */
export function copyOfSlot({ slot, known }: BuiltRelease, folder: string): string {
  const copy = join(folder, known.digest);
  mkdirSync(folder, { recursive: true });
  cpSync(slot, `${copy}.new`, { recursive: true, preserveTimestamps: true });
  renameSync(`${copy}.new`, copy);
  return copy;
}
