import { z } from "zod";
import { parseJson } from "../../../src/load/json.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { canonical, isCanonical } from "../../../src/record/canonical.ts";
import { ReleaseError } from "./errors.ts";

/**
 * The manifest of a release: what it is, and every file of it by name, length, rights and SHA-256. It is one canonical JSON text
 * (RFC 8785), and the SHA-256 of that text is the release's digest, which every record names (`rel.manifest`). It is in no archive:
 * whoever has the digest on good authority can check all the rest with it.
 */
export const MANIFEST_FORMAT = "tirada-release/1";
/** Its name in an installed release. */
export const MANIFEST_FILE = "release.json";
/** The bill of materials (CycloneDX) in an installed release: a file like any other, which the manifest names. */
export const SBOM_FILE = "sbom.cdx.json";

/** A manifest is no longer than this, bytes. */
export const MANIFEST_BYTES_MAX = 4 * 1_024 * 1_024;
/** Files of a release. */
export const RELEASE_FILES_MAX = 12_000;
/** All files of a release together, bytes. */
export const RELEASE_BYTES_MAX = 256 * 1_024 * 1_024;
/** A target as it is handed over, compressed, bytes. */
export const TARGET_BYTES_MAX = 96 * 1_024 * 1_024;
/** The longest path of a file in a release. */
export const RELEASE_PATH_MAX = 240;

export const PLATFORMS = ["linux-x64", "linux-arm64"] as const;
export type Platform = (typeof PLATFORMS)[number];

/**
 * What a release is handed over in, each an archive named by its hash, so that two releases share what is the same in both:
 * Node alone; the program with its packages; the rulebooks, all editions side by side; the firmware of the boards.
 */
export const TARGETS = ["runtime", "app", "packs", "boards"] as const;
export type TargetName = (typeof TARGETS)[number];

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const length = z.int().min(0).max(RELEASE_BYTES_MAX);

/** A path in a release: parts of letters, digits and `_ @ + . -`, none of which begins with a dot or a dash. */
const PATH = /^[A-Za-z0-9_@][A-Za-z0-9_@+.-]*(?:\/[A-Za-z0-9_@][A-Za-z0-9_@+.-]*)*$/;
/** The longest name and folder that the archive's header holds. */
const NAME_MAX = 100;
const FOLDER_MAX = 155;

/** Whether a file of a release may have this path: nothing in it leads out of the release's folder, and the archive can hold it. */
export function isReleasePath(path: string): boolean {
  return (
    path.length <= RELEASE_PATH_MAX && PATH.test(path) && path !== MANIFEST_FILE && splitPath(path) !== null
  );
}

/** The path as the header of an archive holds it, cut at a slash; null: it is too long. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } | null {
  if (path.length <= NAME_MAX) return { folder: "", name: path };
  const cut = path.indexOf("/", path.length - NAME_MAX - 1);
  return cut < 0 || cut > FOLDER_MAX ? null : { folder: path.slice(0, cut), name: path.slice(cut + 1) };
}

const fileShape = z.strictObject({
  path: z.string().refine(isReleasePath, "is no path of a file in a release"),
  target: z.enum(TARGETS),
  /** 0755 for a program, 0644 for everything else. */
  mode: z.enum(["0644", "0755"]),
  bytes: length,
  sha256: hash,
});

const targetShape = z.strictObject({ bytes: z.int().min(1).max(TARGET_BYTES_MAX), sha256: hash });

const formatNumbers = z.array(z.int().min(0).max(999)).min(1).max(16);
/** The numbers of a format that are read, and those that are written. */
const formatShape = z.strictObject({ reads: formatNumbers, writes: formatNumbers });

/** What a release keeps on a disk or says on a line, whose format has a number. */
export const FORMAT_NAMES = [
  "journal",
  "head-file",
  "record",
  "state",
  "recording",
  "sealed-recording",
  "configuration",
  "wheel-calibration",
  "dice-calibration",
  "board-protocol",
] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

