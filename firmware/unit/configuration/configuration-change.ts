import { zoneOfTable } from "../../../src/rules/zones.ts";
import type { WallMs } from "../../../src/time/instant.ts";
import { dayIn } from "../../../src/time/day.ts";
import { logOf, type Config } from "../../table/config/config.ts";
import { CONFIG_SECTIONS } from "../../table/config/device-keys.ts";
import { readCalibrationFile } from "../../table/dice/calibration-file.ts";
import { errorText, Problem } from "../../problem.ts";
import { fillText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { setupOf } from "../../table/setup/config-setup.ts";
import type { ConfigurationChange } from "./changed-values.ts";

const { configuration: WORDS } = textsOf("acts");

/** Keys that one order may change: each is a record. */
const CHANGES_MAX = 32;
/**
 * What no order changes: who may act, who is believed, what is read from where, and where the evidence is. Whoever could change that from
 * afar would be the table. It is changed by hand, at the table. These stand among keys that an order may change.
 */
const AT_THE_TABLE: readonly RegExp[] = [
  // What is read as what, and so which family of games it is: a device's type, a camera's source, a broker and who signs in there.
  /(?:^|\.)(?:device|url|user|passwordFile)$/,
  /(?:^|\.)camera\.(?:path|source)$/,
];
/**
 * Keys that an order may change. A key that nobody put here no order changes, nor one that comes new to the configuration. Not here, and
 * why: people and witness (who acts, who is believed), test (a table on the bench has nobody who accepts: no order makes one of it that
 * counts, or takes a table out of what counts), clock and zone (by what, and where, the day is known that chooses the law), what stands in
 * remote, storage and update for trust and evidence.
 */
const FROM_AFAR: readonly RegExp[] = [
  /^format$/,
  /^table\.(?:name|log|rulebook|houseRules|lateVerdictMinutes|betsSeconds|languages|openAtStart)\b/,
  /^panel\.(?:path|baud)$/,
  /^display\.(?:host|port|metrics|house|compositions|phone|languages|motion|staffSounds)\b/,
  /^storage\.(?:segmentMegabytes|recordingMegabytes|recordingDays|epochRecords)$/,
  /^update\.(?:noticeHours|window)$/,
  /^remote\.(?:server|relay)\b/,
];

/** Whether an order may change this key, like `display.port`. */
export function mayOrderChange(key: string): boolean {
  if (AT_THE_TABLE.some((one) => one.test(key))) return false;
  // A device's options are its own.
  const isDevices = CONFIG_SECTIONS.names.some((section) => key.startsWith(`${section}.`));
  return isDevices || FROM_AFAR.some((one) => one.test(key));
}

/** What a change of the configuration is for, and which keys it may have otherwise then; each key is for one of them. */
const MAY_CHANGE = {
  /** An order, or somebody at the table's page, changes how the table does. */
  configure: mayOrderChange,
  /** Two people at the table change who may act. */
  "change-people": (key: string) => /^people\./.test(key),
  /** Two people at the table take it out of what counts, with evidence of its own. */
  "test-mode": (key: string) => /^(?:test$|storage\.(?:folder|second)\b|(?:witness|floor)\.)/.test(key),
  /** What was changed in either of the first two ways comes back. */
  "undo-configuration": (key: string) => mayOrderChange(key) || /^people\./.test(key),
} as const satisfies Readonly<Record<string, (key: string) => boolean>>;
export type ChangeKind = keyof typeof MAY_CHANGE;

/** Letters of what a person reads of a change before he accepts it. */
const SAID_MAX = 400;

/** `display.port: 8470 → 8480; table.name: …`, as the person reads it who accepts the change. What does not fit is counted. */
export function changesText(changes: readonly ConfigurationChange[]): string {
  const said = changes.map(({ key, was, now }) => `${key}: ${was ?? "—"} → ${now ?? "—"}`);
  let text = "";
  for (const [at, one] of said.entries()) {
    const longer = text === "" ? one : `${text}; ${one}`;
    if (longer.length > SAID_MAX)
      return `${text === "" ? one.slice(0, SAID_MAX) : text}; … +${said.length - at}`;
    text = longer;
  }
  return text;
}

/** Why this may not be changed so; null: it may. */
export function changeFault(
  before: Config,
  after: Config,
  changes: readonly ConfigurationChange[],
  kind: ChangeKind = "configure",
): Text | null {
  const fixed = changes.map(({ key }) => key).filter((key) => !MAY_CHANGE[kind](key));
  if (fixed.length > 0) return fillText(WORDS.fixed, { keys: fixed.slice(0, 8).join(", ") });
  const [was = "", is = ""] = [before, after].map(({ table }) => table.rulebook.split("/", 1)[0]);
  // A table stands where it stands; another jurisdiction is another zone as well.
  if (was !== is) return fillText(WORDS["other-law"], { was, is });
  return changes.length > CHANGES_MAX
    ? fillText(WORDS.many, { keys: changes.length, most: CHANGES_MAX })
    : null;
}

/** What a start with this configuration would lack: an edition of the law, a ring, codes, a calibration; null: nothing. */
export function startFault(config: Config, wall: WallMs): Text | null {
  try {
    setupOf(config, dayIn(zoneOfTable(config), wall));
  } catch (error) {
    const words = error instanceof Problem ? error.words : null;
    return fillText(WORDS.start, { why: words ?? errorText(error) });
  }
  const dice = config.dice ?? config.shoe?.dice;
  const eyes = [dice?.eye, config.dice?.second].flatMap((eye) => (eye === undefined ? [] : [eye]));
  for (const { calibration } of eyes) {
    if (calibration === undefined) continue;
    const read = readCalibrationFile(calibration);
    // A start runs without one and certifies nothing: nobody is to order that by mistake.
    if (!read.ok) return fillText(WORDS.calibration, { why: read.problem });
  }
  return null;
}

/** Whether the order must say that the table begins another log. */
export const isOtherLog = (before: Config, after: Config): boolean => logOf(before) !== logOf(after);
