import { isDeepStrictEqual } from "node:util";
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

type Targets = Readonly<Record<string, TargetFile>>;

/** Names of tables and files that neither a shell nor a path can take for something else. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,199}(?:\/[A-Za-z0-9][A-Za-z0-9._+-]{0,199}){0,7}$/;

/** Whether a table may have this name: one part, so that no table's files lie below another's. */
export const isTableName = (name: string): boolean => isSafeName(name) && !name.includes("/");

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

function agreedTarget(name: string, image?: TargetFile, director?: TargetFile): OfferedTarget {
  if (!isSafeName(name)) throw new UpdateRefusal("unsafe-name", JSON.stringify(name).slice(0, 200));
  if (image === undefined || director === undefined) throw new UpdateRefusal("not-in-image", name);
  const { length, hashes, custom } = image;
  const sha256 = hashes["sha256"] ?? "";
  const { release } = custom;
  if (!/^[0-9a-f]{64}$/.test(sha256) || !Number.isSafeInteger(length) || !Number.isSafeInteger(release))
    throw new UpdateRefusal("malformed", `image: ${name}`, "no SHA-256, length or number of a release");
  const problem = hashProblem(image);
  if (problem !== null) throw new UpdateRefusal("malformed", `image: ${name}`, problem);
  if (
    director.length !== length ||
    !isDeepStrictEqual(director.hashes, hashes) ||
    director.custom["release"] !== release
  )
    throw new UpdateRefusal("repositories-differ", name);
  return { name, file: name.slice(name.lastIndexOf("/") + 1), length, sha256, custom };
}
