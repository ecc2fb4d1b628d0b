import { WHEEL_TABLE_START } from "../../../../src/table/wheel/durable-wheel.ts";
import type { WheelPipelineSetup } from "../pipeline-setup.ts";
import { identityAt } from "../../../../drivers/session.ts";
import { writesTo, type TableDevices } from "./table-devices.ts";

/** The one device of a wheel. */
export function wheelTableDevices({
  session,
  port,
}: Pick<WheelPipelineSetup, "session" | "port">): TableDevices {
  return {
    device: session.device,
    ports: [port],
    standingFaults: session.standingFaults.map((code) => ({ device: "wheel", code })),
    initial: () => session.initial(),
    newTable: () => WHEEL_TABLE_START,
    step(before, { at, input, isDue }) {
      if (at !== null && at !== port) return { state: before, writes: [], inputs: [] };
      const { state, observations: seen, writes } = session.step(before, input);
      const isHeard = seen.length > 0 || isDue;
      return {
        state,
        writes: writesTo(port, writes),
        inputs: isHeard ? [{ i: "observations", seen }] : [],
      };
    },
    applyCommands: (state) => ({ state, writes: [], inputs: [] }),
    refuse: () => [],
    greeting: () => [],
    wakeAt: (state) => session.wakeAt(state),
    silentPorts: (state) => (session.isSilent?.(state) === true ? [port] : []),
    figures: (state) => session.figures?.(state) ?? {},
    identities: (state) => [identityAt(port, session, state)],
  };
}
