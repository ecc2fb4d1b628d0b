import { healthUnder } from "../../../src/codes/faults.ts";
import type { Phase } from "../../../src/table/kernel/phase.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { Language } from "../../../src/text/language.ts";
import { FAULT_TEXTS } from "../../../src/table/kernel/view/texts.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { Config } from "../../table/config/config.ts";
import type { BuiltRecord } from "../../table/pipeline/pipeline.ts";
import { EXIT, Problem } from "../../problem.ts";
import { runTable, type RunningTable } from "../../unit/run.ts";

const TEXTS = textsOf("first-setup.devices");

/** A device that is silent has been said to be so after this time. */
const SETTLE_US = 3 * US_PER_S;
/** A camera's program needs a while. */
const READY_US = 20 * US_PER_S;
const LOOK_US = US_PER_S / 4;

/** Faults of eyes and readers that say the same of a device as a lost port does. */
const AWAY: readonly string[] = [
  "eye-stopped",
  "eye-camera-gone",
  "eye-camera-frozen",
  "witness-silent",
  "panel-gone",
];

/** What a table that was started said of itself. */
export interface SelfTestResult {
  /** Each port with `in order`, or the codes of its faults. */
  readonly ports: Readonly<Record<string, string>>;
  /** Number of the signed record that says so. */
  readonly seq: number;
  /** Where the table stands. */
  readonly phase: Phase;
  readonly isOpen: boolean;
}

/**
 * Starts the table of a configuration, waits until its devices have spoken, records what each is like (`self-test`, the table's own
 * record), and stops it. Rejects with a Problem when it cannot be started.
 */
export async function testTable(config: Config, id: string, clock: Clock): Promise<SelfTestResult> {
  const records: BuiltRecord[] = [];
  const table = await runTable({
    config,
    clock,
    onRecord: (record) => records.push(record),
    onNotice: () => undefined,
  });
  try {
    const failed = Promise.race([table.failed, table.left]);
    const end = await Promise.race([failed, waitForDevices(table, config, clock)]);
    if (typeof end === "string")
      throw new Problem(EXIT.internal, `the table ended by itself: ${end}; give tirada setup again`);
    if (end !== null) throw end;
    const ports = portsOf(table, config);
    const detail = { id, for: "setup", ...ports };
    await table.unit.feed({ k: "event", t: clock.now(), event: "self-test", detail });
    const seq = records.findLast(({ body }) => body.kind === "self-test")?.seq ?? table.unit.shown.seq;
    const { phase, open: isOpen } = table.unit.shown.durable;
    await table.stop("set up");
    return { ports, seq, phase, isOpen };
  } catch (error) {
    await table.stop("the self-test failed").catch(() => undefined);
    throw error;
  }
}

/** Null: every device has had its time. */
async function waitForDevices(table: RunningTable, config: Config, clock: Clock): Promise<null> {
  const start = clock.now();
  for (;;) {
    await clock.sleep(LOOK_US);
    const waited = clock.now() - start;
    const isWell = Object.values(portsOf(table, config)).every((said) => !said.includes(NOT_THERE));
    if (waited >= READY_US || (isWell && waited >= SETTLE_US)) return null;
  }
}

const IN_ORDER = "in order";
const NOT_THERE = "does not answer";

/** Whether a port answers, and which faults stand at it. */
function portsOf({ unit }: RunningTable, { panel }: Config): Record<string, string> {
  const { faults } = unit.pipeline.durable;
  const names = [...unit.setup.devices.ports, ...(panel === undefined ? [] : ["panel"])];
  return Object.fromEntries(
    names.map((name) => {
      const codes = faults.filter(({ device }) => device === name).map(({ code }) => code);
      const isAway =
        ["port-gone", "silent", "garbled"].includes(healthUnder(codes)) ||
        codes.some((code) => AWAY.includes(code));
      const said = codes.length === 0 ? IN_ORDER : codes.join(", ");
      return [name, isAway ? `${NOT_THERE}: ${said}` : said];
    }),
  );
}

/** Codes of faults with what they are called. */
export const inWords = (said: string, language: Language): string =>
  said
    .replace(IN_ORDER, TEXTS["in-order"][language])
    .replace(NOT_THERE, TEXTS["does-not-answer"][language])
    .replaceAll(/[a-z]+(?:-[a-z]+)+/g, (code) => {
      const text = FAULT_TEXTS[code]?.text[language];
      return text === undefined ? code : `${code} (${text})`;
    });

/** The ports that do not answer. */
export const awayPorts = ({ ports }: SelfTestResult): readonly string[] =>
  Object.entries(ports).flatMap(([name, said]) => (said.startsWith(NOT_THERE) ? [`${name} ${said}`] : []));
