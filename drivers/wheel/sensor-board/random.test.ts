import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { BoardHarness, noteTracker, ROULETTE, type Notes } from "./board-harness.test-help.ts";
import { BoardWriter, type SentEdge } from "./line-writer.test-help.ts";
import { sensorBoardSession } from "./session.ts";
import { more } from "../../../test/support/volume.ts";

/** A game's worth of lines: edges of every channel, heartbeats, losses, resets. */
function play(random: RandomSource, lines: number): { readonly lines: string[]; readonly edges: SentEdge[] } {
  const board = new BoardWriter();
  let tick = 40_000;
  const sent: SentEdge[] = [];
  const out = ["\n", board.identity(tick), board.beat(tick)];
  const levels: Record<string, boolean> = {};
  while (out.length < lines) {
    const kind = random.below(100);
    if (kind < 70) {
      const list = Array.from({ length: 1 + random.below(8) }, (): SentEdge => {
        const channel = random.pick(["A", "B", "C", "Q", "R", "I", "P", "X", "T", "V", "W", "H", "G"]);
        const hole = channel === "H" || channel === "G" ? random.below(18) : 0;
        const key = `${channel}${hole}`;
        levels[key] = levels[key] !== true;
        tick += 1 + random.below(60_000);
        return { tick, channel, on: levels[key], hole };
      });
      sent.push(...list);
      out.push(board.edges(list));
    } else if (kind < 97) out.push(board.beat((tick += 1 + random.below(500_000))));
    else if (kind < 98) out.push(board.loss((tick += 1), 1 + random.below(9)));
    else if (kind < 99) out.push(board.refusal(tick, "crc"));
    else {
      board.reset();
      tick = 100 + random.below(1_000);
      out.push(board.beat(tick), board.identity((tick += 50), "watchdog"));
    }
  }
  return { lines: out, edges: sent };
}

const text = ({ tick, channel, on, hole }: SentEdge): string => `${tick} ${channel}${String(on)}${hole}`;

/** Feeds chunks at the pace of the line; the board's face is that of every writer. */
function feed(
  chunks: readonly string[],
  usEach = 2_000,
): { readonly harness: BoardHarness; readonly told: SentEdge[] } {
  const harness = new BoardHarness({ setup: ROULETTE, board: 7 });
  harness.answers = false;
  harness.opened();
  for (const chunk of chunks) {
    harness.t += usEach;
    harness.bytes(chunk);
  }
  return { harness, told: harness.notes.edges };
}

/** Every edge told was sent, in the order in which it was sent, and not twice. */
function expectOnlySent(reported: readonly SentEdge[], sent: readonly SentEdge[]): void {
  let at = 0;
  for (const edge of reported) {
    const wanted = text(edge);
    while (at < sent.length && text(sent[at]!) !== wanted) at++;
    expect(at, `${wanted} was not sent, or not there`).toBeLessThan(sent.length);
    at++;
  }
}

describe("any line", () => {
  it("tells every edge once and in order when nothing is damaged", () => {
    for (let seed = 0; seed < 20; seed++) {
      const { lines, edges } = play(randomFrom(`whole-${seed}`), 300);
      const { told: reported } = feed(lines);
      expect(reported.map(text)).toEqual(edges.map(text));
    }
  });

  it("cut into chunks in any way gives the same observations and the same edges", () => {
    const { lines } = play(randomFrom("chunks"), 120);
    const whole = lines.join("");
    const run = (chunks: readonly string[]): unknown => {
      // Time stands still, so that only the cutting differs.
      const { harness } = feed(chunks, 0);
      // Questions are asked once a step, so only they depend on the cutting.
      return { seen: harness.seen, told: harness.notes.told, state: { ...harness.state, asks: null } };
    };
    const all = run([whole]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 60 }), (cuts) => {
        const chunks: string[] = [];
        let at = 0;
        for (let next = 0; at < whole.length; next = (next + 1) % cuts.length) {
          chunks.push(whole.slice(at, at + (cuts[next] ?? 1)));
          at += cuts[next] ?? 1;
        }
        expect(run(chunks)).toEqual(all);
      }),
      { numRuns: 40 },
    );
  });

  it("mutated, cut, dropped, doubled or swapped never makes an edge that was not sent, and keeps the state small", () => {
    let reported = 0;
    for (let seed = 0; seed < 150; seed++) {
      const random = randomFrom(`damage-${seed}`);
      const { lines, edges } = play(random, 200);
      const damaged = [...lines];
      for (let times = 1 + random.below(30); times > 0; times--) damage(damaged, random);
      const { harness, told: got } = feed(damaged);
      expectOnlySent(got, edges);
      expect(JSON.stringify(harness.state).length).toBeLessThan(20_000);
      reported += got.length;
    }
    // The test would mean nothing if everything were refused.
    expect(reported).toBeGreaterThan(20_000);
  });
});

function damage(lines: string[], random: RandomSource): void {
  const at = 3 + random.below(lines.length - 4);
  const line = lines[at] ?? "";
  switch (random.below(5)) {
    case 0: {
      const where = random.below(line.length);
      const byte = String.fromCharCode(random.below(256));
      lines[at] = line.slice(0, where) + byte + line.slice(where + 1);
      return;
    }
    case 1:
      lines[at] = line.slice(random.below(line.length));
      return;
    case 2:
      lines.splice(at, 1);
      return;
    case 3:
      lines.splice(at, 0, line);
      return;
    case 4:
      lines[at] = lines[at + 1] ?? "";
      lines[at + 1] = line;
      return;
  }
}

describe("two boards on one line", () => {
  it("are never watched: no stage of the game goes by without a hole", () => {
    const a = play(randomFrom("board-a"), 400);
    const b = play(randomFrom("board-b"), 400);
    const { harness } = feed(a.lines.flatMap((line, at) => [line, b.lines[at] ?? ""]));
    expect(harness.words()).toContain("+line-noise");
    // After the first word of the other board not ten lines go by without a hole.
    const holes = harness.notes.told.flatMap((word, at) => (word.startsWith("hole") ? [at] : []));
    const quiet = holes.slice(1).map((at, index) => at - (holes[index] ?? 0));
    expect(Math.max(...quiet)).toBeLessThan(200);
    expect(JSON.stringify(harness.state).length).toBeLessThan(20_000);
  });
});

describe("a million random lines", () => {
  it("are borne: no crash, no edge, a small state", () => {
    const random = randomFrom("million");
    const notes: Notes = { told: [], edges: [] };
    const session = sensorBoardSession({ setup: ROULETTE, board: 7, tracker: noteTracker(notes) });
    let state = session.step(session.initial(), { i: "opened", t: monoUs(0) }).state;
    const letters = "EBLISTCNABCQRIPXTVWHGabq0123456789ABCDEF *\r\n\x00\xff";
    let lines = 0;
    for (let t = 1; lines < more(300_000, 1_000_000); t++) {
      let chunk = "";
      for (let line = 0; line < 500; line++) {
        const length = random.below(12);
        for (let at = 0; at < length; at++) chunk += letters.charAt(random.below(letters.length));
        chunk += "\n";
        lines++;
      }
      state = session.step(state, { i: "bytes", t: monoUs(t * 1_000), bytes: chunk }).state;
      if (t % 500 === 0) expect(JSON.stringify(state).length).toBeLessThan(20_000);
    }
    expect(notes.edges).toEqual([]);
    expect(notes.told.every((word) => word.startsWith("hole"))).toBe(true);
    expect(notes.told.length).toBeLessThan(10);
  });
});
