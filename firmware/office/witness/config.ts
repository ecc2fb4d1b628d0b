import { z } from "zod";
import { sameBytes } from "../../../src/record/bytes.ts";
import { KeyError, parseVkey, type Verifier } from "../../../src/record/keys.ts";
import { problemWords } from "../../../src/rules/problem-words.ts";
import { problemsText } from "../../../src/rules/yaml.ts";
import { usageProblem } from "../../problem.ts";
import { readTextFile, type FileError } from "../../files/read-file.ts";
import { shapedYaml } from "../../files/yaml-file.ts";

/** Larger files are no configuration. */
const CONFIG_LIMIT = 262_144;
/** Logs of one witness. */
export const LOGS_MAX = 1_024;
const filePath = z.string().min(1).max(300);

/** The configuration of a witness. Every key is known, every unknown one is an error with its line. */
const schema = z.strictObject({
  /** The name of its key, e.g. `tirada.example/casino-1/witness`. */
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)+$/, "must look like tirada.example/casino-1/witness")
    .max(120),
  listen: z.strictObject({
    host: z.string().min(1).max(100),
    port: z.int().min(0).max(65_535).default(8471),
  }),
  tls: z.strictObject({
    /** PEM, with the certificates between it and the one that the units trust. */
    certificate: filePath,
    /** PEM. */
    key: filePath,
  }),
  /** Key and database live here; both are made at the first start. */
  folder: filePath,
  /** The verification key that the first start printed. From then on no other key signs, wherever `folder` leads. */
  vkey: z.string().min(1).max(512).exactOptional(),
  /**
   * The verification keys of the tables that it watches, as their technician's pages show them. A table whose key gave way has both,
   * the later one below: once that one has signed, the earlier one is not taken any more.
   */
  logs: z.array(z.string().min(1).max(512)).min(1).max(LOGS_MAX),
});

export type WitnessConfig = Omit<z.infer<typeof schema>, "logs"> & { readonly logs: readonly Verifier[] };

/** Reads the configuration of a witness. Throws a Problem that says everything that is wrong in one line, each with file and line. */
export function readWitnessConfig(path: string): WitnessConfig {
  let text: string;
  try {
    text = readTextFile(path, CONFIG_LIMIT);
  } catch (error) {
    throw usageProblem(problemWords("of-file", { why: (error as FileError).words }), error);
  }
  const { data, problemAt } = shapedYaml(text, path, schema);
  const { name, vkey: own } = data;
  const wrongKey = own === undefined ? null : ownKeyProblem(own, name);
  if (wrongKey !== null) throw usageProblem(problemsText([problemAt(["vkey"], `vkey: ${wrongKey}`)]));
  const known: Verifier[] = [];
  const logs = data.logs.map((vkey, at) => {
    const log = logOf(vkey);
    const wrong = typeof log === "string" ? log : keyProblem(log, name, known);
    if (typeof log === "string" || wrong !== null)
      throw usageProblem(problemsText([problemAt(["logs", at], `logs: ${wrong}`)]));
    known.push(log);
    return log;
  });
  return { ...data, logs };
}

/** What is wrong with a key that is to be the witness's own; null: nothing. */
function ownKeyProblem(vkey: string, name: string): string | null {
  try {
    const key = parseVkey(vkey);
    if (key.use === "note") return `${key.name} is the key of a table, not of a witness`;
    return key.name === name ? null : `it is the key of ${key.name}, and this witness is ${name}`;
  } catch (error) {
    if (error instanceof KeyError) return error.message;
    throw error;
  }
}

/** The key of a log, or what is wrong with it. */
function logOf(vkey: string): Verifier | string {
  try {
    const key = parseVkey(vkey);
    return key.use === "note" ? key : `${key.name} is the key of a witness, not of a table`;
  } catch (error) {
    if (error instanceof KeyError) return error.message;
    throw error;
  }
}

function keyProblem({ name, raw }: Verifier, own: string, known: readonly Verifier[]): string | null {
  if (name === own) return `${name} is there twice; a witness has a name of its own`;
  const same = known.find((key) => sameBytes(key.raw, raw));
  return same === undefined ? null : `the key of ${name} is there twice`;
}
