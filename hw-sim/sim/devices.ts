import type { Sent } from "../lines/sent.ts";
import type { BoardModel } from "../boards/board-model.ts";
import type { ElectronicWheel } from "../models/wheels/electronic/played-wheel.ts";
import type { LineTrouble } from "../models/wheels/sensed/rounds.ts";
import { countUpTo, type SensedWheel, type SpinTruth } from "../models/wheels/sensed/sensed-wheel.ts";

/** What was sent up to a trouble of the line, or to the end. */
interface SentPart {
  readonly sent: readonly Sent[];
  readonly trouble: LineTrouble | null;
}

/** What the unit's port leads to: a simulated wheel under a board, or one with electronics of its own. */
export interface SimDevice {
  /** As the port tells it. */
  readonly name: string;
  /** Goes on to `us` (never back). The host's bytes arrive at the beginning. */
  run(
    us: number,
    fromHost: string,
  ): { readonly parts: readonly SentPart[]; readonly truth: readonly SpinTruth[] };
  /** A fault of its catalogue hits the spin that is under way, or the next one. */
  inject(fault: string): void;
  /** Its cable is pulled out now, or put back. */
  setCable(isIn: boolean, us: number): void;
}

/** A wheel without electronics, and the board on its pins. */
export function sensedDevice(wheel: SensedWheel, board: BoardModel): SimDevice {
  board.power(true, 0);
  return {
    name: "simulated board",
    inject: (fault) => wheel.inject(fault),
    // The board lives on the cable's power.
    setCable: (isIn, us) => board.power(isIn, us),
    run: (us, fromHost) => {
      const { edges, truth } = wheel.run(us);
      const parts: SentPart[] = [];
      let [from, host] = [0, fromHost];
      for (const trouble of wheel.lineTroubles()) {
        const end = countUpTo(edges, trouble.us, from);
        parts.push({ sent: board.step(trouble.us, edges.slice(from, end), host), trouble });
        [from, host] = [end, ""];
        if (trouble.what === "reset") board.reset(trouble.us);
        // The board lives on the cable's power.
        else if (trouble.what !== "noise") board.power(trouble.what === "replug", trouble.us);
      }
      const rest = from === 0 ? edges : edges.slice(from);
      parts.push({ sent: board.step(us, rest, host), trouble: null });
      return { parts, truth };
    },
  };
}

/** A wheel with electronics. It has power of its own: a cable that is pulled out changes nothing in it. */
export function electronicDevice(wheel: ElectronicWheel): SimDevice {
  return {
    name: "simulated wheel",
    inject: (fault) => wheel.inject(fault),
    setCable: () => undefined,
    run: (us, fromHost) => {
      const { sent, truth } = wheel.run(us, fromHost);
      let from = 0;
      const parts = wheel.lineTroubles(us).map((trouble): SentPart => {
        const end = sent.findIndex((one, at) => at >= from && one.us > trouble.us);
        const until = end < 0 ? sent.length : end;
        const part = { sent: sent.slice(from, until), trouble };
        from = until;
        return part;
      });
      return { parts: [...parts, { sent: sent.slice(from), trouble: null }], truth };
    },
  };
}
