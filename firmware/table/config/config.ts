import { NAME_MAX, nameFault } from "../../../src/people/names.ts";
import { z } from "zod";
import { BETS_SECONDS, LATE_MINUTES_MAX } from "../../../src/rules/pack.ts";
import { VISIT_RULES, ROLES } from "../../../src/people/roles.ts";
import { problemWords, schemaWords } from "../../../src/rules/problem-words.ts";
import { shapeProblems } from "../../../src/rules/shape.ts";
import { readYaml, type Path, type Problem, type YamlReading } from "../../../src/rules/yaml.ts";
import { sameBytes } from "../../../src/record/bytes.ts";
import { parseVkey, type Verifier } from "../../../src/record/keys.ts";
import { MAX_LOG_NAME } from "../../../src/record/chain.ts";
import { logInMode, modeOfLog, type Mode } from "../../../src/record/mode.ts";
import { isZone } from "../../../src/time/day.ts";
import { inEveryLanguage } from "../../../src/text/every-language.ts";
import { LANGUAGES, type Text } from "../../../src/text/language.ts";
import { compositionsSchema } from "./compositions.ts";
import { CONFIG_SECTIONS, withinLimits } from "./device-keys.ts";
import type { BallsConfig } from "./balls-config.ts";
import type { DiceConfig } from "./dice-config.ts";
import { feedsSchema } from "./feeds-config.ts";
import { floorSchema } from "./floor-config.ts";
import { houseSchema } from "./house-config.ts";
import { phoneSchema } from "./phone-config.ts";
import { screenChoicesShape } from "./screen-choices.ts";
import type { ShoeConfig } from "./shoe-config.ts";
import type { WheelConfig } from "./wheel-config.ts";
import { cosignerKey, witnessSchema } from "./witness-config.ts";

export type { DiceConfig, DiceDeviceConfig, EyeConfig } from "./dice-config.ts";

export type { ShoeConfig } from "./shoe-config.ts";
export type { WheelConfig } from "./wheel-config.ts";
export type { WitnessKeys } from "./witness-config.ts";

/** One recording segment, and all segments together. */
export const SEGMENT_MEGABYTES = { least: 1, most: 64, default: 8 } as const;
export const EPOCH_RECORDS = { least: 64, most: 262_144, default: 16_384 } as const;
/** Days of the records themselves: what inspectors may ask for reaches back half a year. */
export const EVENT_DAYS = { least: 180, most: 3_650 } as const;
export const INSPECTORS_MAX = 8;
export const RECORDING_DAYS = { least: 1, most: 3_650, default: 0 } as const;
export const RECORDING_MEGABYTES = { least: 16, most: 65_536, default: 1_024 } as const;

/**
 * Formats of configurations. A key that the release before does not know takes the next number, and a file that has the key says the
 * number: so a release knows a file that was written for a later one. A file that says none is of format 1. Each row has the keys that came
 * with the format after that of the row above.
 */
const NEW_KEYS: readonly (readonly string[])[] = [
  ["update", "remote"],
  ["zone", "witness.whenForked"],
  [
    "display.house",
    "display.compositions",
    "display.phone",
    "display.languages",
    "display.motion",
    "display.staffSounds",
    "table.betsSeconds",
    "floor",
    "feeds",
  ],
  ["approved"],
  // Keys of the next format: a row more.
];
/** The format of the first row. */
const FIRST_NEW_FORMAT = 2;
/** The newest format, which this release writes. */
export const CONFIG_FORMAT = FIRST_NEW_FORMAT + NEW_KEYS.length - 1;
/** Hours for which the screens say that a release waits, before it is switched to. */
export const NOTICE_HOURS = { least: 0, most: 720, default: 72 } as const;

/** A relay is asked once in so many seconds. */
export const RELAY_SECONDS = { least: 1, most: 3_600, default: 60 } as const;
const LOG = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)+$/;
const RULEBOOK = /^[a-z-]+\/[a-z0-9-]+(?:@\d{4}-\d{2})?$/;
const WINDOW = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/;
const filePath = z.string().min(1).max(300);

/**
 * The configuration of one table. Every key is known, every unknown one is an error with its line: a misspelt key
 * that is silently ignored is how a table runs for a year under the wrong rule.
 */
