import { z } from "zod";
import { readTextFile } from "../../../files/read-file.ts";
import { readYamlAs } from "../../../files/yaml-file.ts";
import { orUsageProblem } from "../../../problem.ts";
import { databaseSchema } from "../store/config.ts";

const CONFIG_LIMIT = 65_536;
const filePath = z.string().min(1).max(300);

/** What of a floor is looked at from one machine; `tirada floor init` writes it. */
const schema = z
  .strictObject({
    /** As the floor calls this machine. */
    machine: z.string().min(1).max(64),
    /** The database, as each role that this machine has: tirada_collector, tirada_page, tirada_check. */
    databases: z.array(databaseSchema).min(1).max(4).exactOptional(),
    /** How many other databases must have what is answered, where there are several. */
    standbys: z.int().min(1).max(8).exactOptional(),
    /** PEM: the pair that the collectors and the page are asked with, the casino's authority and its list. */
    certificate: filePath.exactOptional(),
    key: filePath.exactOptional(),
    authority: filePath.exactOptional(),
    revoked: filePath.exactOptional(),
    /** Collectors and page. */
    servers: z
      .array(
        z
          .url({ protocol: /^https$/, error: "must be an address that begins with https://" })
          .regex(/\/$/, "must end in a slash"),
      )
      .min(1)
      .max(64)
      .exactOptional(),
    /** The stanza of pgBackRest. */
    backup: z.strictObject({ stanza: z.string().regex(/^[a-z0-9-]{1,32}$/) }).exactOptional(),
    /** Prometheus, and the file of the rules that it must have. */
    prometheus: z
      .strictObject({
        url: z
          .url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://" })
          .regex(/\/$/, "must end in a slash"),
        rules: filePath,
      })
      .exactOptional(),
    /** Folders whose disks must have room. */
    folders: z.array(filePath).max(8).exactOptional(),
  })
  .refine(
    ({ servers, certificate, key, authority, revoked }) =>
      servers === undefined || [certificate, key, authority, revoked].every((file) => file !== undefined),
    { error: "need certificate, key, authority and revoked beside them", path: ["servers"] },
  );
export type FloorCheckConfig = z.infer<typeof schema>;

/** Reads what is to be looked at. Throws a Problem that says everything that is wrong in one line, each with file and line. */
export function readFloorCheckConfig(path: string): FloorCheckConfig {
  const text = orUsageProblem(() => readTextFile(path, CONFIG_LIMIT));
  return readYamlAs(text, path, schema).data;
}
