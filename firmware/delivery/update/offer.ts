import { isDeepStrictEqual } from "node:util";
import { BASE_KIND } from "../releases/base-state.ts";
import { BASE_MAX_BYTES } from "./limits.ts";
import { UpdateRefusal } from "./refusal.ts";
import { hashProblem, type TargetFile } from "./tuf-library.ts";

/** A file of a release, named alike by both repositories. */
export interface OfferedTarget {
  /** Path of the target in the image repository. */
  readonly name: string;
  /** The last part of it: the file's own name. */
  readonly file: string;
  readonly length: number;
  /** Hex. */
  readonly sha256: string;
  /** What those who signed it say of it. */
  readonly custom: Readonly<Record<string, unknown>>;
}

/** What a table is to run. */
export interface Offer {
  readonly release: number;
  readonly targets: readonly OfferedTarget[];
}

/** A base system that a table's machine is to have: one bundle. */
export interface OfferedBase extends OfferedTarget {
  /** Its number in the repositories: of its own, and only growing. */
  readonly number: number;
  readonly kind: string;
  readonly version: string;
}

type Targets = Readonly<Record<string, TargetFile>>;

/** Names of tables and files that neither a shell nor a path can take for something else. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,199}(?:\/[A-Za-z0-9][A-Za-z0-9._+-]{0,199}){0,7}$/;

/** What the director names for bases lies here: below a table's own name an updater of before would take it for a release. */
export const BASES = "bases";

/** Whether a table may have this name: one part, so that no table's files lie below another's. */
export const isTableName = (name: string): boolean => isSafeName(name) && !name.includes("/") && name !== BASES;

/** Whether a target may have this name: parts of letters, digits and `. _ + -` between slashes. */
export const isSafeName = (name: string): boolean => NAME.test(name);

/**
 * What the director names below `<table>/`, held against the image repository: each file with the same length, the same SHA-256
 * and the same number of its release. Null: nothing. Throws an UpdateRefusal.
 */
export function offerOf(table: string, image: Targets, director: Targets): Offer | null {
  if (!isTableName(table)) throw new UpdateRefusal("unsafe-name", JSON.stringify(table).slice(0, 200));
  const prefix = `${table}/`;
  const names = Object.keys(director)
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
    .sort();
  const targets = names.map((name) => agreedTarget(name, image[name], director[`${prefix}${name}`]));
  const releases = [...new Set(targets.map(({ custom }) => custom["release"] as number))];
  const [release] = releases;
  if (release === undefined) return null;
  if (releases.length > 1)
    throw new UpdateRefusal("two-releases", `director: ${table}`, releases.sort((a, b) => a - b).join(", "));
  return { release, targets };
}

/** What the director names below `bases/<table>/`, held against the image repository in the same way. Null: nothing. Throws an UpdateRefusal. */
export function baseOfferOf(table: string, image: Targets, director: Targets): OfferedBase | null {
  const prefix = `${BASES}/${table}/`;
  const names = Object.keys(director).filter((path) => path.startsWith(prefix));
  const [path] = names;
  if (path === undefined) return null;
  if (names.length > 1) throw new UpdateRefusal("two-bases", `director: ${table}`, `${names.length} files`);
  const name = path.slice(prefix.length);
  const target = agreedTarget(name, image[name], director[path], "base");
  const { base, kind, version } = target.custom;
  if (typeof kind !== "string" || !BASE_KIND.test(kind) || typeof version !== "string" || version.length > 64)
    throw new UpdateRefusal("malformed", `image: ${name}`, "no kind or version of a base system");
  if (target.length > BASE_MAX_BYTES)
    throw new UpdateRefusal("too-large", name, `${target.length} bytes; ${BASE_MAX_BYTES} at the most`);
  return { ...target, number: base as number, kind, version };
}

function agreedTarget(
  name: string,
  image: TargetFile | undefined,
  director: TargetFile | undefined,
  numberedBy: "release" | "base" = "release",
): OfferedTarget {
  if (!isSafeName(name)) throw new UpdateRefusal("unsafe-name", JSON.stringify(name).slice(0, 200));
  if (image === undefined || director === undefined) throw new UpdateRefusal("not-in-image", name);
  const { length, hashes, custom } = image;
  const sha256 = hashes["sha256"] ?? "";
  const number = custom[numberedBy];
  if (!/^[0-9a-f]{64}$/.test(sha256) || !Number.isSafeInteger(length) || !Number.isSafeInteger(number))
    throw new UpdateRefusal("malformed", `image: ${name}`, `no SHA-256, length or number of a ${numberedBy}`);
  const problem = hashProblem(image);
  if (problem !== null) throw new UpdateRefusal("malformed", `image: ${name}`, problem);
  if (
    director.length !== length ||
    !isDeepStrictEqual(director.hashes, hashes) ||
    director.custom[numberedBy] !== number
  )
    throw new UpdateRefusal("repositories-differ", name);
  return { name, file: name.slice(name.lastIndexOf("/") + 1), length, sha256, custom };
}
