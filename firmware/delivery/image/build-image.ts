import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { errorText, usageProblem } from "../../problem.ts";

/** The machines that images are made for. */
export const IMAGES = ["pc", "pi4"] as const;
export type ImageKind = (typeof IMAGES)[number];

/** Debian's name of each one's processor, as it stands in the name of a package. */
export const ARCHITECTURE_OF = { pc: "amd64", pi4: "arm64" } as const satisfies Record<ImageKind, string>;

/** What builds an image, by the package of Debian that brings it. */
const TOOLS = {
  mmdebstrap: "mmdebstrap",
  mksquashfs: "squashfs-tools",
  sfdisk: "fdisk",
  "mkfs.vfat": "dosfstools",
  mcopy: "mtools",
  mke2fs: "e2fsprogs",
  rauc: "rauc",
} as const;

/** Runs programs of the processor that an image is for, by Debian's name of it; the kernel knows it under this name. */
const EMULATOR = { amd64: "qemu-x86_64", arm64: "qemu-aarch64" } as const;
const OF_HERE: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

export interface ImageOptions {
  readonly kind: ImageKind;
  /** The unit's package for that processor. */
  readonly package: string;
  /** Certificates (PEM) of those who may sign a base system for this image. */
  readonly keyring: string;
  /** Who signs this base system, as a bundle for units that run an older one; null: no bundle is made. */
  readonly signer: { readonly certificate: string; readonly key: string } | null;
  readonly version: string;
  /** Folder for what is made. */
  readonly out: string;
  /** Every file of the root is of this second since 1970. */
  readonly epoch: number;
}

/** What was made: paths and sizes in bytes. */
export interface BuiltImage {
  readonly image: string;
  readonly bytes: number;
  /** Name, version and architecture of every package of Debian in it, a line each. */
  readonly packages: string;
  readonly bundle: string | null;
}

/**
 * Builds the disk image of a unit, and a RAUC bundle of its root for units that run an older one. Needs root, Debian's tools and the
 * network to Debian's mirror (TIRADA_DEBIAN). Takes some minutes, half an hour for a processor that must be
 * emulated, and 4 GB of the temporary folder. @throws Problem
 */
export function buildImage(options: ImageOptions): BuiltImage {
  const { kind, version, out, epoch } = options;
  requireTools();
  requireProcessor(kind);
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), "tirada-image-"));
  try {
    const env = { SOURCE_DATE_EPOCH: String(epoch) };
    run("make-root.sh", [kind, options.package, options.keyring, work], env);
    const name = `tirada_${version}_${kind}`;
    const image = join(out, `${name}.img`);
    run(`make-disk-${kind}.sh`, [work, image], env);
    const packages = join(out, `${name}.packages.txt`);
    copyFileSync(join(work, "packages.txt"), packages);
    const { signer } = options;
    const bundle = signer === null ? null : join(out, `${name}.raucb`);
    if (signer !== null && bundle !== null)
      run("make-bundle.sh", [kind, work, version, signer.certificate, signer.key, bundle], env);
    return { image, bytes: statSync(image).size, packages, bundle };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function requireTools(): void {
  if (process.getuid?.() !== 0) throw usageProblem("an image is made by root: sudo npm run image -- …");
  const missing = Object.entries(TOOLS).filter(([tool]) => !isThere(tool));
  if (missing.length > 0)
    throw usageProblem(
      `an image needs ${missing.map(([tool]) => tool).join(", ")}: apt install ${missing.map(([, from]) => from).join(" ")}`,
    );
}

/** A root of another processor is made by its own programs. */
function requireProcessor(kind: ImageKind): void {
  const wanted = ARCHITECTURE_OF[kind];
  if (OF_HERE[process.arch] === wanted || existsSync(`/proc/sys/fs/binfmt_misc/${EMULATOR[wanted]}`)) return;
  throw usageProblem(
    `an image for ${kind} needs a machine that runs programs for ${wanted}: apt install qemu-user-static binfmt-support`,
  );
}

function isThere(tool: string): boolean {
  try {
    execFileSync("sh", ["-c", 'command -v "$1"', "sh", tool], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function run(script: string, given: readonly string[], env: Readonly<Record<string, string>>): void {
  const path = fileURLToPath(new URL(script, import.meta.url));
  try {
    execFileSync("sh", [path, ...given], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "pipe"],
      maxBuffer: 64 * 1_048_576,
    });
  } catch (error) {
    const [why = ""] = errorText(error).trimEnd().split("\n").slice(-1);
    throw usageProblem(`${script} ended with: ${why}`, error);
  }
}

/** The version that a package's file is named by. @throws Problem */
export function versionOfPackage(file: string, kind: ImageKind): string {
  const wanted = ARCHITECTURE_OF[kind];
  const field = (name: string): string => {
    try {
      return execFileSync("dpkg-deb", ["--field", file, name], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
    } catch (error) {
      throw usageProblem(`${file} is no package of Debian's`, error);
    }
  };
  if (field("Package") !== "tirada") throw usageProblem(`${file} is not the package of a unit`);
  if (field("Architecture") !== wanted)
    throw usageProblem(`${file} is for ${field("Architecture")}: an image for ${kind} takes one for ${wanted}`);
  return field("Version");
}

/** A file of certificates. @throws Problem */
export function requireCertificates(path: string): void {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw usageProblem(`${path} cannot be read`, error);
  }
  if (!text.includes("-----BEGIN CERTIFICATE-----"))
    throw usageProblem(`${path} holds no certificate in PEM: who may sign a base system must be said`);
  if (text.includes("PRIVATE KEY"))
    throw usageProblem(`${path} holds a private key, which no machine may carry: give the certificates alone`);
}
