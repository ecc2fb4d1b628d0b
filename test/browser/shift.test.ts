import { describe, expect, it } from "vitest";
import { SOAK } from "../support/volume.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { playShift, type Shift } from "./shift/play-shift.ts";
import type { Family } from "./shift/shift-table.ts";

/**
 * A shift of eight simulated hours at the control pages of every family, by touch; some minutes of it in `test:all`. Things happen at the
 * device, people settle what waits, croupiers relieve each other, earlier rounds are looked up.
 */

const HOURS = Number(process.env["TIRADA_SHIFT_HOURS"] ?? (SOAK ? 8 : 0.05));
const TABLES: readonly (readonly [Family, string])[] = [
  ["wheel", "cl/ruleta-francesa"],
  ["cards", "cl/punto-y-banca"],
  ["dice", "es-cb/sic-bo"],
  ...(SOAK
    ? ([
        ["cards", "cl/black-jack"],
        ["dice", "cl/craps"],
      ] as const)
    : []),
];
const browser = browserOfFile();
const shifts: Shift[] = [];

describe.each(TABLES)("a shift at %s %s", (family, rulebook) => {
  it("has no dead end, shows all that waits, and loses no focus", { timeout: 8 * 3_600_000 }, async () => {
    const shift = await playShift(browser(), family, rulebook, HOURS, `shift ${rulebook}`);
    shifts.push(shift);
    const { rounds, touches, all, waited, secondNames, reliefs, looked } = shift;
    const each = rounds === 0 ? "–" : (touches / rounds).toFixed(2);
    process.stdout.write(
      `${rulebook}: ${HOURS} h, ${rounds} rounds, ${touches} touches of play, ${each} a round, ${all} in all, ${waited} waited, ${secondNames} second names, ${reliefs} reliefs, ${looked} looked up, unseen ${shift.unseen.length}, dead ends ${shift.deadEnds.length}, focus lost ${shift.focusLost.length}\n`,
    );
    expect(shift.deadEnds).toEqual([]);
    expect(shift.unseen).toEqual([]);
    expect(shift.focusLost).toEqual([]);
    expect(rounds).toBeGreaterThan(2);
    expect(reliefs).toBeGreaterThan(0);
  });
});
