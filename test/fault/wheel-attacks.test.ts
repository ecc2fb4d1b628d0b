import { describe, expect, it } from "vitest";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import {
  heldBack,
  judged,
  linesOf,
  mercuryGames,
  playLines,
  ss2Games,
  withNumber,
  type PlayedWheel,
  type WireLine,
} from "../support/attacked-wheel.ts";

/** What adapters, wiring and a busy computer do to the lines of a wheel. A wrong certified number is none of it. */

const SS2 = tableSetup("cl/ruleta-francesa", "cammegh-ss2", []);
const MERCURY = tableSetup("cl/ruleta-francesa", "cammegh-mercury-360", []);
const US = 1_000_000;

const play = (setup: typeof SS2, wheel: PlayedWheel, lines: readonly WireLine[] = wheel.lines) =>
  judged(playLines(setup, lines), wheel.truth);
const at = (lines: readonly WireLine[], index: number): WireLine => {
  const line = lines.at(index);
  if (line === undefined) throw new Error("no such line");
  return line;
};
/** A number that is not this game's, of one damaged digit. */
const other = (wheel: PlayedWheel, game: number): string => {
  const pocket = wheel.truth.find((one) => one.game === game)?.pocket ?? "";
  return String((Number(pocket) + 3) % 37);
};

const WHEELS = [
  ["SS2", SS2, ss2Games],
  ["Mercury 360", MERCURY, mercuryGames],
] as const;

