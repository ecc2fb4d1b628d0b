import { z } from "zod";
import { problemWords } from "../../../src/rules/problem-words.ts";
import { usageProblem } from "../../problem.ts";
import { BASE_STATE } from "../releases/base-state.ts";
import { readRegularFile, readTextFile, type FileError } from "../../files/read-file.ts";
import { readYamlAs } from "../../files/yaml-file.ts";
import { ROOT_MAX_BYTES } from "../update/limits.ts";
import { isTableName } from "../update/offer.ts";
import type { TreeTls } from "../update/http-tree.ts";
import { MEMORY_MEGABYTES } from "./trial.ts";

/** Where a table answers its updater, as the services of the package have it. */
export const UPDATE_SOCKET = "/run/tirada/update.sock";

const CONFIG_LIMIT = 65_536;
const PEM_LIMIT = 65_536;
const filePath = z.string().regex(/^\/.{1,300}$/, "must be an absolute path");
const socketPath = z
  .string()
  .regex(/^\/.{1,100}$/, "must be the absolute path of a socket, of at most 101 characters");

/** The configuration of an updater. Every key is known, every unknown one is an error with its line. */
const schema = z.strictObject({
  /** The table's name in the director repository. */
  table: z.string().refine(isTableName, "must be letters, digits and . _ + -"),
  /** Slots, trusted metadata and floor live here. */
  folder: filePath.default("/var/lib/tirada-updater"),
  /** Where the table answers: `update.socket` of its configuration. */
  unit: socketPath.default(UPDATE_SOCKET),
  /** Where `tirada update` is answered. */
  socket: socketPath.default("/run/tirada-updater/updater.sock"),
  /** The roots that came with the unit. */
  roots: z.strictObject({ image: filePath, director: filePath }),
  /** Where releases come from; left out: from folders and sticks alone. */
  repository: z
    .strictObject({
      url: z.string().regex(/^https:\/\/\S{1,300}$/, "must begin with https://"),
      /** PEM files: whom the server must be vouched for by, and by what this unit shows who it is. */
      ca: filePath.optional(),
      certificate: filePath.optional(),
      key: filePath.optional(),
    })
    .optional(),
  /** Where the machine says which base system it has. */
  baseState: filePath.default(BASE_STATE),
  /** Memory that a release on trial may take, MiB. */
  memoryMegabytes: z
    .int()
    .min(MEMORY_MEGABYTES.least)
    .max(MEMORY_MEGABYTES.most)
    .default(MEMORY_MEGABYTES.default),
});
export type UpdaterConfig = z.infer<typeof schema>;

/** Reads the configuration of an updater. Throws a Problem that says everything that is wrong in one line, each with file and line. */
export function readUpdaterConfig(path: string): UpdaterConfig {
  const text = textOf(() => readTextFile(path, CONFIG_LIMIT));
  return readYamlAs(text, path, schema).data;
}

/** The roots that came with the unit. @throws Problem */
export const readRoots = ({ roots }: UpdaterConfig): { readonly image: Buffer; readonly director: Buffer } => ({
  image: textOf(() => readRegularFile(roots.image, ROOT_MAX_BYTES)),
  director: textOf(() => readRegularFile(roots.director, ROOT_MAX_BYTES)),
});

/** The files of TLS, read when they are needed: they are renewed while the updater runs. @throws Problem */
export function readTls({ ca, certificate, key }: NonNullable<UpdaterConfig["repository"]>): TreeTls {
  const read = (path: string | undefined): string | null =>
    path === undefined ? null : textOf(() => readTextFile(path, PEM_LIMIT));
  return { ca: read(ca), cert: read(certificate), key: read(key) };
}

function textOf<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw usageProblem(problemWords("of-updater", { why: (error as FileError).words }), error);
  }
}
