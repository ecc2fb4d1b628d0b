import type { Presenter } from "./control/presenter.ts";
import type { RemoteParts, ServedRemote } from "./remote-parts.ts";
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

export interface ServedRemotely extends Pick<RemoteParts, "journal" | "technician" | "actions"> {
  readonly unit: Unit;
  readonly restartWhenIdle: RestartWhenIdle;
}

/** Configurations that were ordered, or asked for at the table: their trial, and what waits for the jefe de mesa. */
export async function watchConfigurations(
  { config, clock, onNotice }: RunOptions,
  { unit, restartWhenIdle }: Pick<ServedRemotely, "unit" | "restartWhenIdle">,
): Promise<() => void> {
  const [{ watchOrdered }, { watchWaiting }] = await Promise.all([
    import("./configuration/ordered-configuration.ts"),
    import("./configuration/waiting-configuration.ts"),
  ]);
  const trial = await watchOrdered({ config, clock, unit }, onNotice);
  const waiting = watchWaiting({ config, clock, unit, restartWhenIdle, onNotice });
  return () => {
    trial?.cancel();
    waiting.cancel();
  };
}

/** Those far away, where the configuration has a section for them; a fault of an earlier run is over where it has none. */
export async function serveRemote(
  { config, clock, onNotice, startRemote }: RunOptions,
  { unit, journal, technician, actions }: ServedRemotely,
  view: Presenter["view"],
): Promise<ServedRemote | null> {
  if (config.remote !== undefined && startRemote !== undefined)
    return startRemote({ config, clock, journal, unit, onNotice, view: () => view(unit), technician, actions });
  const fault = { device: "unit", code: "remote-stopped" } as const;
  if (unit.shown.durable.faults.some(({ code }) => code === fault.code))
    await unit.feed({ k: "fault", t: clock.now(), ...fault, detail: {}, stands: false });
  return null;
}
