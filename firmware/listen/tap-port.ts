import type { OpenPort, PortEvents } from "../../drivers/port.ts";
import { toText } from "../../src/recording/codec.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { PortEntry } from "./row.ts";

/** Name of the panel's line among those of a table. */
export const PANEL_LINE = "panel";

/** A port of which somebody else is told what comes and goes, as entries of recordings have it. Whoever opened it notices nothing of it. */
export function tapPort(
  open: OpenPort,
  port: string,
  clock: Clock,
  tell: (entry: PortEntry) => void,
): OpenPort {
  return async (events) => {
    const told: PortEvents = {
      onBytes: (bytes, t) => {
        tell({ k: "in", t, port, bytes: toText(bytes) });
        events.onBytes(bytes, t);
      },
      onLost: (loss, t) => {
        tell({ k: "lost", t, port, why: loss.detail });
        events.onLost(loss, t);
      },
    };
    const opened = await open(told);
    tell({ k: "open", t: clock.now(), port, name: opened.name });
    return {
      name: opened.name,
      write: async (bytes) => {
        await opened.write(bytes);
        tell({ k: "out", t: clock.now(), port, bytes: toText(bytes) });
      },
      close: () => opened.close(),
    };
  };
}
