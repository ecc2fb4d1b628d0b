import type { DeviceGroup, DeviceGroupState, PortWrite } from "../../../../drivers/dice/device-group.ts";
import type { DiceCommand } from "../../../../src/table/dice/second-source.ts";
import type { DiceObservation } from "../../../../src/dice/observation.ts";
import { diceTableStart, newDiceLive, type DevicesBesideEye } from "../../../../src/table/dice/throw.ts";
import { monoUs } from "../../../../src/time/instant.ts";
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
    identities: (state) => session.identities(state),
  };
}

function diceInputs(seen: readonly DiceObservation[], isDue: boolean): readonly TableInput[] {
  return seen.length > 0 || isDue ? [{ i: "dice", seen }] : [];
}

export function isForDice(command: TableCommand): command is DiceCommand {
  return command.c === "look" || command.c === "look-away";
}

/** Two families of devices at one table. */
interface Both<State> {
  readonly shoe: State;
  readonly dice: DeviceGroupState;
}

/** A table's own devices with those of dice beside them, by which its round begins: each entry is of one of the ports, and time of all. */
export function withDiceBeside<State>(
  own: TableDevices<State>,
  { devices, has }: { readonly devices: DeviceGroup; readonly has: DevicesBesideEye },
): TableDevices<Both<State>> {
  return {
    device: `${own.device}+${devices.device}`,
    ports: [...own.ports, ...devices.ports],
    standingFaults: [...own.standingFaults, ...devices.standingFaults],
    initial: () => ({ shoe: own.initial(), dice: devices.initial() }),
    newTable: () => ({ ...own.newTable(), dice: newDiceLive(has) }),
    step({ shoe: before, dice }, heard) {
      const { at, input, isDue } = heard;
      const { state: shoe, writes, inputs } = own.step(before, heard);
      if (at !== null && own.ports.includes(at))
        return { state: { shoe, dice }, writes, inputs: [...inputs, ...diceInputs([], isDue)] };
      const thrown = devices.step(dice, at, input);
      return {
        state: { shoe, dice: thrown.state },
        writes: [...writes, ...thrown.writes],
        inputs: [...inputs, ...diceInputs(thrown.observations, isDue)],
      };
    },
    applyCommands(before, commands, t) {
      const { state: shoe, writes, inputs } = own.applyCommands(before.shoe, commands, t);
      return { state: { ...before, shoe }, writes, inputs };
    },
    refuse: (commands) => own.refuse(commands),
    greeting: (input) => own.greeting(input),
    wakeAt({ shoe, dice }) {
      const times = [own.wakeAt(shoe), devices.wakeAt(dice)].filter((at) => at !== null);
      return times.length === 0 ? null : monoUs(Math.min(...times));
    },
    silentPorts: ({ shoe, dice }) => [...own.silentPorts(shoe), ...devices.silentPorts(dice)],
    figures: ({ shoe, dice }) => ({ ...own.figures(shoe), ...devices.figures(dice) }),
    identities: ({ shoe, dice }) => [...own.identities(shoe), ...devices.identities(dice)],
  };
}
