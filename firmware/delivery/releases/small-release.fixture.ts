import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { canonical } from "../../../src/record/canonical.ts";
import { TAR_END, tarPadding } from "../../../src/record/tar.ts";
import { archiveHeader } from "./archive.ts";
import {
  FORMAT_NAMES,
  MANIFEST_FORMAT,
  manifestFile,
  readManifest,
  targetFile,
  TARGETS,
  type KnownManifest,
  type ReleaseFile,
  type ReleaseManifest,
  type TargetName,
} from "./manifest.ts";

/** A release of a few small files, whose every byte a test may choose. */
export interface SmallFile extends Pick<ReleaseFile, "path" | "target" | "mode"> {
  readonly text: string;
}

export const SMALL_FILES: readonly SmallFile[] = [
  { path: "bin/tirada.mjs", target: "app", mode: "0644", text: "process.exit(0);\n" },
  { path: "firmware/boards/wheel/image/wheel.hex", target: "boards", mode: "0644", text: ":00000001FF\n" },
  { path: "firmware/empty.js", target: "app", mode: "0644", text: "" },
  { path: "runtime/bin/node", target: "runtime", mode: "0755", text: "#!/bin/sh\n" },
  { path: "src/rules/data/cl/a.yaml", target: "packs", mode: "0644", text: "a: 1\n" },
];

/** A file of the app with one letter in it, but for what is given. */
export const smallFile = (file: Partial<SmallFile>): SmallFile => ({
  path: "a",
  target: "app",
  mode: "0644",
  text: "a",
  ...file,
});

const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

export const fileOf = ({ path, target, mode, text }: SmallFile): ReleaseFile => ({
  path,
  target,
  mode,
  bytes: Buffer.byteLength(text),
  sha256: sha256(text),
});

/** The archive of files before it is compressed. */
export function smallArchive(files: readonly SmallFile[]): Buffer {
  const parts = files.flatMap((file) => {
    const bytes = Buffer.from(file.text);
    return [archiveHeader(fileOf(file)), bytes, new Uint8Array(tarPadding(bytes.length))];
  });
  return Buffer.concat([...parts, new Uint8Array(TAR_END)]);
}

export interface SmallOptions {
  /** What the manifest names. */
  readonly files?: readonly SmallFile[];
  /** The archives before they are compressed; the others are made of the manifest's files. */
  readonly archives?: Partial<Record<TargetName, Buffer>>;
  readonly change?: (manifest: ReleaseManifest) => unknown;
}

/** Writes a release as it is handed over, and gives what its manifest says. `change` may make a manifest that nobody would sign. */
export function writeSmallRelease(
  folder: string,
  { files = SMALL_FILES, archives = {}, change }: SmallOptions = {},
): KnownManifest {
  const text = smallManifest(folder, files, archives, change);
  const known = readManifest(text, "the manifest");
  writeFileSync(join(folder, manifestFile(known.digest)), text);
  return known;
}

/** The text of a manifest whose targets lie in the folder. */
export function smallManifest(
  folder: string,
  files: readonly SmallFile[],
  archives: SmallOptions["archives"] = {},
  change: SmallOptions["change"] = (manifest) => manifest,
): string {
  mkdirSync(folder, { recursive: true });
  const targets = Object.fromEntries(
    TARGETS.map((name) => {
      const archive = archives[name] ?? smallArchive(files.filter(({ target }) => target === name));
      const packed = zstdCompressSync(archive);
      writeFileSync(join(folder, targetFile(name, sha256(packed))), packed);
      return [name, { bytes: packed.length, sha256: sha256(packed) }];
    }),
  );
  return canonical(
    change({
      format: MANIFEST_FORMAT,
      version: "1.2.3",
      platform: "linux-x64",
      node: "24.21.0",
      noReturn: false,
      formats: Object.fromEntries(
        FORMAT_NAMES.map((name) => [name, { reads: [1], writes: [1] }]),
      ) as ReleaseManifest["formats"],
      targets: targets as ReleaseManifest["targets"],
      files: files.map(fileOf),
    }),
  );
}
