import { z } from "zod";
import { roomFaults, roomsSchema } from "../../../../src/floor/rooms.ts";
import { problemsText } from "../../../../src/rules/yaml.ts";
import { isZone } from "../../../../src/time/day.ts";
import { readTextFile } from "../../../files/read-file.ts";
import { readYamlAs } from "../../../files/yaml-file.ts";
import { orUsageProblem, usageProblem } from "../../../problem.ts";
import { feedsSchema } from "../../../table/config/feeds-config.ts";
import { databaseSchema } from "../store/config.ts";

const CONFIG_LIMIT = 262_144;
const filePath = z.string().min(1).max(300);

/** `http://127.0.0.1:9093`: what is said to it passes over no network. */
function isOnThisMachine(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(parsed.hostname);
}

/** The configuration of a floor's page. Every key is known, every unknown one is an error with its line. */
const schema = z.strictObject({
  listen: z.strictObject({
    host: z.string().min(1).max(100),
    port: z.int().min(0).max(65_535).default(8476),
  }),
  /** PEM: the page's certificate and key (a relay's), the casino's authority and its newest revocation list. */
  certificate: filePath,
  key: filePath,
  authority: filePath,
  revoked: filePath,
  database: databaseSchema,
  /** Where results of all tables go besides (docs/feeds.md); a floor has no winning-number display. Left out: nowhere. */
  feeds: feedsSchema.omit({ numbers: true }).exactOptional(),
  /** Where Alertmanager answers on this machine; left out: the page has no alarms. */
  alarms: z
    .strictObject({
      alertmanager: z.url("must be an address that begins with http://").refine(isOnThisMachine, {
        error:
          "is no address of this machine: write it as http://127.0.0.1:9093, Alertmanager asks nobody who he is",
      }),
    })
    .exactOptional(),
  /** The casino's relay, over which orders go to tables; left out: none go from the page. */
  relay: z
    .url({ protocol: /^https$/, error: "must be an address that begins with https://" })
    .regex(/\/$/, "must end in a slash")
    .exactOptional(),
  /** What the house calls this floor. */
  name: z.string().min(1).max(60).default("tirada"),
  /** Where the casino stands: by whose time its day begins. */
  zone: z
    .string()
    .refine(isZone, { error: 'is no time zone: write it as "Europe/Madrid"' })
    .default("Europe/Madrid"),
  /** The rooms as the house draws them, until somebody draws them on the page; left out: tables stand in rows. */
  rooms: roomsSchema.exactOptional(),
});
export type FloorPageConfig = z.infer<typeof schema>;

/** Reads the configuration of a floor's page. Throws a Problem that says everything that is wrong in one line, each with file and line. */
export function readFloorPageConfig(path: string): FloorPageConfig {
  const text = orUsageProblem(() => readTextFile(path, CONFIG_LIMIT));
  const { data, problemAt } = readYamlAs(text, path, schema);
  const faults = roomFaults(data.rooms ?? []);
  if (faults.length > 0)
    throw usageProblem(problemsText(faults.map((one) => problemAt(["rooms", ...one.path], one.message))));
  return data;
}
