import type { Mutant } from "./mutation-list.ts";

/** What holds against lines that come late, twice or from another device, and against files that are changed. */

const SS2 = "drivers/wheel/cammegh-ss2";
const MERCURY = "drivers/wheel/cammegh-mercury-360";

const of = (file: string, ...changes: readonly (readonly [string, string])[]): Mutant[] =>
  changes.map(([text, becomes]) => ({ file, text, becomes }));

export const ATTACK_MUTANTS: readonly Mutant[] = [
  ...of(
    "drivers/wheel/pace.ts",
    ["const WITNESS_SPACING_US = 300_000;", "const WITNESS_SPACING_US = 0;"],
    ["export const LATE_LINES = 5;", "export const LATE_LINES = 500;"],
  ),
  ...of(
    "drivers/wheel/cammegh.ts",
    ["before.differs ?? (again ?", "before.differs ?? (false ?"],
    ["if (!away || before.away) return { ...before, away };", "if (!away) return { ...before, away };"],
    ["before.others.includes(lastNumber)", "true"],
  ),
  ...of(`${SS2}/spin.ts`, ["if (together && spin.fives.at(-1) === pocket) return;", ""]),
  ...of(`${SS2}/stages.ts`, [
    'if (differs !== null) reportContradiction(context, "old-number-differs", differs);',
    "",
  ]),
  ...of(`${MERCURY}/number.ts`, [
    "if (spin.fives !== null && at - spin.fives.at < witnessSpacingUs(context.options.baud)) return;",
    "",
  ]),
  ...of(`${MERCURY}/track.ts`, [
    "if (differs === LINES_TO_BELIEVE)\n    reportContradiction",
    "if (differs < 0)\n    reportContradiction",
  ]),
  ...of(
    "src/table/wheel/round.ts",
    ["if (ahead >= 2 && ahead < GAMES / 2)", "if (ahead > 2 && ahead < GAMES / 2)"],
    ["(deviceGame <= 1 && spinGame < GAMES - 1)) return;", "false) return;"],
  ),
  ...of(`${MERCURY}/link.ts`, ["updateState(context, { framer: FRAMER_LOST });", ""]),
  ...of(
    "drivers/link/sequence.ts",
    ["late === null) return false;", "late !== undefined) return false;"],
    ["2 * (context.t - late.t) >= passed * US_PER_MS", "true"],
    ["passed >= PACE_MS", "passed >= 0"],
  ),
  ...of(
    "drivers/link/sequence.ts",
    ["n === message.n && at === message.at && text === said", "n === message.n && at === message.at"],
    ['if (missing >= 0x8000) return "old";', ""],
    ['if ((message.at - sequence.at) >>> 0 > STEP_MAX_MS) return "old";', ""],
  ),
  ...of(
    "firmware/evidence/log/head-file.ts",
    ["if (size === known.size) requireSame(this.path, known, last);", ""],
    ["      writeFully(this.fd, slot, this.#nextSlot * SLOT_BYTES);\n", ""],
    ["this.#nextSlot = this.#nextSlot === 0 ? 1 : 0;", ""],
    ["if (mark.last !== last)", "if (false)"],
  ),
  ...of("firmware/evidence/log/database.ts", [
    'for (const file of ["", ...BESIDE].map((ending) => path + ending)) requireFileIfThere(file);',
    "",
  ]),
];
