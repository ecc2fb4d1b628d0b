import { expect, it } from "vitest";
import type { OpenPort } from "../../../drivers/port.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { lentLine } from "./lent-line.ts";

/** A line of which is counted who has it. */
function line(whileOpening: () => void = () => undefined) {
  const has = { it: 0 };
  const open: OpenPort = () => {
    has.it++;
    whileOpening();
    const close = (): Promise<void> => {
      has.it--;
      return Promise.resolve();
    };
    return Promise.resolve({ name: "wheel", write: () => Promise.resolve(), close });
  };
  return { has, open };
}

it.each(["before", "while it is opened", "afterwards"] as const)(
  "a line is given back whenever its act ends: %s",
  async (when) => {
    const abort = new AbortController();
    const end = (): void => abort.abort(new Error("given up"));
    if (when === "before") end();
    const { has, open } = line(when === "while it is opened" ? end : undefined);
    const lost: string[] = [];
    const lent = lentLine(open, fakeClock(), abort.signal);
    const events = {
      onBytes: () => undefined,
      onLost: ({ detail }: { detail: string }) => void lost.push(detail),
    };
    const opened = lent.open(events).then(
      () => "open",
      (error: unknown) => String(error),
    );
    if (when === "before") expect(await opened).toBe("Error: given up");
    else expect(await opened).toBe("open");
    if (when === "afterwards") end();
    expect([has.it, lost.length]).toEqual([0, when === "before" ? 0 : 1]);
  },
);
