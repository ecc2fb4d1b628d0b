import { z } from "zod";
import { readYaml } from "../../src/rules/yaml.ts";
import { readTextFile } from "../files/read-file.ts";
import type { SafeAddress } from "./server.ts";

/** Where a table's screens are that does not say otherwise. */
export const SAFE_ADDRESS: SafeAddress = { host: "127.0.0.1", port: 8470 };
const CONFIG_LIMIT = 262_144;

/** The one part of a configuration that this page needs; whatever else is wrong with it may be why the table does not start. */
const displaySchema = z.object({
  display: z.object({
    host: z.string().min(1).max(100).default(SAFE_ADDRESS.host),
    port: z.int().min(1).max(65_535).default(SAFE_ADDRESS.port),
  }),
});

/** The address of the screens by the table's configuration, or the usual one where it cannot be read. Throws nothing. */
export function addressOf(path: string): SafeAddress {
  try {
    const yaml = readYaml(readTextFile(path, CONFIG_LIMIT), path);
    const read = yaml.ok ? displaySchema.safeParse(yaml.value) : null;
    return read?.success === true ? read.data.display : SAFE_ADDRESS;
  } catch {
    return SAFE_ADDRESS;
  }
}
