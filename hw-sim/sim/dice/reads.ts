import { isHarmless, type DieNote } from "../../../src/dice/reading/read-types.ts";
import type { DieRead } from "../../../src/dice/observation.ts";
import type { Installed } from "../../people/dice/install.ts";
import type { ReportedRead } from "./reporting-eye.ts";
import { IN_VIEW, type ThrowTruth, type TrueDie } from "../../people/dice/truth.ts";

const BY_LIE: Readonly<Partial<Record<TrueDie["lies"], DieNote>>> = {
  cocked: "cocked",
  "on-die": "stacked",
  "on-object": "on-object",
};

/** What an eye that sees well makes of dice that lie so. */
export function readOf(
  truth: ThrowTruth,
  { knows, pack }: Installed,
): Omit<ReportedRead, "picture" | "rolledMs"> {
  const dice = truth.dice.flatMap((die, at): readonly DieRead[] => {
    if (!IN_VIEW.includes(die.place) || die.lies === "under-die") return [];
    const notes = notesOf(die, at, truth, knows.includes("rim"));
    const isSure = notes.every(isHarmless);
    const misread = truth.misread?.die === at ? truth.misread.face : die.face;
    return [
      {
        face: isSure ? misread : null,
        x: die.x,
        y: die.y,
        confidence: isSure ? 990 : 310,
        notes,
        ...zoneOf(die, knows),
        ...(knows.includes("half") && die.place === "arena" ? { half: die.half } : {}),
        ...(knows.includes("wall") && !truth.wallUnseen.includes(at) ? { wall: die.wall } : {}),
        ...(knows.includes("rolled") ? { rolled: die.rolled } : {}),
      },
    ];
  });
  const against = dice.flatMap(({ notes }) => notes.filter((note) => !isHarmless(note)));
  const hidden = truth.dice.some(({ lies }) => lies === "under-die") ? ["hidden"] : [];
  const none = dice.length === 0 ? ["no-dice"] : [];
  const many = dice.length > pack.dice.dice ? ["too-many"] : [];
  const reasons = [...new Set([...against, ...hidden, ...none, ...many])];
  return { dice, verdict: reasons.length === 0 ? "readable" : "undecided", reasons };
}

function notesOf(die: TrueDie, at: number, truth: ThrowTruth, knowsRim: boolean): readonly DieNote[] {
  const notes: DieNote[] = [];
  if (die.touches) notes.push("touching");
  const lie = BY_LIE[die.lies];
  if (lie !== undefined) notes.push(lie);
  // Of a broken die an eye reads the face, or nothing: it does not know why.
  if (die.lies === "broken" && die.x % 2 === 0) notes.push("disagree");
  if (die.isExtra && die.x % 2 === 0) notes.push("foreign");
  if (die.place === "rim" && !knowsRim) notes.push("outside");
  for (const unread of truth.unread) if (unread.die === at) notes.push(unread.note);
  return notes;
}

function zoneOf({ place }: TrueDie, knows: Installed["knows"]): Pick<DieRead, "zone"> {
  if (place === "rim") return knows.includes("rim") ? { zone: "rim" } : {};
  if (place === "basket") return { zone: knows.includes("basket") ? "basket" : "outside" };
  return place === "outside" ? { zone: "outside" } : {};
}
