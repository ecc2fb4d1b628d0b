import { z } from "zod";
import type { FamilyDefinition } from "../../../firmware/table/setup/family-definition.ts";
import { prepareRules } from "../../../firmware/table/setup/ready.ts";
import type { TableSetup } from "../../../firmware/table/setup/setup-types.ts";
import type { UnitFamily } from "../../../firmware/table/setup/unit-family.ts";
import type { TableDevices } from "../../../firmware/table/pipeline/devices/table-devices.ts";
import type { CaseFamily, CaseRunner } from "../../../src/cases/family.ts";
import { html } from "../../../src/booklet/html.ts";
import type { Pack } from "../../../src/rules/pack.ts";
import { emitPhase, emitRecord, type TableContext } from "../../../src/table/kernel/context.ts";
import { EMPTY_TABLE } from "../../../src/table/kernel/durable/durable.ts";
import type { DeviceInput, TableFamily } from "../../../src/table/kernel/family.ts";
import { dispatchKey, recordSessionKey } from "../../../src/table/kernel/people/keys.ts";
import type { ResultRecord } from "../../../src/table/kernel/record.ts";
import type { TableInput } from "../../../src/table/kernel/table.ts";
import { certaintyOf, emitVoid } from "../../../src/table/kernel/verdicts.ts";
import type { VerdictView } from "../../../src/table/kernel/view/view.ts";
import { NEW_WHEEL_LIVE } from "../../../src/table/wheel/spin.ts";

/**
 * A family of tables that no casino has: a coin is tossed, and shows one of two sides, or stands on its edge. The kernel knows
 * nothing of it; what it is stands in this folder.
 */

/** What the coin's device says, a letter each: it flies, it lies and shows its first or second side, it stands on its edge. */
type Toss = "flies" | "first" | "second" | "edge";
const LETTERS: Readonly<Record<string, Toss>> = { F: "flies", "1": "first", "2": "second", E: "edge" };

interface CoinPack {
  readonly coin: { readonly sides: readonly [string, string] };
}
const coinOf = (pack: Pack): CoinPack["coin"] => (pack as unknown as CoinPack).coin;

/** The table gets what the device saw as observations; those of a coin are the coin's own. */
const seenIn = (input: DeviceInput): readonly Toss[] =>
  input.i === "observations" ? (input.seen as unknown as readonly Toss[]) : [];

function handleToss(context: TableContext, toss: Toss): void {
  const { phase, round } = context.durable;
  if (!context.durable.open) return;
  if (toss === "flies") {
    if (phase !== "betting") emitPhase(context, "betting", round + 1);
    return emitPhase(context, "no-more-bets");
  }
  if (phase !== "no-more-bets") return;
  const facts = { "on-edge": { is: "flag", value: toss === "edge" } } as const;
  const { voids, held, deviations } = context.rules.judge(facts, "rest");
  if (voids.length > 0) return emitVoid(context, round, voids, "machine");
  const [first, second] = coinOf(context.rules.pack).sides;
  emitRecord(context, {
    kind: "result",
    round,
    result: { pocket: toss === "first" ? first : second, suertes: [] },
    certainty: certaintyOf(context, held, ["coin"]),
    deviations,
    seen: { tosses: 1 } as unknown as ResultRecord["seen"],
  });
}

