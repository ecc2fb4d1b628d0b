import type { Timer } from "../../src/time/clock.ts";
import type { Display, TechnicianData } from "../screens/server/client.ts";
import type { Journal } from "../journal/thread/client.ts";
import type { Presenter } from "./control/presenter.ts";
import type { ServedRemote } from "./remote-parts.ts";
import type { RunOptions } from "./run.ts";
import type { Unit } from "./unit.ts";
import type { UpdateParts } from "./updates/update-answers.ts";
import type { RestartKind } from "../net/update-questions.ts";

/** Ends a table between its rounds, where somebody starts it again. @returns whether somebody does */
export type RestartWhenIdle = (why: string) => boolean;

/** Makes one that waits for what a restart of a kind waits for. What looks for it is read when it is asked for first. */
export function idleRestarter(
  parts: Pick<UpdateParts, "config" | "unit" | "journal" | "clock">,
  isManaged: boolean,
  leave: (why: string) => void,
): (kind: RestartKind) => RestartWhenIdle {
  return (kind) => {
    let restart: Promise<RestartWhenIdle> | null = null;
    return (why) => {
      restart ??= import("./updates/update-answers.ts").then((room) =>
        room.restartWhenIdle(parts, isManaged, leave, kind),
      );
      void restart.then((ask) => ask(why));
      return isManaged;
    };
  };
}

interface ServedRemotely {
  readonly unit: Unit;
  readonly journal: Journal;
  readonly display: Display;
  readonly technician: () => TechnicianData;
  readonly restartWhenIdle: RestartWhenIdle;
}

/** Those far away, where the configuration has a section for them; a fault of an earlier run is over where it has none. */
export async function serveRemote(
  { config, clock, onNotice, startRemote }: RunOptions,
  { unit, journal, display, technician, restartWhenIdle }: ServedRemotely,
  view: Presenter["view"],
): Promise<ServedRemote | null> {
  const watch = async (): Promise<Timer> => {
    const { watchWaiting } = await import("./configuration/waiting-configuration.ts");
    return watchWaiting({ config, clock, unit, restartWhenIdle, onNotice });
  };
  if (config.remote === undefined || startRemote === undefined) {
    const fault = { device: "unit", code: "remote-stopped" } as const;
    if (unit.shown.durable.faults.some(({ code }) => code === fault.code))
      await unit.feed({ k: "fault", t: clock.now(), ...fault, detail: {}, stands: false });
    // One that was ordered before the section was taken out: nobody else says that it is over.
    const waiting = unit.shown.durable.ordered === undefined ? null : await watch();
    if (waiting === null) return null;
    return {
      relay: null,
      stop: () => {
        waiting.cancel();
        return Promise.resolve();
      },
    };
  }
  const { updateWaitOf } = await import("./updates/update-wait.ts");
  const remote = await startRemote({
    config,
    clock,
    journal,
    unit,
    onNotice,
    restartWhenIdle,
    view: () => view(unit),
    technician,
    updateWait: () => updateWaitOf({ config, unit, journal, clock }),
    restartScreens: (why) => display.restart(why),
  });
  const { watchOrdered } = await import("./configuration/ordered-configuration.ts");
  await watchOrdered({ config, clock, unit }, onNotice);
  const waiting = await watch();
  return {
    get relay() {
      return remote.relay;
    },
    stop: () => {
      waiting.cancel();
      return remote.stop();
    },
  };
}
