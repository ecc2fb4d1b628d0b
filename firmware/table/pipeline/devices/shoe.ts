import type { PortWrite } from "../../../../drivers/dice/device-group.ts";
import { isForShoe, type ShoeObservation } from "../../../../src/table/shoe/observation.ts";
import { cardTableStart } from "../../../../src/table/shoe/live.ts";
import type { TableInput } from "../../../../src/table/kernel/table.ts";
import type { ShoePipelineSetup } from "../pipeline-setup.ts";
import { identityAt } from "../../../../drivers/session.ts";
import { writesTo, type TableDevices } from "./table-devices.ts";

/** The one device that gives the cards. */
export function shoeTableDevices({
  session,
  port,
  greeting,
  decks,
}: Pick<ShoePipelineSetup, "session" | "port" | "greeting" | "decks">): TableDevices {
  return {
    device: session.device,
    ports: [port],
    standingFaults: session.standingFaults.map((code) => ({ device: "shoe", code })),
    initial: () => session.initial(),
    newTable() {
      const mode = greeting.find((command) => command.c === "mode");
      return cardTableStart(decks, mode?.mode);
    },
    step(before, { at, input }) {
      if (at !== null && at !== port) return { state: before, writes: [], inputs: [] };
      const { state, observations, writes } = session.step(before, input);
      return { state, writes: writesTo(port, writes), inputs: cardInputs(observations) };
    },
    applyCommands(before, commands, t) {
      let state = before;
      const writes: PortWrite[] = [];
      const seen: ShoeObservation[] = [];
      if (session.applyCommand === undefined) return { state, writes, inputs: [] };
      for (const command of commands.filter(isForShoe)) {
        const step = session.applyCommand(state, command, t);
        state = step.state;
        writes.push(...writesTo(port, step.writes));
        seen.push(...step.observations);
      }
      return { state, writes, inputs: cardInputs(seen) };
    },
    refuse: (commands) =>
      cardInputs(
        commands.map(({ c }): ShoeObservation => {
          return { o: "fault", code: "shoe-refused", detail: { command: c, why: "too many at once" } };
        }),
      ),
    greeting: (input) => (input.i === "cards" && input.seen.some(({ o }) => o === "attached") ? greeting : []),
    wakeAt: (state) => session.wakeAt(state),
    silentPorts: (state) => (session.isSilent?.(state) === true ? [port] : []),
    figures: (state) => session.figures?.(state) ?? {},
    identities: (state) => [identityAt(port, session, state)],
  };
}

function cardInputs(seen: readonly ShoeObservation[]): readonly TableInput[] {
  return seen.length > 0 ? [{ i: "cards", seen }] : [];
}
