import { refusesResults } from "../../../src/codes/faults.ts";
import type { Durable } from "../../../src/table/kernel/durable/durable.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import type { Config } from "../../table/config/config.ts";
import type { Display } from "../../screens/server/client.ts";
import { supervise, type Supervision } from "./supervise.ts";
import { takeManagerSetup } from "../../net/service-manager.ts";

/** A table that runs, as far as its supervision needs it. */
export interface TableParts {
  readonly config: Pick<Config, "table" | "test">;
  readonly clock: Clock;
  readonly onNotice: (line: string) => void;
  readonly unit: {
    readonly shown: { readonly durable: Durable };
    arePortsServed(now: MonoUs): boolean;
  };
  readonly display: Pick<Display, "onAnswer">;
  /** Calls `store` whenever the journal's thread has answered. `fedAt`: when the watchdog was fed last; null: it never was. */
  readonly answers: { store: () => void; fedAt: () => MonoUs | null };
}

/** Supervises a table where a service manager waits for its word; null: none does. */
export function superviseTable(parts: TableParts): Supervision | null {
  const setup = takeManagerSetup(process.env, process.pid);
  if (setup === null) return null;
  const { config, clock, onNotice, unit, display, answers } = parts;
  const supervision = supervise({
    setup,
    clock,
    onNotice,
    table: {
      onAnswer: (handle) => {
        answers.store = () => handle("store");
        display.onAnswer(() => handle("screens"));
      },
      arePortsServed: (now) => unit.arePortsServed(now),
      status: () => statusOf(config, unit.shown.durable),
    },
  });
  answers.fedAt = () => supervision.fedAt;
  return supervision;
}

/** `Mesa 7: betting; wheel port-gone`. Only what the screens show: a round's phase and the faults. */
export function statusOf({ table, test }: TableParts["config"], { phase, faults }: Durable): string {
  const named = faults.map(({ device, code }) => `${device} ${code}`);
  const refused = faults.some(({ code }) => refusesResults(code));
  const state = named.length === 0 ? "no faults" : named.join(", ");
  return `${test ? "TEST: " : ""}${table.name}: ${phase}; ${refused ? "nothing is certified: " : ""}${state}`;
}
