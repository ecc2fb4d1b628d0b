import { describe, expect, it } from "vitest";
import { sameText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import {
  applicationHex,
  bootFlash,
  CabledBoard,
  type CabledOptions,
} from "../../../test/support/devices/cabled-board.ts";
import { readIntelHex } from "../../../src/load/intel-hex.ts";
import { Problem } from "../../problem.ts";
import type { ActContext, ActDetail } from "./act.ts";
import { flashBoard, type FlashedBoard } from "./flash-acts.ts";
import { ON_PAGE } from "./technician.ts";

/** The panel's real images behind a cable, flashed as an act of a table. */

function bench(options: Partial<CabledOptions> = {}) {
  const clock = fakeClock();
  const cabled = new CabledBoard({ clock, flash: bootFlash("panel"), ...options });
  const said: Text[] = [];
  const steps: string[] = [];
  const board: FlashedBoard = {
    kind: "panel",
    baudRate: 57_600,
    open: cabled.open,
    letGo: () => {
      steps.push("let go");
      return Promise.resolve(() => steps.push("taken back"));
    },
  };
  const context: ActContext = {
    values: {},
    by: { name: "Eva Mas", role: "tecnico" },
    second: () => Promise.reject(new Error("nobody is asked")),
    signal: new AbortController().signal,
    commit: (detail: ActDetail) => {
      steps.push(`record ${JSON.stringify(detail)}`);
      return Promise.resolve();
    },
    note: () => Promise.reject(new Error("nothing is seen step by step")),
    person: {
      words: ON_PAGE,
      say: (line) => said.push(line),
      progress: (done, of) => said.push(sameText(`${done}/${of}`)),
      ready: () => Promise.reject(new Error("nothing is asked")),
      ask: () => Promise.reject(new Error("nothing is asked")),
    },
  };
  return { cabled, said, steps, run: () => cabled.until(flashBoard({ clock }, board)(context)) };
}

describe("flashing as an act", () => {
  it("is a record before the port is let go, shows how far it is, and says what runs", async () => {
    const { steps, said, run } = bench();
    const done = await run();
    expect(steps[0]).toMatch(/^record \{"board":"panel","image":"1\.1\.0","digest":"[0-9a-f]{16}"\}$/);
    expect(steps.slice(1)).toEqual(["let go", "taken back"]);
    expect(done.detail).toMatchObject({ former: "none", boot: "1.0", written: 20, runs: "1.1" });
    expect(said.map(({ en }) => en)).toContain("20/20");
    expect(said.at(-1)?.es).toBe("La placa funciona con 1.1.");
  });

  it("that fails says why in the words of the page, and the port is taken back", async () => {
    const flash = readIntelHex(applicationHex("panel"), 32_768);
    const { steps, run } = bench({ flash, hasBootSection: false });
    const error: unknown = await run().catch((one: unknown) => one);
    expect(error instanceof Problem ? error.words?.gl : error).toContain("cun programador, unha soa vez");
    expect(steps.at(-1)).toBe("taken back");
  });
});
