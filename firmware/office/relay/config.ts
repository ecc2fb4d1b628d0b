import { z } from "zod";
import { orUsageProblem } from "../../problem.ts";
import { readTextFile } from "../../files/read-file.ts";
import { shapedYaml } from "../../files/yaml-file.ts";

const CONFIG_LIMIT = 65_536;
const filePath = z.string().min(1).max(300);

/** The configuration of a relay. Every key is known, every unknown one is an error with its line. */
const schema = z.strictObject({
  listen: z.strictObject({
    host: z.string().min(1).max(100),
    port: z.int().min(0).max(65_535).default(8473),
  }),
  /** PEM: the relay's certificate and key, the casino's authority and its newest revocation list. */
  certificate: filePath,
  key: filePath,
  authority: filePath,
  revoked: filePath,
  /** Orders and answers live here. */
  folder: filePath,
  /** The tree of both repositories, which is served as it is; left out: none is. */
  tree: filePath.exactOptional(),
});
export type RelayConfig = z.infer<typeof schema>;

/** Reads the configuration of a relay. Throws a Problem that says everything that is wrong in one line, each with file and line. */
export function readRelayConfig(path: string): RelayConfig {
  const text = orUsageProblem(() => readTextFile(path, CONFIG_LIMIT));
  return shapedYaml(text, path, schema).data;
}
