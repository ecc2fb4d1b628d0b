import { describe, expect, it } from "vitest";
import { PROFILES, type BoardChoice } from "../../hw-sim/sim/profiles.ts";
import { simulatedTable } from "../../hw-sim/sim/wheels.ts";
import { isVerdict } from "../../src/table/wheel/played.test-help.ts";
import type { RecordBody, VerdictRecord } from "../../src/table/kernel/record.ts";
import { more } from "../support/volume.ts";

/** One fault thrown into a running spin of an otherwise clean wheel, through board, line and the whole pipeline. */

interface Played {
  /** Verdicts of the round that was running, in order. */
  readonly hit: readonly VerdictRecord[];
  /** Verdicts of the rounds after it. */
  readonly after: readonly VerdictRecord[];
  readonly records: readonly RecordBody[];
}

/** Plays until a ball is in play, throws the fault in, and plays four more spins. */
function thrown(rulebook: string, fault: string, board: BoardChoice = "fast"): Played {
  const table = simulatedTable({ rulebook, seed: `thrown/${fault}`, profile: PROFILES.clean, board });
  const records: RecordBody[] = [];
  let round = 0;
  let spins = 0;
  while (spins < 5) {
    table.deliver(table.advance());
    const news = table.drain();
    for (const { body } of news.records) {
      records.push(body);
      if (round > 0 || body.kind !== "phase") continue;
      if (body.phase !== "ball-in-play" && body.phase !== "no-more-bets") continue;
      round = body.round;
      table.inject(fault);
    }
    spins += round === 0 ? 0 : news.truth.length;
  }
  const verdicts = records.filter(isVerdict);
  return {
    hit: verdicts.filter((one) => one.round === round),
    after: verdicts.filter((one) => one.round > round),
    records,
  };
}

const CHILE = "cl/ruleta-francesa";
const certified = (body: VerdictRecord | undefined): boolean =>
  body?.kind === "result" && body.certainty.level === "certified";

describe("the line", () => {
  it.each([
    ["board-reset", "fast"],
    ["unplug", "fast"],
    // What the emulated board's own program does is tried beside it; a whole table on it takes seconds.
    ...more([], [["board-reset", "emulated"]] as const),
  ] as const)(
    "%s on the %s board in a spin: one defined verdict, never certified, and the next spins are",
    (fault, board) => {
      const { hit, after } = thrown(CHILE, fault, board);
      expect(hit).toHaveLength(1);
      expect(certified(hit[0])).toBe(false);
      expect(["undecided", "aborted", "result"]).toContain(hit[0]?.kind);
      expect(after.filter(certified).length).toBeGreaterThanOrEqual(2);
    },
    60_000,
  );
});

describe("each void cause of the catalogue", () => {
  it.each([
    ["ball-over-rim-run", "ball-left-cylinder"],
    ["ball-on-deflector", "ball-stuck-suspended"],
    ["hand-stops-rotor", "rotor-"],
    ["rotor-jam", "rotor-"],
  ])("%s is called %s", (fault, rule) => {
    const { hit } = thrown(CHILE, fault);
    expect(hit[0]?.kind).toBe("void");
    const reasons = hit[0]?.kind === "void" ? hit[0].reasons.map((reason) => reason.rule) : [];
    expect(reasons.some((reason) => reason.startsWith(rule))).toBe(true);
  });

  it.each([
    ["ball-with-rotor", "ball-same-direction-as-rotor"],
    ["launch-two-laps", "fewer-than-min-revolutions"],
  ])("%s, in the next launch, is called %s", (fault, rule) => {
    const { after } = thrown(CHILE, fault);
    const reasons = after.flatMap((one) =>
      one.kind === "void" ? one.reasons.map((reason) => reason.rule) : [],
    );
    expect(reasons).toContain(rule);
  });

  it("hangs in Cantabria until the rotor stops, or somebody calls it", () => {
    const { hit } = thrown("es-cb/ruleta-francesa", "ball-on-deflector");
    expect(hit.every((one) => one.kind !== "result")).toBe(true);
  });

  it("between two cells, Big Six", () => {
    const { hit, after } = thrown("cl/big-six", "on-a-peg");
    const voids = [...hit, ...after].flatMap((one) => (one.kind === "void" ? one.reasons : []));
    expect(voids.map((reason) => reason.rule)).toContain("pointer-between-cells");
    expect(voids[0]?.cite).toBe("II.3.6");
  });

  it("out of the bowl is for the jefe de mesa, with the paragraph", () => {
    const { hit, after } = thrown("es-cb/bola", "out-of-bowl");
    const left = [...hit, ...after].find((one) => one.kind === "undecided");
    expect(left?.kind === "undecided" ? left.because : []).toContain("ball-left-cylinder");
    expect(left?.kind === "undecided" ? left.seen["rules"] : "").toContain("ball-left-bowl");
  });
});
