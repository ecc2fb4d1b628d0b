import type { DeviceGroup, DeviceGroupState } from "../../../../drivers/dice/device-group.ts";
import { newDiceLive, type DevicesBesideEye } from "../../../../src/table/dice/throw.ts";
import { monoUs } from "../../../../src/time/instant.ts";
import { diceInputs } from "./dice.ts";
import type { TableDevices } from "./table-devices.ts";

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
  };
}
