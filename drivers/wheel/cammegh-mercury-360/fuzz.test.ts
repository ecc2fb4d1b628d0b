import { describe, expect, it } from "vitest";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { more, volume } from "../../../test/support/volume.ts";
import { mercury360Session } from "./session.ts";
import { syntheticSession, type Timed } from "./synthetic-wheel.test-support.ts";

/**
 * Damage of every kind to a session whose truth is known: no number may be wrong, whatever is lost. 200,000 mutations
 * over both protocols with status lines; the seeds are fixed.
 */
const KINDS = ["cut", "splice", "flip", "repeat", "drop", "insert"] as const;
const INSERTS = [
  "23\r\n",
  "17",
  "\r\n",
  "*W 17\r\n",
  "*Y:1:045\r\n",
  "OK\r\n",
  "R;12;0\n",
  "\n 5\r\n",
  "\0\xff",
];

/** Damages one place of the stream. A range may reach over line ends: neighbours grow together. */
function mutate(lines: Timed[], random: RandomSource): void {
  const at = random.below(lines.length);
  const line = lines[at];
  if (line === undefined) return;
  const { ms, text } = line;
  const from = random.below(text.length + 1);
  const to = Math.min(text.length, from + 1 + random.below(12));
  const put = (changed: string): void => {
    lines[at] = { ms, text: changed };
  };
  switch (random.pick(KINDS)) {
    case "cut":
      return put(text.slice(0, from));
    case "splice":
      return put(text.slice(0, from) + text.slice(to));
    case "flip": {
      if (text === "") return;
      const where = Math.min(from, text.length - 1);
      const byte = text.charCodeAt(where) ^ (1 << random.below(8));
      return put(text.slice(0, where) + String.fromCharCode(byte) + text.slice(where + 1));
    }
    case "repeat": {
      // Part of a line, a whole one, or the last few lines once more.
      const back = random.below(4);
      if (back === 0) return put(text.slice(0, to) + text.slice(from));
      const again = lines.slice(Math.max(0, at - back), at + 1).map((one) => one.text);
      return put(text + again.join(""));
    }
    case "drop":
      lines.splice(at, 1 + random.below(4));
      return;
    case "insert":
      return put(text.slice(0, from) + random.pick(INSERTS) + text.slice(from));
  }
}

interface Tally {
  mutations: number;
  numbers: number;
  wrong: number;
  games: number;
}

/** One damaged session. A number is wrong when it is not that of the game that the wheel was in when it was given. */
function run(seed: string, protocol: "advanced" | "extended", tally: Tally): void {
  const random = randomFrom(seed);
  const unframed = !random.oneIn(4);
  const countsOn = random.oneIn(2) ? "result" : "next-game";
  const { lines, truth } = syntheticSession(
    { protocol, pockets: 37, games: 3, countsOn, bare: unframed, lengths: [2, 3, 3, 6, 7] },
    random.fork("wheel"),
  );
  // The truth is by time: from the first line of state 5 until the game after it.
  const results = lines.filter(({ text }) => text.startsWith("*X;5")).map(({ ms }) => ms);
  const starts = truth.map((_, n) => (results[n * 7] ?? 0) - 400);
  const damaged = [...lines];
  const hits = 5 + random.below(40);
  for (let n = 0; n < hits && damaged.length > 0; n++) mutate(damaged, random);
  const session = mercury360Session({ protocol, pockets: 37, gameMode: 0 });
  let state = session.step(session.initial(), { i: "opened", t: monoUs(0) }).state;
  const given: number[] = [];
  for (const { ms, text } of damaged) {
    const step = session.step(state, { i: "bytes", t: monoUs(ms * 1_000), bytes: text });
    state = step.state;
    for (const seen of step.observations) {
      if (seen.o !== "number") continue;
      const game = starts.findLastIndex((start) => start <= ms);
      tally.numbers++;
      if (truth[game]?.pocket !== seen.pocket || given.includes(game)) tally.wrong++;
      given.push(game);
    }
  }
  tally.mutations += hits;
  tally.games += truth.length;
}

describe("under 30,000 mutations of each protocol, 100,000 in a soak", () => {
  it.each(["advanced", "extended"] as const)("%s: never a wrong number, never a throw", (protocol) => {
    const tally: Tally = { mutations: 0, numbers: 0, wrong: 0, games: 0 };
    for (let n = 0; tally.mutations < volume(more(12_000, 30_000), 100_000); n++)
      run(`mercury ${protocol} ${n}`, protocol, tally);
    expect(tally.wrong).toBe(0);
    // The damage is heavy; a session that gives nothing at all would prove nothing.
    expect(tally.numbers).toBeGreaterThan(tally.games / 10);
  });

  it("basic: lines lost, cut, repeated or out of order give no wrong number", () => {
    const random = randomFrom("mercury basic");
    const session = mercury360Session({ protocol: "basic", pockets: 37 });
    for (let n = 0; n < volume(more(600, 1_500), 4_000); n++) {
      const pockets = [0, 1, 2].map(() => random.below(37));
      const lines = pockets.flatMap((pocket, g) => [
        { s: g * 60 + 10, text: "*S\r\n" },
        { s: g * 60 + 25, text: "*N\r\n" },
        { s: g * 60 + 45, text: `*W ${String(pocket).padStart(2, " ")}\r\n` },
      ]);
      for (let hit = random.below(4); hit >= 0; hit--) {
        const at = random.below(lines.length);
        const line = lines[at];
        if (line === undefined) continue;
        const kind = random.below(3);
        if (kind === 0) lines.splice(at, 1);
        else if (kind === 1) lines[at] = { ...line, text: line.text.slice(0, random.below(line.text.length)) };
        else lines[at] = { ...line, text: line.text.repeat(2) };
      }
      let state = session.step(session.initial(), { i: "opened", t: monoUs(0) }).state;
      for (const { s, text } of lines) {
        const step = session.step(state, { i: "bytes", t: monoUs(s * 1_000_000), bytes: text });
        state = step.state;
        for (const seen of step.observations) {
          if (seen.o === "number") expect(seen.pocket).toBe(String(pockets[Math.floor(s / 60)]));
        }
      }
    }
  });
});
