import { z } from "zod";
import { readTextFile } from "../../../files/read-file.ts";
import { readYamlAs } from "../../../files/yaml-file.ts";
import { orUsageProblem } from "../../../problem.ts";
import { databaseSchema } from "../store/config.ts";
import { CASINOS_MAX, FORMER_AUTHORITIES_MAX, RELEASES_MAX } from "./limits.ts";

const CONFIG_LIMIT = 65_536;
const filePath = z.string().min(1).max(300);

/** The configuration of a collector. Every key is known, every unknown one is an error with its line. */
const schema = z.strictObject({
  listen: z.strictObject({
    host: z.string().min(1).max(100),
    port: z.int().min(0).max(65_535).default(8474),
  }),
  /** PEM: the collector's certificate and key, the casino's authority and its newest revocation list. */
  certificate: filePath,
  key: filePath,
  authority: filePath,
  revoked: filePath,
  /** PEM: authorities of before, under which people confirmed tables that still play. */
  formerAuthorities: z.array(filePath).max(FORMER_AUTHORITIES_MAX).exactOptional(),
  database: databaseSchema,
  /** Manifests of the releases whose records are taken; left out: those of every release are. */
  releases: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .max(RELEASES_MAX)
    .exactOptional(),
  /** The collector of the group that this casino is of: what is stored here is brought there, under the group's own certificates. */
  upstream: z
    .strictObject({
      url: z
        .url({ protocol: /^https$/, error: "must be an address that begins with https://" })
        .regex(/\/$/, "must end in a slash"),
      certificate: filePath,
      key: filePath,
      authority: filePath,
      revoked: filePath,
    })
    .exactOptional(),
  /** A group's collector: the casinos whose collectors bring records here, by the names of their certificates, and how the logs of each begin. */
  casinos: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(64),
        logs: z.string().min(2).max(120).regex(/\/$/, "must end in a slash"),
      }),
    )
    .max(CASINOS_MAX)
    .exactOptional(),
});
export type CollectorConfig = z.infer<typeof schema>;

/** Reads the configuration of a collector. Throws a Problem that says everything that is wrong in one line, each with file and line. */
export function readCollectorConfig(path: string): CollectorConfig {
  const text = orUsageProblem(() => readTextFile(path, CONFIG_LIMIT));
  return readYamlAs(text, path, schema).data;
}