const TABLE_SHAPE = {
  /** Left out: 1. */
  format: z.int().min(1).max(CONFIG_FORMAT).optional(),
  table: z.strictObject({
    /** Name on the screens. */
    name: z
      .string()
      .min(1)
      .max(NAME_MAX)
      .refine((name) => nameFault(name) !== "unseen", schemaWords("name-unseen")),
    /** Name of the evidence log, e.g. `tirada.example/casino-1/table-07`. */
    log: z
      .string()
      .refine((log) => LOG.test(log), schemaWords("log"))
      .max(MAX_LOG_NAME),
    /** `cl/ruleta-francesa`, the edition in force at the start; `cl/ruleta-francesa@2023-03`, that one: see `tirada rules list`. */
    rulebook: z.string().refine((name) => RULEBOOK.test(name), schemaWords("rulebook")),
    /** Readings of the law that the house has adopted, by rule id. */
    houseRules: z.array(z.string().max(100)).max(32).default([]),
    /** For how many minutes a round may be judged anew where the law sets no time; left out: 60. */
    lateVerdictMinutes: z.int().min(1).max(LATE_MINUTES_MAX).optional(),
    /** The house counts down so many seconds for bets (docs/technician/screens.md); it closes nothing. Left out: it does not. */
    betsSeconds: z.int().min(BETS_SECONDS.least).max(BETS_SECONDS.most).optional(),
    languages: z.array(z.enum(LANGUAGES)).min(1).max(LANGUAGES.length).default(["es", "en"]),
    /** False: the jefe de mesa opens the table by key. */
    openAtStart: z.boolean().default(false),
  }),
};
const REST_SHAPE = {
  /** Where the table stands: by this zone the law's days begin, and `update.window` counts. Left out: that of the jurisdiction. */
  zone: z.string().max(64).refine(isZone, schemaWords("zone")).optional(),
  /** The table panel (docs/devices/panel.md); left out: the table has none. */
  panel: z
    .strictObject({
      /** The port's stable name, e.g. `/dev/serial/by-id/usb-Arduino_…`. */
      path: z.string().min(1).max(300),
      /** What the panel's firmware speaks. */
      baud: z.literal(57600).default(57600),
    })
    .optional(),
  /** The devices that may stand here, as the approval has them; under any other one nothing is certified. Left out: any may. */
  approved: z
    .array(
      z.strictObject({
        /** As its section names it: `tirada-shoe`. */
        device: z.string().min(1).max(40),
        /** Its own number; left out: any. */
        number: z.string().min(1).max(80).optional(),
        /** Its firmware is one of these; left out: any. */
        firmware: z.array(z.string().min(1).max(80)).min(1).max(20).optional(),
      }),
    )
    .min(1)
    .max(50)
    .optional(),
  display: z
    .strictObject({
      host: z.string().min(1).max(100).default("127.0.0.1"),
      port: z.int().min(0).max(65_535).default(8470),
      /** True: figures for a monitor at `/metrics`; left out: there are none. */
      metrics: z.boolean().optional(),
      /** The house's name, colours, pictures, limits and hours (docs/technician/house.md); left out: the screens are in plain dress. */
      house: houseSchema.optional(),
      /** Pages with several screens in a grid, by name (docs/technician/screens.md); left out: there are none. */
      compositions: compositionsSchema.optional(),
      /** The page that players' phones open by the code on the display; left out: there is none, and the code is the certificate itself. */
      phone: phoneSchema.optional(),
      ...screenChoicesShape,
    })
    .default({ host: "127.0.0.1", port: 8470 }),
  /** Who may sign in on the control page; `tirada pin` makes the `pin` value. */
  people: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(NAME_MAX),
        role: z.enum(ROLES),
        pin: z.string().min(1).max(300),
      }),
    )
    .max(100)
    .default([]),
  storage: z.strictObject({
    /** Journal, key and recordings live here. */
    folder: z.string().min(1).max(300),
    /** A recording segment is closed at this size. */
    segmentMegabytes: withinLimits(SEGMENT_MEGABYTES),
    /** All segments together; the oldest go first. */
    recordingMegabytes: withinLimits(RECORDING_MEGABYTES),
    /** Recordings and pictures of so many days are kept, however many bytes they have; left out: bytes alone decide. */
    recordingDays: z.int().min(RECORDING_DAYS.least).max(RECORDING_DAYS.most).optional(),
    /** So many records make an epoch of the journal, a file of its own; left out: 16,384. A start reads so many at the most. */
    epochRecords: z.int().min(EPOCH_RECORDS.least).max(EPOCH_RECORDS.most).optional(),
    /**
     * Records that somebody else confirmed are kept for so many days more, and then pruned; left out: for ever. Who confirms is the
     * witness, and the inspectors below.
     */
    eventDays: z.int().min(EVENT_DAYS.least).max(EVENT_DAYS.most).optional(),
    /** Verification keys of inspectors whose receipts confirm an export, as `tirada receipt` prints them. */
    inspectors: z.array(cosignerKey).max(INSPECTORS_MAX).optional(),
    /** A second copy of the evidence, without the key; left out: there is none. */
    second: z
      .strictObject({
        /** On another disk than `folder`. */
        folder: z.string().min(1).max(300),
        /** True: what is shown is in both copies. */
        required: z.boolean().default(true),
        /** While it is lost nothing is certified, or the table plays on. */
        whenLost: z.enum(["stop", "play"]).default("stop"),
      })
      .optional(),
  }),
  /** Who vouches for the time of day; left out: nothing does, and every record has `clock: unsynced`. */
  clock: z
    .strictObject({
      service: z.enum(["none", "chrony", "timesyncd"]).default("none"),
      /** A clock with a battery is fitted, as `/dev/rtc0`. */
      rtc: z.boolean().default(false),
    })
    .optional(),
  /** Who cosigns the checkpoints of the journal (docs/witness.md); left out: nobody does. */
  witness: witnessSchema.optional(),
  /** How releases come to this table (docs/technician/updating.md); left out: by hand. */
  update: z
    .strictObject({
      /** Where the updater asks, in a folder that only it and the table may enter. */
      socket: z.string().refine((path) => /^\/.{1,100}$/.test(path), schemaWords("socket")),
      noticeHours: z.int().min(NOTICE_HOURS.least).max(NOTICE_HOURS.most).default(NOTICE_HOURS.default),
      /** Hours of the day, in local time, in which an open table may be restarted between rounds; left out: only a closed one. */
      window: z
        .string()
        .refine((hours) => WINDOW.test(hours), schemaWords("window"))
        .optional(),
    })
    .optional(),
  /** Who looks and orders from afar (docs/technician/from-afar.md); left out: nobody can. */
  remote: z
    .strictObject({
      /** PEM: the unit's certificate, and its key. */
      certificate: filePath,
      key: filePath,
      /** PEM: the casino's authority, and its newest revocation list. */
      authority: filePath,
      revoked: filePath,
      /** The technician's server; left out: there is none. */
      server: z
        .strictObject({
          host: z.string().min(1).max(100).default("127.0.0.1"),
          port: z.int().min(0).max(65_535).default(8472),
        })
        .exactOptional(),
      /** Who may look over the server; left out: `open`. */
      visits: z.enum(VISIT_RULES).exactOptional(),
      /** The casino's relay (docs/remote.md), which is asked for orders; left out: none is. */
      relay: z
        .strictObject({
          url: z
            .string()
            .max(300)
            .refine(
              (url) => URL.canParse(url) && new URL(url).protocol === "https:",
              schemaWords("https", { like: "https://relay:8473/" }),
            )
            .transform((url) => (url.endsWith("/") ? url : `${url}/`)),
          everySeconds: z.int().min(RELAY_SECONDS.least).max(RELAY_SECONDS.most).default(RELAY_SECONDS.default),
        })
        .exactOptional(),
      /** Socket of the updater of this machine. */
      updater: filePath.default("/run/tirada-updater/updater.sock"),
      /** Where exports go that somebody ordered; left out: nothing is exported by order. */
      exports: filePath.exactOptional(),
    })
    .optional(),
  /** The casino's floor, to which the records go as they are made (docs/technician/floor.md); it needs `remote`. Left out: they go nowhere. */
  floor: floorSchema.optional(),
  /** Where results go besides (docs/feeds.md); left out: nowhere. */
  feeds: feedsSchema.optional(),
  /** True on the bench: every screen says so. */
  test: z.boolean().default(false),
};

