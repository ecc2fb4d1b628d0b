import type { OpenPort } from "../../../drivers/port.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { DeviceLost } from "./act.ts";

/** The line of a device while an act has it. */
export interface LentLine {
  readonly open: OpenPort;
  /** What is thrown in the place of an error, where the device was lost. */
  readonly asLoss: (error: unknown) => unknown;
}

/** A lent line that ends with its act: whoever waits for the device then hears that it is lost, and why. */
export function lentLine(open: OpenPort, clock: Clock, signal: AbortSignal): LentLine {
  let lost: string | null = null;
  return {
    open: async (events) => {
      // An act that is over takes no line: nobody would give it back.
      signal.throwIfAborted();
      const port = await open({
        onBytes: events.onBytes.bind(events),
        onLost: (loss, at) => {
          lost = loss.detail;
          events.onLost(loss, at);
        },
      });
      const giveBack = (): void => {
        void port.close();
        events.onLost({ why: "closed", detail: String(signal.reason) }, clock.now());
      };
      if (signal.aborted) giveBack();
      else signal.addEventListener("abort", giveBack, { once: true });
      return port;
    },
    asLoss: (error) => (lost === null ? error : new DeviceLost(lost)),
  };
}
