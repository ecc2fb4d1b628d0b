import type { Config } from "../../src/config/config.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import type { Clock } from "../../src/time/clock.ts";
import { hashPin } from "../display/client.ts";
import type { RunOptions } from "../unit/run.ts";

/** A wheel that plays without hardware, and the configuration of a table for it. */
export interface Demo {
  readonly config: Config;
  /** The clock that the table runs by: a simulated wheel that plays faster needs one that is as fast. */
  readonly clock: Clock;
  readonly follower: NonNullable<RunOptions["follower"]> | null;
  readonly notes: readonly string[];
  /** Starts the wheel. */
  play(): void;
  stop(): Promise<void>;
}

/** Where demonstrations keep their journals and pseudo-terminals. */
export const DEMO_FOLDER = new URL("../../var/demo/", import.meta.url).pathname;

const PEOPLE = [
  { name: "Ana", role: "jefe-de-mesa", pin: "2468" },
  { name: "Bea", role: "croupier", pin: "1357" },
] as const;

export const DEMO_NOTES: readonly string[] = PEOPLE.map(
  ({ name, role, pin }) => `sign in as ${name} (${role}) with PIN ${pin}`,
);

/** What differs between the demonstrations. */
export interface DemoChoice {
  readonly rulebook: string;
  readonly log: string;
  readonly folder: string;
  readonly wheel: Pick<Config["wheel"], "device" | "path" | "baud">;
}

export async function demoConfig({ rulebook, log, folder, wheel }: DemoChoice): Promise<Config> {
  return {
    table: {
      name: "Mesa de demostración",
      log,
      rulebook,
      houseRules: [],
      languages: [...LANGUAGES],
      openAtStart: true,
    },
    wheel: {
      ...wheel,
      wait: false,
      rotorVariationRpm10: 20,
      ask: false,
      protocol: "extended",
      gameMode: null,
    },
    display: { host: "127.0.0.1", port: 8470 },
    people: await Promise.all(
      PEOPLE.map(async ({ name, role, pin }) => ({ name, role, pin: await hashPin(pin) })),
    ),
    storage: { folder, segmentMegabytes: 8, recordingMegabytes: 64 },
    test: true,
  };
}
