import { createHash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { BOARD_PROTOCOL } from "../../../drivers/wheel/sensor-board/lines.ts";
import { calibrationSchema } from "../../../src/dice/calibration/schema.ts";
import { LINE_FORMAT } from "../../../src/record/chain.ts";
import { TAR_END, tarPadding } from "../../../src/record/tar.ts";
import { RECORDING_FORMAT } from "../../../src/recording/entry.ts";
import { DURABLE_FORMAT } from "../../../src/table/kernel/durable/durable.ts";
import { HEAD_FILE_FORMAT } from "../../evidence/log/head-file.ts";
import { FORMATS, NEW_FORMAT, PRUNED_FORMAT } from "../../evidence/log/schema.ts";
import { SEALED_FORMAT } from "../../evidence/log/sealed-format.ts";
import { makeSet } from "../../care/self-examination/examine.ts";
import { SET_FILE, setText } from "../../care/self-examination/release-set.ts";
import { errorText, usageProblem } from "../../problem.ts";
import { CONFIG_FORMAT } from "../../table/config/config.ts";
import { CALIBRATION_FORMAT } from "../../table/wheel/calibration-file.ts";
import { archiveHeader } from "../releases/archive.ts";
import {
  manifestFile,
  manifestText,
  MANIFEST_FORMAT,
  readManifest,
  SBOM_FILE,
  targetFile,
  TARGETS,
  type KnownManifest,
  type Platform,
  type ReleaseManifest,
} from "../releases/manifest.ts";
import { joinModules, WHOLE_PACKAGES } from "./join.ts";
import {
  fetchPackages,
  filesOfPackage,
  licencesOfPackage,
  neededBy,
  packagesOf,
  runtimeFiles,
  runtimePackage,
  type NpmPackage,
} from "./packages.ts";
import { billOfMaterials } from "./sbom.ts";
import { isJoined, ownFiles, SERVED_PACKAGES, startedByServices, type PackedFile } from "./sources.ts";

export interface BuildOptions {
  /** The project, with a slash at its end. */
  readonly root: string;
  readonly platform: Platform;
  /** Where manifest and targets are written. */
  readonly out: string;
  /** It writes what the release before it cannot read. */
  readonly noReturn: boolean;
  /** The folder above a `node_modules` that npm has made for this platform; null: they are fetched. */
  readonly packages: string | null;
  /** Where compressed targets of earlier builds lie, by the hash of what is in them; null: nothing is kept. */
  readonly kept?: string | null;
}

/** The settings of the compression are a part of what makes the same bytes again. */
const LEVEL = 9;
const SETTINGS = {
  [constants.ZSTD_c_compressionLevel]: LEVEL,
  [constants.ZSTD_c_windowLog]: 23,
  [constants.ZSTD_c_checksumFlag]: 1,
};

/**
 * Builds a release: manifest and targets, each named by its hash. The same sources, lock file and Node give the same bytes: nothing
 * asks for the time, the machine or who builds. @throws Problem
 */
export async function buildRelease(options: BuildOptions): Promise<KnownManifest> {
  const { root, platform, out } = options;
  const runtime = runtimePackage(root, platform);
  if (process.version !== `v${runtime.version}`)
    throw usageProblem(
      `a release is built by the Node that is in it, ${runtime.version}; this is ${process.version}`,
    );
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly version: string;
  };
  const files = await collectFiles(options, version);
  mkdirSync(out, { recursive: true });
  const targets: Partial<Record<(typeof TARGETS)[number], { bytes: number; sha256: string }>> = {};
  for (const name of TARGETS)
    targets[name] = await writeTarget(
      options,
      name,
      files.filter(({ target }) => target === name),
    );
  const text = manifestText({
    format: MANIFEST_FORMAT,
    version,
    platform,
    node: runtime.version,
    noReturn: options.noReturn,
    formats: FORMATS_HERE,
    targets: targets as ReleaseManifest["targets"],
    files: files.map(({ path, target, mode, bytes }) => ({
      path,
      target,
      mode,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    })),
  });
  const known = readManifest(text, "the manifest");
  writeFileSync(join(out, manifestFile(known.digest)), text);
  return known;
}

