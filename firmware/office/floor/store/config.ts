import { z } from "zod";
import { readTextFile } from "../../../files/read-file.ts";
import { readYamlAs } from "../../../files/yaml-file.ts";
import { orUsageProblem } from "../../../problem.ts";

const CONFIG_LIMIT = 65_536;
const filePath = z.string().min(1).max(300);

/** How a program of the office reaches the store: the section `database` of its configuration. */
export const databaseSchema = z.strictObject({
  /** Name or address of the database's machine, or the folder of its Unix socket. */
  host: z.string().min(1).max(200),
  port: z.int().min(1).max(65_535).default(5_432),
  database: z.string().min(1).max(63),
  user: z.string().min(1).max(63),
  /** PEM; needed where the way leads over a network. */
  tls: z.strictObject({ authority: filePath, certificate: filePath, key: filePath }).exactOptional(),
});

/** The configuration of a program that needs the store alone. */
const schema = z.strictObject({ database: databaseSchema });

/** Reads it. Throws a Problem that says everything that is wrong in one line, each with file and line. */
export function readStoreConfig(path: string): z.infer<typeof schema> {
  const text = orUsageProblem(() => readTextFile(path, CONFIG_LIMIT));
  return readYamlAs(text, path, schema).data;
}
