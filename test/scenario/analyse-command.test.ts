import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { addChecksum } from "../../drivers/link/numbered-line.ts";
import { freshFolder, openTestStore } from "../../firmware/journal/store/journal.fixture.ts";
import { BoardMotion } from "../../firmware/replay/board-motion.ts";
import { Analysis } from "../../src/analysis/analysis.ts";
import type { Motion } from "../../src/analysis/motion.ts";
import { testLine } from "../../src/record/vector.fixture.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { commandHere } from "../support/command.ts";
import { SOAK } from "../support/volume.ts";

/** `tirada analyse` on a journal as it lies on a disk, and what it makes of the lines of a sensor board. */

const POCKETS = Array.from({ length: 37 }, (_, at) => String(at));

function journalOf(spins: number): string {
  const folder = freshFolder();
  const store = openTestStore(join(folder, "journal.db"));
  const random = randomFrom("analyse");
  for (let round = 1; round <= spins; round++) {
    const at = `2026-03-0${round % 2 === 0 ? 1 : 2}T20:00:00.000Z`;
    const result = { pocket: random.pick(POCKETS), suertes: [] };
    const certainty = { level: "certified", because: [] };
    const fields = {
      kind: "result",
      round,
      result,
      certainty,
      deviations: [],
      rulebook: "cl/ruleta-francesa@2023-03",
    };
    store.commit(testLine(store.head, { ...fields, at, dev: "cammegh-ss2" }));
  }
  return folder;
}

describe("tirada analyse", () => {
  it("prints every section, and the same as JSON", async () => {
    const folder = journalOf(400);
    const { status, stdout } = await commandHere(["analyse", folder, "--lang", "en"]);
    expect(status).toBe(0);
    for (const heading of [
      "Rounds",
      "Numbers",
      "Sectors",
      "Voids by cause",
      "Deflectors",
      "Misreads",
      "Faults",
    ])
      expect(stdout).toContain(`\n${heading}\n`);
    expect(stdout).toMatch(/chi-square \d+\.\d, degrees 36, p 0\.\d{4}: as chance gives/);
    const json = await commandHere(["analyse", folder, "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      records: 400,
      rounds: 400,
      leftOut: 0,
      device: "cammegh-ss2",
    });
    const day = await commandHere(["analyse", folder, "--json", "--from", "2026-03-02", "--to", "2026-03-02"]);
    expect(JSON.parse(day.stdout)).toMatchObject({ records: 200, from: "2026-03-02T20:00:00.000Z" });
  });

  it("writes a file a section, again over its own, and never over anything else or into a storage folder", async () => {
    const folder = journalOf(50);
    const out = freshFolder();
    const written = await commandHere(["analyse", folder, "--csv", join(out, "mesa.csv")]);
    expect([written.status, readdirSync(out).sort()]).toEqual([
      0,
      ["mesa-numbers.csv", "mesa-rounds.csv", "mesa-sectors.csv", "mesa-sets.csv"],
    ]);
    const numbers = readFileSync(join(out, "mesa-numbers.csv"), "utf8").split("\r\n");
    expect(numbers[0]).toBe("pocket,count,expected,low,high,outside");
    expect(numbers.length).toBe(37 + 2);
    expect((await commandHere(["analyse", folder, "--csv", join(out, "mesa")])).status).toBe(0);
    writeFileSync(join(out, "mesa-rounds.csv"), "my own notes\n");
    const refused = await commandHere(["analyse", folder, "--csv", join(out, "mesa.csv")]);
    expect([refused.status, refused.stderr.split("\n").length]).toEqual([2, 2]);
    expect(readFileSync(join(out, "mesa-rounds.csv"), "utf8")).toBe("my own notes\n");
    const inside = await commandHere(["analyse", folder, "--csv", join(folder, "mesa.csv")]);
    expect(inside.status).toBe(2);
    expect(inside.stderr).toContain("is a table's storage folder");
    expect(readdirSync(folder).filter((name) => name.endsWith(".csv"))).toEqual([]);
  });

  it("says of recordings that it cannot read them, and counts the rest", async () => {
    const folder = journalOf(5);
    mkdirSync(join(folder, "recordings"));
    writeFileSync(join(folder, "recordings", "wheel-000001.jsonl"), "no recording\n");
    const { status, stdout } = await commandHere(["analyse", folder]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/note: wheel-000001\.jsonl: /);
    expect((await commandHere(["analyse", folder, "--without-recordings"])).stdout).not.toContain("note:");
  });
});

const hexText = (value: number, width: number): string =>
  (value >>> 0).toString(16).toUpperCase().padStart(width, "0");

/** One edge line of a board at a time in ticks of 0.5 µs. */
const edgeLine = (n: number, tick: number, edge: string): string =>
  `${addChecksum(`E ${hexText(n, 4)} ${hexText(tick, 8)}${edge}`)}\n`;

