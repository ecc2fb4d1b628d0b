import { z } from "zod";
import { cameraSchema } from "../../../drivers/dice/camera/config.ts";
import { CONFIG_KEYS } from "../../table/config/config.ts";

/**
 * What set-up asks for, by the keys of the configuration that its answers become: a question takes what the configuration takes there. A
 * table that is set up has whole paths.
 */

const { table, zone, people } = CONFIG_KEYS;
const path = z.string().startsWith("/").max(300);
/** Enter: there is none. */
const pathOrNone = z.literal("").or(path);
const { width, height } = cameraSchema.shape;

/** A person of the answers, whose PIN may not be hashed yet. */
export const personSchema = people.unwrap().element.extend({ pin: z.string().max(300) });
export type AnsweredPerson = z.infer<typeof personSchema>;

/** The questions that a key each answers, with the refusal of anything else. */
export const KEYED = {
  log: { schema: table.shape.log, refusal: "log" },
  zone: { schema: zone.unwrap(), refusal: "zone" },
  storage: { schema: path, refusal: "path" },
  second: { schema: pathOrNone, refusal: "path" },
  "witness-ca": { schema: pathOrNone, refusal: "path" },
  "remote-folder": { schema: path, refusal: "path" },
  "camera-size": {
    schema: z
      .string()
      .regex(/^\d{3,4}\D+\d{3,4}$/)
      .transform((said) => said.split(/\D+/).map(Number))
      .transform(([across, down]) => ({ width: across, height: down }))
      .pipe(z.object({ width, height })),
    refusal: "size",
  },
  "camera-path": { schema: path, refusal: "path" },
  "join-authority": { schema: path, refusal: "path" },
  "join-revoked": { schema: path, refusal: "path" },
  "join-image": { schema: pathOrNone, refusal: "path" },
  "join-director": { schema: path, refusal: "path" },
} as const;
