import { z } from "zod";
import { readTextFile } from "../../../files/read-file.ts";
import { readYamlAs } from "../../../files/yaml-file.ts";
import { orUsageProblem } from "../../../problem.ts";
import { databaseSchema } from "../store/config.ts";

const CONFIG_LIMIT = 65_536;
const filePath = z.string().min(1).max(300);

/** The configuration of whoever makes archives: the database, and a machine's own pair (PEM), with which they are signed. */
const schema = z.strictObject({ database: databaseSchema, certificate: filePath, key: filePath });
export type ArchiveConfig = z.infer<typeof schema>;

/** Reads it. Throws a Problem that says everything that is wrong in one line, each with file and line. */
export function readArchiveConfig(path: string): ArchiveConfig {
  const text = orUsageProblem(() => readTextFile(path, CONFIG_LIMIT));
  return readYamlAs(text, path, schema).data;
}
