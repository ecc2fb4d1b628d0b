import type { DeviceGroupState, PortWrite } from "../../../../drivers/dice/device-group.ts";
import type { DiceCommand } from "../../../../src/table/dice/second-source.ts";
import type { DiceObservation } from "../../../../src/dice/observation.ts";
import { diceTableStart } from "../../../../src/table/dice/throw.ts";
import type { TableInput } from "../../../../src/table/kernel/table.ts";
import type { TableCommand } from "../../../../src/table/kernel/context.ts";
import type { DicePipelineSetup } from "../pipeline-setup.ts";
import type { TableDevices } from "./table-devices.ts";

/** All devices of a dice table, each on a port of its own. */
export function diceTableDevices({
  session,
  has,
  craps,
}: Pick<DicePipelineSetup, "session" | "has" | "craps">): TableDevices<DeviceGroupState> {
  return {
    device: session.device,
    ports: session.ports,
    standingFaults: session.standingFaults,
    initial: () => session.initial(),
    newTable: () => diceTableStart(has, craps),
    step(before, { at, input, isDue }) {
      const { state, observations, writes } = session.step(before, at, input);
      return { state, writes, inputs: diceInputs(observations, isDue) };
    },
    applyCommands(before, commands, t) {
      let state = before;
      const writes: PortWrite[] = [];
      const seen: DiceObservation[] = [];
      for (const command of commands.filter(isForDice)) {
        const step = session.applyCommand(state, command, t);
        state = step.state;
        writes.push(...step.writes);
        seen.push(...step.observations);
      }
      return { state, writes, inputs: diceInputs(seen, false) };
    },
    // A second source that is asked too often gives no opinion.
    refuse: () => [],
    greeting: () => [],
    wakeAt: (state) => session.wakeAt(state),
    silentPorts: (state) => session.silentPorts(state),
    figures: (state) => session.figures(state),
  };
}

export function diceInputs(seen: readonly DiceObservation[], isDue: boolean): readonly TableInput[] {
  return seen.length > 0 || isDue ? [{ i: "dice", seen }] : [];
}

export function isForDice(command: TableCommand): command is DiceCommand {
  return command.c === "look" || command.c === "look-away";
}
