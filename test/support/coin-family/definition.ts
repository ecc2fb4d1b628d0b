import { NO_ACTS } from "../../../firmware/table/acts/act.ts";
import { z } from "zod";
import type { FamilyDefinition } from "../../../firmware/table/setup/family-definition.ts";
import { prepareRules } from "../../../firmware/table/setup/ready.ts";
import type { UnitFamily } from "../../../firmware/table/setup/unit-family.ts";
import type { PipelineSetup } from "../../../firmware/table/pipeline/pipeline-setup.ts";
import type { TableDevices } from "../../../firmware/table/pipeline/devices/table-devices.ts";
import { judgedOnce } from "../../../src/cases/judged.ts";
import { html } from "../../../src/booklet/html.ts";
import type { Coverage } from "../../../src/rules/coverage.ts";
import type { Pack } from "../../../src/rules/pack.ts";
import { COIN_FAMILY, COIN_TABLE_START } from "./table.ts";
import type { CoinPack, Toss } from "./types.ts";

/**
 * A family of tables that no casino has: a coin is tossed, and shows one of two sides, or stands on its edge. The kernel knows
 * nothing of it; what it is stands in this folder.
 */

declare module "../../../firmware/table/setup/setup-types.ts" {
  interface FamilySetups {
    readonly coin: CoinTableSetup;
  }
}

/** A table of a coin that is ready to run. */
interface CoinTableSetup extends PipelineSetup {
  readonly family: "coin";
  readonly pack: CoinPack;
  readonly coverage: Coverage;
}

/** The pack as one of a coin. Throws a RangeError for any other. */
function coinPack(pack: Pack): CoinPack {
  if (pack.family !== "coin") throw new RangeError("this game is not played with a coin");
  return pack;
}

/** A letter for each thing that the device says. */
const LETTERS: Readonly<Record<string, Toss>> = { F: "flies", "1": "first", "2": "second", E: "edge" };

/** Step 3 of a family: its devices, whose bytes become inputs of the table. */
const DEVICES: TableDevices<null> = {
  device: "coin-eye",
  ports: ["coin"],
  standingFaults: [],
  initial: () => null,
  newTable: () => COIN_TABLE_START,
  step(state, { input }) {
    const seen = input.i === "bytes" ? input.bytes.split("").flatMap((letter) => LETTERS[letter] ?? []) : [];
    return { state, writes: [], inputs: seen.length === 0 ? [] : [{ i: "coin", seen }] };
  },
  applyCommands: (state) => ({ state, writes: [], inputs: [] }),
  refuse: () => [],
  greeting: () => [],
  wakeAt: () => null,
  silentPorts: () => [],
  figures: () => ({}),
  identities: () => [],
};

const ABILITIES = {
  "on-edge": { level: "measured", note: "The eye of the coin sees whether it stands." },
} as const;

/** Step 4 of a family: how configuration, recording and command line become a table. */
const UNIT: UnitFamily = {
  name: "coin",
  setup({ pack }, _device, houseRules) {
    const ready = prepareRules(pack, ABILITIES, houseRules);
    return {
      family: "coin",
      ...ready,
      devices: DEVICES,
      port: "coin",
      readsAhead: false,
      pack: coinPack(pack),
    };
  },
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
  acts: () => Promise.resolve(NO_ACTS),
  replaysTextLogs: false,
  sessions: () => new Map(),
  bootDetail: () => ({}),
};

/** Step 5 of a family: its definition, which the one row of `firmware/table/setup/families.ts` names. */
export const COIN: FamilyDefinition = {
  name: "coin",
  played: "with a coin",
  needsConfig: null,
  rules: {
    voided: "throw",
    facts: { "on-edge": { is: "flag", about: "the coin stands on its edge" } },
    shape: { coin: z.strictObject({ sides: z.tuple([z.string(), z.string()]) }) },
    faults: (pack) =>
      new Set(coinPack(pack).coin.sides).size === 2
        ? []
        : [{ path: ["coin", "sides"], message: "a coin has two sides" }],
    ruleFaults: () => [],
  },
  config: () =>
    Promise.resolve({ at: "at a table of a coin", schema: z.strictObject({ path: z.string().min(1) }) }),
  tables: () => Promise.resolve(COIN_FAMILY),
  unit: () => Promise.resolve(UNIT),
  cases: () =>
    Promise.resolve({
      kind: "ordinary-throw",
      list: "throws",
      shape: z.undefined(),
      running: null,
      over: () => "the coin lies",
      runsWith: () => false,
      momentFault: () => null,
      faults: () => undefined,
    }),
  runner: () => Promise.resolve({ actsWhileRunning: false, judged: judgedOnce, run: () => [] }),
  booklet: () => Promise.resolve({ of: (pack) => html`<p>${coinPack(pack).coin.sides.join(" / ")}</p>` }),
};