const TABLES: TableFamily = {
  name: "coin" as Pack["family"],
  keepsSecrets: false,
  steps: {
    throwPolicy: null,
    checkTimeouts: () => undefined,
    handleInput: (context, input) => seenIn(input).forEach((toss) => handleToss(context, toss)),
    handleKey: (context, key, by) =>
      dispatchKey(
        {
          "open-table": (at, pressed, who) => {
            recordSessionKey(at, pressed, who);
            emitPhase(at, "betting", at.durable.round + 1);
            return null;
          },
        },
        context,
        key,
        by,
      ),
    handleRestart: () => undefined,
    handleOpened: (context) => emitPhase(context, "betting", context.durable.round + 1),
    handleOverruled: () => undefined,
    isSealDue: () => false,
    nextDeadline: () => null,
    restartCosts: () => [],
  },
  reducer: {
    reduce: (_, after) => after,
    outcomeOf: (body) => ({
      pocket: body.kind === "result" && "pocket" in body.result ? body.result.pocket : null,
    }),
  },
  texts: { because: {}, faults: {} },
  people: {
    callVoids: ["jefe-de-mesa"],
    callerConfirms: false,
    declarable: () => [],
    isOnlyVoided: () => false,
    announcedChoices: () => null,
    announcedOutcome: () => null,
  },
  view: {
    lastSpeaker: () => null,
    familyParts: () => ({ wheel: null, dice: null, cards: null }),
    resultView: ({ round, result, certainty }, certificate) =>
      ({
        kind: "result",
        round,
        certified: certainty.level === "certified",
        pocket: "pocket" in result ? result.pocket : "",
        certificate,
      }) as unknown as VerdictView,
    closingCall: () => null,
    announcedParts: () => null,
    describePocket: (_, pocket) => ({
      label: { es: pocket, eu: pocket, gl: pocket, en: pocket },
      colour: null,
    }),
    resolvedItem: (item) => item,
    stepNumber: () => null,
    countsLastRounds: false,
    besideTexts: () => null,
  },
};

const DEVICES: TableDevices<null> = {
  device: "coin-eye",
  ports: ["coin"],
  standingFaults: [],
  initial: () => null,
  newTable: () => ({ durable: EMPTY_TABLE, live: NEW_WHEEL_LIVE }),
  step(state, { input }) {
    const seen = input.i === "bytes" ? input.bytes.split("").flatMap((letter) => LETTERS[letter] ?? []) : [];
    const inputs = seen.length === 0 ? [] : [{ i: "observations", seen } as unknown as TableInput];
    return { state, writes: [], inputs };
  },
  applyCommands: (state) => ({ state, writes: [], inputs: [] }),
  refuse: () => [],
  greeting: () => [],
  wakeAt: () => null,
  silentPorts: () => [],
  figures: () => ({}),
};

const ABILITIES = {
  "on-edge": { level: "measured", note: "The eye of the coin sees whether it stands." },
} as const;

const UNIT: UnitFamily = {
  name: "coin" as Pack["family"],
  setup: ({ pack }, _device, houseRules) =>
    ({
      family: "coin",
      ...prepareRules(pack, ABILITIES, houseRules),
      devices: DEVICES,
      port: "coin",
      readsAhead: false,
      pack,
    }) as unknown as TableSetup,
  coverage: ({ pack }, _device, houseRules) => prepareRules(pack, ABILITIES, houseRules).coverage,
  devices: () => DEVICES.device,
  problem: () => null,
  configured: (_, loaded) => UNIT.setup(loaded, DEVICES.device, [], {}),
  portName: () => "coin",
  ports: () => new Map(),
  flat: () => ({}),
  recorded: () => ({}),
  codes: () => null,
  dice: () => null,
  replaysTextLogs: false,
  sessions: () => new Map(),
  bootDetail: () => ({}),
};

export const COIN: FamilyDefinition = {
  name: "coin",
  played: "with a coin",
  needsConfig: null,
  rules: {
    voided: "throw",
    facts: { "on-edge": { is: "flag", about: "the coin stands on its edge" } },
    shape: { coin: z.strictObject({ sides: z.tuple([z.string(), z.string()]) }) },
    faults: (pack) =>
      new Set(coinOf(pack).sides).size === 2
        ? []
        : [{ path: ["coin", "sides"], message: "a coin has two sides" }],
    ruleFaults: () => [],
  },
  config: () =>
    Promise.resolve({ at: "at a table of a coin", schema: z.strictObject({ path: z.string().min(1) }) }),
  tables: () => Promise.resolve(TABLES),
  unit: () => Promise.resolve(UNIT),
  cases: () => Promise.resolve({ kind: "ordinary-throw", list: "throws" } as unknown as CaseFamily),
  runner: () => Promise.resolve({ actsWhileRunning: false } as unknown as CaseRunner),
  booklet: () => Promise.resolve({ of: (pack) => html`<p>${coinOf(pack).sides.join(" / ")}</p>` }),
};
