import type { BallSession } from "../../../../drivers/balls/device.ts";
import { identityAt } from "../../../../drivers/session.ts";
import { READER } from "../../../../src/table/balls/observe.ts";
import { ballsTableStart } from "../../../../src/table/balls/family.ts";
import type { BallsCommand } from "../../../../src/table/balls/types.ts";
import type { TableCommand } from "../../../../src/table/kernel/context.ts";
import type { TableInput } from "../../../../src/table/kernel/table.ts";
import type { BallObservation } from "../../../../src/table/balls/observation.ts";
import { writesTo, type TableDevices } from "./table-devices.ts";

/** The one reader of a table of balls. */
export function ballsTableDevices(session: BallSession, port: string): TableDevices {
  return {
    device: session.device,
    ports: [port],
    standingFaults: session.standingFaults.map((code) => ({ device: READER, code })),
    initial: () => session.initial(),
    newTable: ballsTableStart,
    step(before, { at, input, isDue }) {
      if (at !== null && at !== port) return { state: before, writes: [], inputs: [] };
      const { state, observations, writes } = session.step(before, input);
      return { state, writes: writesTo(port, writes), inputs: inputsOf(observations, isDue) };
    },
    applyCommands(before, commands, t) {
      let state: unknown = before;
      const writes: string[] = [];
      const seen: BallObservation[] = [];
      for (const command of commands.filter(isForReader)) {
        const step = session.applyCommand?.(state, command, t);
        if (step === undefined) continue;
        state = step.state;
        writes.push(...step.writes);
        seen.push(...step.observations);
      }
      return { state, writes: writesTo(port, writes), inputs: inputsOf(seen, false) };
    },
    // A reader that is asked too often has said what it knows.
    refuse: () => [],
    greeting: () => [],
    wakeAt: (state) => session.wakeAt(state),
    silentPorts: (state) => (session.isSilent?.(state) === true ? [port] : []),
    figures: (state) => session.figures?.(state) ?? {},
    identities: (state) => [identityAt(port, session, state)],
  };
}

const inputsOf = (seen: readonly BallObservation[], isDue: boolean): readonly TableInput[] =>
  seen.length > 0 || isDue ? [{ i: "balls", seen }] : [];

const isForReader = (command: TableCommand): command is BallsCommand => command.c === "ask-balls";
