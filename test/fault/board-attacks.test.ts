import type { Sent } from "../../hw-sim/lines/sent.ts";
import { describe, expect, it } from "vitest";
import { crc16 } from "../../drivers/link/fields.ts";
import { after, attackedBoard, type AttackedBoard, type Between } from "../support/attacked-board.ts";

/** What happens to a sensor board's lines between the board and the unit. No wrong number, and no round that nobody spun. */

const US = 1_000_000;
const START_US = 5 * US;

const rounds = ({ records }: AttackedBoard): number =>
  new Set(
    records.flatMap(({ body }) =>
      body.kind === "result" || body.kind === "undecided" || body.kind === "void" ? [body.round] : [],
    ),
  ).size;

const mistakes = ({ score }: AttackedBoard): object => {
  const { wrongResults, falseVoids, missedVoids, certifiedThoughSpoiled } = score;
  return { wrongResults, falseVoids, missedVoids, certifiedThoughSpoiled };
};
const NONE = { wrongResults: 0, falseVoids: 0, missedVoids: 0, certifiedThoughSpoiled: 0 };
const codes = ({ records }: AttackedBoard): string[] =>
  records.flatMap(({ body }) => (body.kind === "fault" ? [body.code] : []));

/** Whole lines of the chunks, each at its chunk's instant. */
const lineByLine = (sent: readonly Sent[]): Sent[] =>
  sent.flatMap(({ us, bytes }) =>
    (bytes.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => ({ us, bytes: line })),
  );

describe("a sensor board whose lines come twice", () => {
  it("one in twenty: every spin is certified, and no round is made of nothing", () => {
    const doubled: Between = (sent, _, random) =>
      lineByLine(sent).flatMap((line) => (random.oneIn(20) ? [line, line] : [line]));
    const run = attackedBoard({ seed: "twice", spins: 12, between: doubled });
    expect(mistakes(run)).toEqual(NONE);
    expect(run.score).toMatchObject({ rounds: 12, cleanNotCertified: 0, undecided: 0 });
    expect(rounds(run)).toBeLessThanOrEqual(run.truth.length);
    expect(codes(run)).toContain("line-noise");
  });

  it("whole blocks of up to four lines: the same", () => {
    let block: Sent[] = [];
    const blocks: Between = (sent, _, random) =>
      lineByLine(sent).flatMap((line) => {
        block = [...block, line].slice(-(1 + random.below(4)));
        if (!random.oneIn(40)) return [line];
        return [line, ...block.map(({ bytes }) => ({ us: line.us, bytes }))];
      });
    const run = attackedBoard({ seed: "blocks", spins: 12, between: after(START_US, blocks) });
    expect(mistakes(run)).toEqual(NONE);
    expect(run.score).toMatchObject({ rounds: 12, cleanNotCertified: 0, undecided: 0 });
    expect(rounds(run)).toBeLessThanOrEqual(run.truth.length);
  });
});

describe("a sensor board whose lines are held back", () => {
  it.each([4, 12, 25])(
    "%i s at a time, then in one burst: no spin that ran meanwhile is certified",
    (seconds) => {
      let held: Sent[] = [];
      const windows: { from: number; until: number }[] = [];
      const burst: Between = (sent, us, random) => {
        const now = windows.at(-1);
        if (now === undefined || us > now.until + 40 * US) {
          const from = us + (10 + random.below(30)) * US;
          windows.push({ from, until: from + seconds * US });
          return sent;
        }
        if (us <= now.from) return sent;
        if (us < now.until) {
          held.push(...sent);
          return [];
        }
        const late = held.map(({ bytes }) => ({ us, bytes }));
        held = [];
        return [...late, ...sent.map((one) => ({ ...one, us: Math.max(us, one.us) }))];
      };
      const run = attackedBoard({ seed: `held ${seconds}`, spins: 12, between: burst });
      expect(mistakes(run)).toEqual(NONE);
      const certifiedAt = run.records.flatMap(({ body, line }) =>
        body.kind === "result" && body.certainty.level === "certified"
          ? [Number(/"mono":(\d+)/.exec(line)?.[1])]
          : [],
      );
      for (const [index, { launchedUs }] of run.truth.entries()) {
        const next = run.truth[index + 1]?.launchedUs ?? Infinity;
        const late = windows.some(({ from, until }) => launchedUs > from && launchedUs < until - 3 * US);
        if (late) expect(certifiedAt.filter((us) => us > launchedUs && us < next)).toEqual([]);
      }
      expect(codes(run)).toContain("device-silent");
    },
  );
});

describe("a sensor board and an adapter out of its senses", () => {
  it("a block of old lines comes again seconds later: no wrong number", () => {
    const past: Sent[] = [];
    const stale: Between = (sent, us, random) => {
      past.push(...lineByLine(sent));
      past.splice(0, Math.max(0, past.length - 40));
      return random.oneIn(60) ? [...sent, ...past.slice(0, 20).map(({ bytes }) => ({ us, bytes }))] : sent;
    };
    const run = attackedBoard({ seed: "stale", spins: 12, between: after(START_US, stale) });
    expect(mistakes(run)).toEqual(NONE);
  });

  it("blocks of 62 bytes are lost: no wrong number", () => {
    const lost: Between = (sent, _, random) =>
      sent.map(({ us, bytes }) => {
        if (!random.oneIn(60)) return { us, bytes };
        const at = random.below(Math.max(1, bytes.length - 62));
        return { us, bytes: bytes.slice(0, at) + bytes.slice(at + 62) };
      });
    const run = attackedBoard({ seed: "lost", spins: 12, between: after(START_US, lost) });
    expect(mistakes(run)).toEqual(NONE);
  });

  it("edges are written over with another channel and a right sum: no wrong number", () => {
    // Not noise: a board whose wires of two ball sensors were exchanged for a while.
    const swapped = (line: string): string => {
      const body = line
        .slice(0, -6)
        .replace(/[ABab]/g, (edge) => ({ A: "B", B: "A", a: "b", b: "a" })[edge] ?? edge);
      return `${body}*${crc16(body).toString(16).toUpperCase().padStart(4, "0")}\n`;
    };
    const wires: Between = (sent, us) =>
      Math.floor(us / (20 * US)) % 3 !== 0
        ? sent
        : lineByLine(sent).map(({ us: at, bytes }) => ({
            us: at,
            bytes: /^E [0-9A-F]{4} [0-9A-F]{8}[ABab](?: |\*)/.test(bytes)
              ? bytes.slice(0, 15) + swapped(bytes).slice(15)
              : bytes,
          }));
    const run = attackedBoard({ seed: "wires", spins: 12, between: after(START_US, wires) });
    const { wrongResults, falseVoids } = run.score;
    expect({ wrongResults, falseVoids }).toEqual({ wrongResults: 0, falseVoids: 0 });
  });
});