/** The keys of every table, each with what it may be; what a family's devices are is a section beside them. */
export const CONFIG_KEYS = { ...TABLE_SHAPE, ...REST_SHAPE };

type Common = z.infer<z.ZodObject<typeof TABLE_SHAPE & typeof REST_SHAPE, z.core.$strict>>;
/** The devices that a table has not. */
type Without<Keys extends string> = { readonly [Key in Keys]?: undefined };

/** A table of a wheel. */
export type WheelTableConfig = Common & { readonly wheel: WheelConfig } & Without<"shoe" | "dice" | "balls">;
/** A table of cards. */
export type CardTableConfig = Common & { readonly shoe: ShoeConfig } & Without<"wheel" | "dice" | "balls">;
/** A table of dice. */
export type DiceTableConfig = Common & { readonly dice: DiceConfig } & Without<"wheel" | "shoe" | "balls">;
/** A table of balls. */
export type BallsTableConfig = Common & { readonly balls: BallsConfig } & Without<"wheel" | "shoe" | "dice">;
export type Config = WheelTableConfig | CardTableConfig | DiceTableConfig | BallsTableConfig;

/** Whether this table's records count. */
export const modeOf = ({ test }: Pick<Common, "test">): Mode => (test ? "test" : "live");

/** The name of this table's evidence log: that of a test's ends in `/test`, so that its key is of its own kind. */
export const logOf = ({ table, test }: Pick<Common, "table" | "test">): string =>
  logInMode(table.log, modeOf({ test }));