describe.each(WHEELS)("%s", (_, setup, games) => {
  it("certifies every clean game, with and without bare numbers", () => {
    for (const unframed of [true, false]) {
      const wheel = games({ seed: "clean", games: 20, bare: unframed });
      const { certified, wrong, faults } = play(setup, wheel);
      expect({ bare: unframed, certified, wrong, faults }).toEqual({
        bare: unframed,
        certified: 20,
        wrong: [],
        faults: [],
      });
    }
  });

  it("certifies games whose lines come in small batches, of a busy computer", () => {
    const wheel = games({ seed: "batches", games: 20 });
    // A latency timer of 16 ms, and a computer that looks every 0.1 s, or now and then after 0.9 s.
    const late = (us: number): number =>
      Math.ceil(us / (Math.floor(us / 9_000_000) % 3 === 0 ? 900_000 : 100_000));
    const step = (us: number): number => (Math.floor(us / 9_000_000) % 3 === 0 ? 900_000 : 100_000);
    const lines = wheel.lines.map((line) => ({ ...line, us: late(line.us) * step(line.us) }));
    const { certified, wrong, faults } = play(setup, wheel, lines);
    expect({ certified, wrong, faults }).toEqual({ certified: 20, wrong: [], faults: [] });
  });

  it("one damaged state-5 line that comes three times is one word, and no number", () => {
    const wheel = games({ seed: "thrice", games: 6, bare: false });
    const { told: reported, wrong } = play(setup, wheel, thrice(wheel, 13));
    expect(wrong).toEqual([]);
    expect(reported.find((one) => one.startsWith("13"))).toMatch(
      /^13 undecided (state-5-lines-differ|words-differ)$/,
    );
    expect(reported.filter((one) => one.includes("certified"))).toHaveLength(5);
  });

  it("the same, 0.1 s apart: still one word", () => {
    const wheel = games({ seed: "apart", games: 6, bare: false });
    const first = at(linesOf(wheel, 13, 5), 0);
    const bytes = withNumber(first.bytes, other(wheel, 13));
    const copies = [0, 100_000, 200_000].map((later) => ({ ...first, bytes, us: first.us + later }));
    const lines = wheel.lines.flatMap((line) => (line === first ? copies : [line]));
    const { told: reported, wrong } = play(setup, wheel, lines);
    expect(wrong).toEqual([]);
    expect(reported[2]).toMatch(/^13 undecided (state-5-lines-differ|words-differ)$/);
  });

  it("one good state-5 line that comes three times, 0.1 s apart, and nothing after it: no certified number", () => {
    const wheel = games({ seed: "alone", games: 6, bare: false });
    const fives = linesOf(wheel, 13, 5);
    const [first] = fives;
    const lines = wheel.lines.flatMap((line) => {
      if (line === first) return [0, 100_000, 200_000].map((later) => ({ ...line, us: line.us + later }));
      return fives.includes(line) ? [] : [line];
    });
    const { told: reported, wrong } = play(setup, wheel, lines);
    expect(wrong).toEqual([]);
    expect(reported.filter((one) => one.startsWith("13 certified"))).toEqual([]);
    expect(reported.filter((one) => one.includes("certified"))).toHaveLength(5);
  });

  it("a damaged flag that comes twice in one chunk voids nothing", () => {
    const wheel = games({ seed: "flag", games: 6 });
    const first = at(linesOf(wheel, 13, 3), 2);
    const bytes = `${first.bytes.slice(0, 12)}2${first.bytes.slice(13)}`.repeat(2);
    const { told: reported, wrong } = play(
      setup,
      wheel,
      wheel.lines.map((line) => (line === first ? { ...line, bytes } : line)),
    );
    expect(wrong).toEqual([]);
    expect(reported.filter((one) => one.includes("certified"))).toHaveLength(6);
  });

  it("two wheels in step on one line have no number", () => {
    const wheel = games({ seed: "two", games: 12 });
    const { told: reported, wrong } = play(setup, wheel, inStep(wheel, setup === SS2 ? "ss2" : "mercury"));
    expect(wrong).toEqual([]);
    expect(reported.filter((one) => one.includes("certified"))).toEqual([]);
    expect(reported.some((one) => one.endsWith("undecided old-number-differs"))).toBe(true);
  });

  it.each([2, 3, 4, 5])("a burst after 25 s of silence, from state %i on, is reported at best", (state) => {
    for (const seconds of [3, 8, 15, 25, 60]) {
      const wheel = games({ seed: `burst ${state} ${seconds}`, games: 4 });
      const from = at(linesOf(wheel, 13, state), 2).us;
      const { told: reported, wrong } = play(setup, wheel, heldBack(wheel.lines, from, from + seconds * US));
      const lies = at(linesOf(wheel, 13, 5), -1).us;
      const begins = at(linesOf(wheel, 13, 3), 0).us;
      const until = from + seconds * US;
      expect(wrong).toEqual([]);
      // Whatever of the spin came late, its number is not certified; the wheel's bets were open to the burst at the most.
      if (until > begins && from < lies && state < 5)
        expect({ seconds, told: reported.filter((one) => one.startsWith("13 certified")) }).toEqual({
          seconds,
          told: [],
        });
    }
  });

  it("says that the lines came late and together", () => {
    const wheel = games({ seed: "late", games: 4 });
    const from = at(linesOf(wheel, 13, 2), 2).us;
    const { told: reported, faults } = play(setup, wheel, heldBack(wheel.lines, from, from + 25 * US));
    expect(faults).toEqual(expect.arrayContaining(["device-silent", "lines-late"]));
    expect(reported.filter((one) => one.includes("certified"))).toHaveLength(3);
  });
});

/** The first state-5 line of the game damaged, and three times in one chunk. */
function thrice(wheel: PlayedWheel, game: number): WireLine[] {
  const first = at(linesOf(wheel, game, 5), 0);
  const bytes = withNumber(first.bytes, other(wheel, game)).repeat(3);
  return wheel.lines.map((line) => (line === first ? { ...line, bytes } : line));
}

/** Every second line is another wheel's, of the same game, state and direction; half of the games lose a word of their own. */
function inStep(wheel: PlayedWheel, kind: "ss2" | "mercury"): WireLine[] {
  const games = kind === "ss2" ? ss2Games : mercuryGames;
  const second = games({ seed: "the other", games: 12 });
  const theirs = new Map(second.truth.map(({ game, pocket }) => [game, pocket]));
  let turn = 0;
  return wheel.lines.flatMap((line) => {
    if (line.bare === true) return line.game % 2 === 0 ? [line] : [];
    turn++;
    if (turn % 2 === 0) return [line];
    const shown = line.state === 5 ? theirs.get(line.game) : (theirs.get(line.game - 1) ?? "8");
    return [{ ...line, bytes: withNumber(line.bytes, shown ?? "8") }];
  });
}

