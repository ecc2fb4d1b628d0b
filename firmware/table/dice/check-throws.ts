import type { DieFace } from "../../../src/dice/faces.ts";
import { EXIT, Problem } from "../../problem.ts";
import { fillText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { wrongLines, type AskedTechnician } from "../acts/technician.ts";
import { FAILURES_MAX } from "./calibrate.ts";
import { eyeProblem, eyeProblemText } from "./eye-problem.ts";
import { isCertainReading, type ArenaReading } from "./look-once.ts";

const { eye: PROMPTS } = textsOf("acts");

/** Throws in a row that a new calibration must read with certainty. */
export const THROWS = 40;

/** Thousandths of every edge that the camera must see of dice that are read for years; in play less is enough. */
const EDGES = 700;

/** Reads the dice that lie there now; null: no more throws were recorded. */
export type LookNow = () => Promise<ArenaReading | null>;

export interface CheckWanted {
  readonly dice: number;
  /** Each must have been seen up: a die may have one face in a colour that the camera hardly sees. */
  readonly faces: readonly DieFace[];
  readonly isRecorded: boolean;
}

/** How far the check came: throws in a row, and faces that were never up. */
export interface Checked {
  readonly done: number;
  readonly unseen: readonly DieFace[];
}

/**
 * Forty throws in a row, and every face of the dice, each read and each confirmed by the technician: dice, cloth and light that
 * are not fit for each other show here and not in play. Returns early only when the technician goes on without the check.
 * Rejects with Problem when a face was read that does not lie there: such a calibration is never written.
 */
export async function checkThrows(
  wanted: CheckWanted,
  lookNow: LookNow,
  person: AskedTechnician,
): Promise<Checked> {
  let [done, failures] = [0, 0];
  const unseen = new Set(wanted.faces);
  while ((done < THROWS || unseen.size > 0) && failures < FAILURES_MAX) {
    if (!wanted.isRecorded && (await person.ask(promptOf(done, unseen, person), "next")) !== "") break;
    const look = await lookNow();
    if (look === null) break;
    const problem = problemOf(look, wanted.dice);
    if (problem === null) {
      await confirmFaces(look, person);
      for (const { face } of look.judged?.dice ?? []) if (face !== null) unseen.delete(face);
      done++;
      continue;
    }
    if (wanted.isRecorded)
      throw new Problem(EXIT.device, `throw ${done + 1}: ${problem.en}. Nothing was written`);
    const anew = fillText(PROMPTS.anew, { what: problem });
    for (const line of wrongLines(anew, null)) person.say(line);
    failures++;
    done = 0;
  }
  if (failures < FAILURES_MAX) return { done, unseen: [...unseen] };
  throw eyeProblem(EXIT.device, "throws-unread", { times: FAILURES_MAX });
}

function promptOf(done: number, unseen: ReadonlySet<DieFace>, { words }: AskedTechnician): Text {
  const { go, without } = words;
  return done < THROWS
    ? fillText(PROMPTS.throw, { n: done + 1, of: THROWS, go, without })
    : fillText(PROMPTS.unseen, { faces: [...unseen].join(" "), go, without });
}

async function confirmFaces(look: ArenaReading, person: AskedTechnician): Promise<void> {
  const faces = facesOf(look);
  const { yes, no } = person.words;
  const answer = await person.ask(fillText(PROMPTS.read, { faces, yes, no }), "confirm");
  if (answer === "") return;
  throw eyeProblem(EXIT.device, "wrong-read", { faces });
}

const facesOf = ({ judged }: ArenaReading): string =>
  judged?.dice.map(({ face }) => face ?? "?").join(" ") ?? "";

function problemOf(look: ArenaReading, dice: number): Text | null {
  const { judged, uncertainties, faults, state } = look;
  if (judged === null)
    return eyeProblemText("nothing-rests", {
      state: `${state}${faults.length === 0 ? "" : `; ${faults.join(", ")}`}`,
    });
  if (judged.dice.length !== dice)
    return eyeProblemText("other-count", { seen: judged.dice.length, dice, faces: facesOf(look) });
  if (isCertainReading(look))
    return judged.edges >= EDGES ? null : eyeProblemText("edges", { percent: Math.floor(judged.edges / 10) });
  const why = [...new Set([...judged.reasons, ...uncertainties, ...faults])].join(", ");
  return eyeProblemText("undecided", { why, faces: facesOf(look) });
}