describe("the edges of a sensor board", () => {
  /** Three laps past sensors A, B, C and ten turns of the rotor, then silence; `from`: the board's time, near its wrap or not. */
  function motionsOf(from: number, cut: number): Motion[] {
    const lapTicks = 2_000_000;
    const edges: { readonly tick: number; readonly edge: string }[] = [];
    for (let lap = 0; lap < 3; lap++)
      for (const [at, edge] of ["A", "B", "C"].entries())
        edges.push({ tick: lap * lapTicks + at * 600_000, edge });
    for (let turn = 0; turn < 10; turn++)
      edges.push({ tick: turn * 1_000_000 + (turn === 5 ? 200 : 0), edge: "I" });
    edges.push({ tick: 20_000_000, edge: "X" });
    const text = edges
      .sort((a, b) => a.tick - b.tick)
      .map(({ tick, edge }, n) => edgeLine(n, from + tick, edge))
      .join("");
    const board = new BoardMotion();
    const pieces = [text.slice(0, cut), "noise\n", text.slice(cut)];
    return pieces.flatMap((piece) => [...board.read(piece, "2026-03-01")]);
  }

  it.each([0, 0xffff_0000])("give the first lap, the drop and the jitter, from %i on", (from) => {
    const motions = motionsOf(from, 0);
    const day = "2026-03-01";
    expect(motions.filter(({ m }) => m === "lap")).toEqual([{ m: "lap", day, ms: 1_000 }]);
    expect(motions.filter(({ m }) => m === "drop")).toEqual([{ m: "drop", day, sensor: "C" }]);
    // The ball comes first with the mark, and last 1.2 turns' time behind the fifth of them.
    expect(motions.filter(({ m }) => m === "rotor-at")).toEqual([
      { m: "rotor-at", day, of: "drop", eighth: 2 },
    ]);
    const jitter = motions.flatMap((one) => (one.m === "jitter" ? [one.us] : []));
    // One mark came 100 µs late: its turn and the next differ from their neighbours' mean by 150, those by 50.
    expect(jitter).toEqual([0, 0, 50, 150, 150, 50, 0]);
  });

  it("are not disturbed by a heartbeat that is a little older than the edges before it", () => {
    const board = new BoardMotion();
    const take = (text: string): Motion[] => [...board.read(text, "2026-03-01")];
    const beat = (tick: number): string =>
      `${addChecksum(`B 0001 ${hexText(tick, 8)} 0000 000000 000000 0000 0000 0000 00`)}\n`;
    const passings = Array.from(
      { length: 8 },
      (_, at) => edgeLine(at, 100_000 + at * 900_000, "A") + beat(at * 900_000),
    );
    expect(take(passings.join(""))).toEqual([]);
    expect(take(beat(20_000_000))).toEqual([
      { m: "lap", day: "2026-03-01", ms: 450 },
      { m: "drop", day: "2026-03-01", sensor: "A" },
    ]);
  });

  it("give nothing across lines that were lost", () => {
    const board = new BoardMotion();
    const take = (text: string): Motion[] => [...board.read(text, "2026-03-01")];
    take(edgeLine(1, 0, "A"));
    take(`${addChecksum("L 0002 00001000 0003")}\n`);
    expect(take(edgeLine(3, 1_000_000, "A"))).toEqual([]);
  });
});

it("a million records take no more memory than a hundred thousand", { timeout: 300_000 }, () => {
  const random = randomFrom("memory");
  const analysis = new Analysis(() => null);
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const heap = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const feed = (from: number, to: number): void => {
    for (let round = from; round < to; round++) {
      const at = new Date(round * 60_000).toISOString();
      // Names that never come twice would fill a list.
      const because = [`code-${round}`];
      analysis.addRecord({ kind: "undecided", round, because, at });
      analysis.addRecord({
        kind: "deal",
        round,
        what: "dealt",
        cards: [{ n: 1, to: `hand-${round}`, up: true, face: "As" }],
        at,
      });
      if (random.oneIn(2)) analysis.addRecord({ kind: "opened", round, at });
      analysis.addRecord({ kind: "result", round, result: { pocket: `p${round}` }, certainty: {}, at });
      analysis.addRecord({ kind: "fault", device: "wheel", code: `fault-${round}`, round: null, at });
      analysis.addMotion({ m: "rotor", day: at.slice(0, 10), rpm10: random.below(600) });
    }
  };
  const thousands = SOAK ? 200 : 10;
  feed(0, thousands * 100);
  const before = heap();
  feed(thousands * 100, thousands * 1_000);
  const grown = heap() - before;
  expect(analysis.report().records).toBeGreaterThan(thousands * 4_000);
  expect(grown).toBeLessThan(4 * 1024 * 1024);
});