describe("Mercury 360, extended", () => {
  it("field D against the direction of EEEE leaves the spin to a person", () => {
    const wheel = mercuryGames({ seed: "two words", games: 8 });
    const turned = linesOf(wheel, 13, 4).slice(7);
    const lines = wheel.lines.map((line) =>
      turned.includes(line)
        ? {
            ...line,
            bytes: line.bytes.replace(/;([01]);(?=[0-9A-F]{4};)/, (_, d) => `;${d === "0" ? 1 : 0};`),
          }
        : line,
    );
    const { told: reported, wrong } = play(MERCURY, wheel, lines);
    expect(wrong).toEqual([]);
    expect(reported[2]).toBe("13 undecided rotor-direction-differs");
    expect(reported.filter((one) => one.includes("certified"))).toHaveLength(7);
  });
});

describe("games that passed without a record", () => {
  it.each(WHEELS)("%s: a counter that jumps between two results is told by spin-missed", (_, setup, games) => {
    const wheel = games({ seed: "passed", games: 12 });
    // The wheel speaks nonsense from the open bets of game 14 to those of game 17.
    const from = at(linesOf(wheel, 14, 2), 4).us;
    const until = at(linesOf(wheel, 17, 2), 0).us;
    const heard = wheel.lines.map((line) =>
      line.us > from && line.us < until ? { ...line, bytes: line.bytes.replace("*X;", "*Z;") } : line,
    );
    const { wrong, faults, told: reported } = play(setup, wheel, heard);
    expect(wrong).toEqual([]);
    expect(faults).toContain("spin-missed");
    expect(reported.filter((one) => one.includes("certified"))).toHaveLength(9);
  });

  it.each(WHEELS)("%s: one game alone is told as one", (_, setup, games) => {
    const wheel = games({ seed: "one", games: 8 });
    const heard = wheel.lines.map((line) =>
      line.game === 14 ? { ...line, bytes: line.bytes.replace("*X;", "*Z;") } : line,
    );
    const { wrong, missed } = play(setup, wheel, heard);
    expect({ wrong, missed }).toEqual({ wrong: [], missed: [1] });
  });

  it("a wheel that was switched off and on counts anew: none is missed", () => {
    const before = ss2Games({ seed: "before", games: 4, firstGame: 200 });
    const after = ss2Games({ seed: "after", games: 4, firstGame: 1 });
    const off = (before.lines.at(-1)?.us ?? 0) + 20 * US;
    const lines = [
      ...before.lines.slice(0, -4),
      ...after.lines.map((line) => ({ ...line, us: line.us + off })),
    ];
    const wheel = { lines, truth: [...before.truth, ...after.truth] };
    const { wrong, missed } = play(SS2, wheel);
    expect({ wrong, missed }).toEqual({ wrong: [], missed: [] });
  });

  it("a second wheel that babbles through three games leaves them on record", () => {
    const wheel = ss2Games({ seed: "babble", games: 8 });
    const second = ss2Games({ seed: "babbler", games: 8, firstGame: 90 });
    const from = at(linesOf(wheel, 13, 5), -1).us;
    const until = at(linesOf(wheel, 17, 2), 0).us;
    const heard = wheel.lines.flatMap((line, index) => {
      const theirs = second.lines[index];
      const both = line.us > from && line.us < until && theirs !== undefined;
      return both ? [line, { ...theirs, us: line.us + 200_000 }] : [line];
    });
    const { wrong, faults } = play(SS2, wheel, heard);
    expect(wrong).toEqual([]);
    expect(faults).toContain("spin-missed");
  });

  it("clean games past the counter's end are none", () => {
    const wheel = ss2Games({ seed: "wrap", games: 8, firstGame: 252 });
    expect(play(SS2, wheel)).toMatchObject({ certified: 8, wrong: [], faults: [] });
  });
});
