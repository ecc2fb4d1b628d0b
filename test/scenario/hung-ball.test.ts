import { describe, expect, it } from "vitest";
import { PROFILES } from "../../hw-sim/sim/profiles.ts";
import { simulatedTable } from "../../hw-sim/sim/wheels.ts";
import type { SpinTruth } from "../../hw-sim/models/wheels/sensed/sensed-wheel.ts";
import { isVerdict } from "../../src/table/wheel/played.test-help.ts";
import type { RecordBody, VerdictRecord } from "../../src/table/kernel/record.ts";
import { more } from "../support/volume.ts";

/**
 * A ball that hangs, from the board's edges to the verdict. What is expected comes from the model of the wheel alone: the pocket into
 * which the ball fell by itself, or none.
 */

const SPINS = 6;

/** Each spin that the fault hit, with the verdict of its round. */
function played(
  rulebook: string,
  fault: string,
): readonly { readonly truth: SpinTruth; readonly verdict: VerdictRecord | undefined }[] {
  const table = simulatedTable({ rulebook, seed: `hung ${fault}`, profile: PROFILES.clean, board: "fast" });
  const records: RecordBody[] = [];
  const truths: SpinTruth[] = [];
  table.inject(fault);
  while (truths.length < SPINS + 1) {
    table.deliver(table.advance());
    const news = table.drain();
    records.push(...news.records.map(({ body }) => body));
    if (news.truth.length > 0) table.inject(fault);
    truths.push(...news.truth);
  }
  const verdicts = records.filter(isVerdict);
  // The last one's verdict may be still to come.
  return truths.slice(0, SPINS).map((truth, at) => ({ truth, verdict: verdicts[at] }));
}

const said = (verdict: VerdictRecord | undefined): string => {
  switch (verdict?.kind) {
    case "result":
      return `${"pocket" in verdict.result ? verdict.result.pocket : "?"} ${verdict.certainty.level}`;
    case "void":
      return `void ${verdict.reasons[0]?.rule ?? ""}`;
    default:
      return verdict?.kind ?? "nothing";
  }
};

describe.each(["cl/ruleta-francesa", "es-cb/ruleta-francesa", ...more([], ["es-pv/ruleta-francesa"])])(
  "%s",
  (rulebook) => {
    it.each(["ball-slips-off-fret", "ball-on-deflector-falls"])(
      "a ball that hung and fell by itself (%s) has its number",
      (fault) => {
        for (const { truth, verdict } of played(rulebook, fault)) {
          expect(truth.pocket).not.toBeNull();
          expect(said(verdict)).toBe(`${truth.pocket} certified`);
        }
      },
      60_000,
    );

    it.each(["ball-on-fret", "ball-on-deflector"])(
      "a ball that hangs until somebody takes it (%s) has none",
      (fault) => {
        const hung = played(rulebook, fault).filter(({ truth }) => truth.facts["ball-suspended"] === true);
        expect(hung.length).toBeGreaterThan(0);
        for (const { verdict } of hung)
          expect(said(verdict)).toBe(rulebook.startsWith("cl/") ? "void ball-stuck-suspended" : "undecided");
      },
      60_000,
    );
  },
);