export type ConfigReading =
  | {
      readonly ok: true;
      readonly config: Config;
      /** A problem that shows only beside the rulebook, with its line in this file. */
      readonly problemAt: (path: Path, message: string | Text) => Problem;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Whose cosignatures confirm that records are elsewhere too. */
export function cosignersOf({ witness, storage }: Pick<Common, "witness" | "storage">): readonly string[] {
  return [...(witness === undefined ? [] : [witness.key]), ...(storage.inspectors ?? [])];
}

/** Two who confirm are two keys: one that stands there twice, under whatever names; null: none does. */
function doubledKey(data: Pick<Common, "witness" | "storage">): Text | null {
  const known: Verifier[] = [];
  for (const key of cosignersOf(data).map(parseVkey)) {
    const same = known.find(({ raw }) => sameBytes(raw, key.raw));
    if (same !== undefined) return problemWords("key-doubled", { name: key.name, other: same.name });
    known.push(key);
  }
  return null;
}

const valueAt = (data: unknown, key: string): unknown =>
  key
    .split(".")
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], data);

/** A key of a later format than the file says that it has; null: there is none. */
function earlyKey(data: {
  readonly format?: number | undefined;
}): { readonly key: string; readonly format: number } | null {
  for (const [at, keys] of NEW_KEYS.entries()) {
    const format = FIRST_NEW_FORMAT + at;
    const key = keys.find((name) => valueAt(data, name) !== undefined);
    if (key !== undefined && (data.format ?? 1) < format) return { key, format };
  }
  return null;
}

/** What is wrong with the log's name beside `test`, or null. */
function logProblem(log: string, test: boolean): Text | null {
  if (!test && modeOfLog(log) === "test") return problemWords("log-test");
  return test && logInMode(log, "test").length > MAX_LOG_NAME
    ? problemWords("log-test-long", { most: MAX_LOG_NAME })
    : null;
}

/** Reads a configuration file's text; `file` is its name for messages. */
export function parseConfig(text: string, file: string): ConfigReading {
  const yaml = readYaml(text, file);
  return yaml.ok ? checkConfig(yaml) : yaml;
}

/** Checks the value of a configuration; problems stand at their places in the file that it was read from. */
export function checkConfig(yaml: Extract<YamlReading, { readonly ok: true }>): ConfigReading {
  const { names } = CONFIG_SECTIONS;
  const sections = names.map((name) => [name, CONFIG_SECTIONS.get(name).schema.optional()] as const);
  const schema = z.strictObject({ ...TABLE_SHAPE, ...Object.fromEntries(sections), ...REST_SHAPE });
  const parsed = schema.safeParse(yaml.value);
  if (!parsed.success) return { ok: false, problems: shapeProblems(parsed.error, yaml, schema) };
  const { data } = parsed;
  const { problemAt } = yaml;
  const early = earlyKey(data);
  if (early !== null)
    return {
      ok: false,
      problems: [
        problemAt(
          early.key.split(".").slice(0, -1),
          problemWords("format", early),
          early.key.split(".").at(-1),
        ),
      ],
    };
  const badLog = logProblem(data.table.log, data.test);
  if (badLog !== null) return { ok: false, problems: [problemAt(["table", "log"], badLog)] };
  if (data.storage.eventDays !== undefined && cosignersOf(data).length === 0)
    return {
      ok: false,
      problems: [problemAt(["storage", "eventDays"], problemWords("nobody-confirms"))],
    };
  if (data.floor !== undefined && data.remote === undefined)
    return { ok: false, problems: [problemAt(["floor"], problemWords("floor-alone"))] };
  const twice = doubledKey(data);
  if (twice !== null) return { ok: false, problems: [problemAt(["storage", "inspectors"], twice)] };
  const said = names.filter((name) => (data as Readonly<Record<string, unknown>>)[name] !== undefined);
  // A configuration with one section is one of these, as the family's own schema makes it.
  if (said.length === 1) return { ok: true, config: data as unknown as Config, problemAt };
  return { ok: false, problems: [sectionProblem(said, problemAt)] };
}

/** A configuration has the section of one family; `said`: those that it has. */
function sectionProblem(
  said: readonly string[],
  problemAt: (path: Path, message: string | Text, key?: string) => Problem,
): Problem {
  const { names } = CONFIG_SECTIONS;
  if (said.length > 1)
    return problemAt(
      [],
      problemWords("sections", {
        known: { ...inEveryLanguage(() => names.join(", ")), en: names.join(" or ") },
        said: { ...inEveryLanguage(() => said.join(", ")), en: said.join(" and ") },
      }),
      said[1],
    );
  const [first = "", ...others] = names;
  const listed = [`"${first}"`, ...others.map((name) => `"${name}" ${CONFIG_SECTIONS.get(name).at}`)];
  const wanted = { ...inEveryLanguage(() => names.join(" / ")), en: listed.join(", or ") };
  return problemAt([], problemWords("section-none", { wanted }));
}