const shape = z.strictObject({
  format: z.literal(MANIFEST_FORMAT),
  version: z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$/),
  platform: z.enum(PLATFORMS),
  /** The version of the Node in `runtime`. */
  node: z.string().regex(/^\d{1,3}\.\d{1,3}\.\d{1,3}$/),
  /** It writes what the release before it cannot read: there is no way back. */
  noReturn: z.boolean(),
  formats: z.strictObject(Object.fromEntries(FORMAT_NAMES.map((name) => [name, formatShape])) as FormatShapes),
  targets: z.strictObject(Object.fromEntries(TARGETS.map((name) => [name, targetShape])) as TargetShapes),
  files: z.array(fileShape).min(1).max(RELEASE_FILES_MAX),
});
type FormatShapes = Readonly<Record<FormatName, typeof formatShape>>;
type TargetShapes = Readonly<Record<TargetName, typeof targetShape>>;

export type ReleaseManifest = z.infer<typeof shape>;
export type ReleaseFile = ReleaseManifest["files"][number];

/** A manifest with the hash that names it. */
export interface KnownManifest {
  readonly manifest: ReleaseManifest;
  /** Hex SHA-256 of its text. */
  readonly digest: string;
}

/** The one text of a manifest. Throws a ReleaseError as {@link readManifest} does. */
export function manifestText(manifest: ReleaseManifest): string {
  const text = canonical(manifest);
  readManifest(text, "the manifest");
  return text;
}

/** Reads a manifest. `where` names it in messages. @throws ReleaseError `manifest` or `duplicate` or `too-large` */
export function readManifest(text: string, where: string): KnownManifest {
  const refuse = (why: string, fault: ReleaseError["fault"] = "manifest"): ReleaseError =>
    new ReleaseError(fault, `${where}: ${why}; take the release again from where it was published`);
  const value = parseJson(text);
  if (value === undefined) throw refuse("is not JSON");
  const parsed = shape.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refuse(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is no manifest of a release"}`);
  }
  if (!isCanonical(text)) throw refuse("is not written in canonical form");
  const manifest = parsed.data;
  const wrong = wrongList(manifest.files);
  if (wrong !== null) throw refuse(wrong.why, wrong.fault);
  return { manifest, digest: sha256Hex(text) };
}

/** What is wrong with a list of files as a whole: its order, a name that is there twice, a file that is a folder too, its length. */
function wrongList(
  files: ReleaseManifest["files"],
): { readonly why: string; readonly fault: ReleaseError["fault"] } | null {
  const paths = new Set<string>();
  const folders = new Set<string>();
  let before = "";
  for (const { path } of files) {
    if (paths.has(path)) return { why: `${path} is named twice`, fault: "duplicate" };
    if (path < before) return { why: `${path} is not in its place`, fault: "manifest" };
    paths.add(path);
    for (const folder of foldersOf(path)) folders.add(folder);
    before = path;
  }
  const both = files.find(({ path }) => folders.has(path));
  if (both !== undefined) return { why: `${both.path} is a file and a folder`, fault: "duplicate" };
  const total = unpackedBytes({ files });
  return total > RELEASE_BYTES_MAX
    ? { why: `its files have ${total} bytes; at most ${RELEASE_BYTES_MAX} are installed`, fault: "too-large" }
    : null;
}

/** The folders that a path lies in, the outermost first. */
export function foldersOf(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** All files of a release together, as they lie on a disk. */
export const unpackedBytes = ({ files }: Pick<ReleaseManifest, "files">): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

/** The files of one target, in the order in which its archive has them. */
export const filesOfTarget = (
  { files }: Pick<ReleaseManifest, "files">,
  name: TargetName,
): readonly ReleaseFile[] => files.filter(({ target }) => target === name);

/** The file of a target beside its manifest. */
export const targetFile = (name: TargetName, sha256: string): string => `${name}-${sha256}.tar.zst`;
/** The file of a manifest that is not installed. */
export const manifestFile = (digest: string): string => `release-${digest}.json`;