/** Every file of the release, sorted by its path. */
async function collectFiles(options: BuildOptions, version: string): Promise<readonly PackedFile[]> {
  const { root, platform } = options;
  const fetched = options.packages === null ? fetchPackages(root, platform) : null;
  const from = fetched?.folder ?? options.packages ?? root;
  try {
    const runtime = runtimePackage(root, platform);
    const own = ownFiles(root, version, platform);
    const joined = await joinModules(
      own.filter(({ path }) => /\.(?:js|mjs|json)$/.test(path)),
      from,
      startedByServices(root),
    );
    const packages = packagesOf(root, platform);
    const whole = neededBy(root, [...WHOLE_PACKAGES, ...SERVED_PACKAGES]);
    const inFiles = new Set(joined.flatMap((one) => one.packages));
    const ofPackage = (one: NpmPackage): readonly PackedFile[] => {
      if (whole.has(one.path)) return filesOfPackage(from, one, platform);
      return inFiles.has(one.path) ? licencesOfPackage(from, one, platform) : [];
    };
    const files = [
      ...own.filter((file) => !isJoined(file)),
      ...joined.map(({ file }) => file),
      ...packages.flatMap(ofPackage),
      ...runtimeFiles(from, runtime),
      { path: SET_FILE, target: "app", mode: "0644", of: "tirada", bytes: await setOf(root) },
    ] satisfies readonly PackedFile[];
    const sbom = Buffer.from(billOfMaterials(version, packages, runtime, files, joined));
    const all: readonly PackedFile[] = [
      ...files,
      { path: SBOM_FILE, target: "app", mode: "0644", of: "tirada", bytes: sbom },
    ];
    return all.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  } finally {
    fetched?.remove();
  }
}

/** The release's own set of cases. It is worked out by the code of this tree, which is the one that is built. */
async function setOf(root: string): Promise<Buffer> {
  try {
    return Buffer.from(setText(await makeSet(root)));
  } catch (error) {
    throw usageProblem(errorText(error), error);
  }
}

/** Writes the archive of a target under its hash. */
async function writeTarget(
  { out, kept }: BuildOptions,
  name: (typeof TARGETS)[number],
  files: readonly PackedFile[],
): Promise<{ bytes: number; sha256: string }> {
  const fresh = join(out, `.tmp-${name}`);
  const content = createHash("sha256");
  for (const piece of piecesOf(files)) content.update(piece);
  const known = kept == null ? null : join(kept, `${content.digest("hex")}-${LEVEL}`);
  if (known !== null && existsSync(known)) copyFileSync(known, fresh);
  else await compress(files, fresh);
  if (known !== null && !existsSync(known)) {
    mkdirSync(kept ?? "", { recursive: true });
    copyFileSync(fresh, `${known}.${process.pid}`);
    renameSync(`${known}.${process.pid}`, known);
  }
  const bytes = readFileSync(fresh);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  renameSync(fresh, join(out, targetFile(name, sha256)));
  return { bytes: bytes.length, sha256 };
}

async function compress(files: readonly PackedFile[], to: string): Promise<void> {
  rmSync(to, { force: true });
  const fd = openSync(to, "wx", 0o644);
  try {
    const packed = createZstdCompress({ params: SETTINGS });
    await pipeline(Readable.from(piecesOf(files)), packed, async (pieces: AsyncIterable<Uint8Array>) => {
      for await (const piece of pieces)
        for (let done = 0; done < piece.length;) done += writeSync(fd, piece, done);
    });
  } finally {
    closeSync(fd);
  }
}

const PIECE = 1_024 * 1_024;

/** The bytes of an archive before it is compressed. */
function* piecesOf(files: readonly PackedFile[]): Generator<Uint8Array> {
  for (const { path, mode, bytes } of files) {
    yield archiveHeader({ path, mode, bytes: bytes.length });
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    yield new Uint8Array(tarPadding(bytes.length));
  }
  yield new Uint8Array(TAR_END);
}

/** The number at the end of a format's name: `tirada-sealed/1`. */
const numberOf = (name: string): number => Number(name.slice(name.lastIndexOf("/") + 1));

const only = (number: number): ReleaseManifest["formats"]["record"] => ({ reads: [number], writes: [number] });

/** What this release reads and writes, from the code that does so; `formats.test.ts` holds each against what the code accepts. */
export const FORMATS_HERE: ReleaseManifest["formats"] = {
  journal: { reads: [...FORMATS], writes: [NEW_FORMAT, PRUNED_FORMAT] },
  "head-file": only(numberOf(HEAD_FILE_FORMAT)),
  record: { reads: [1, LINE_FORMAT], writes: [LINE_FORMAT] },
  state: { reads: [1, DURABLE_FORMAT], writes: [DURABLE_FORMAT] },
  recording: { reads: [1, RECORDING_FORMAT], writes: [RECORDING_FORMAT] },
  "sealed-recording": only(numberOf(SEALED_FORMAT)),
  configuration: {
    reads: Array.from({ length: CONFIG_FORMAT }, (_, before) => before + 1),
    writes: [CONFIG_FORMAT],
  },
  "wheel-calibration": only(numberOf(CALIBRATION_FORMAT)),
  "dice-calibration": only(calibrationSchema.shape.version.value),
  "board-protocol": only(BOARD_PROTOCOL),
};
