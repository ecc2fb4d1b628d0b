import type { DieFace } from "../../../src/dice/faces.ts";
import { EXIT, Problem } from "../../problem.ts";
import { fillText, sameText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { wrongLines, type AskedTechnician } from "../acts/technician.ts";
import { FAILURES_MAX } from "./calibrate.ts";
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
    if (wanted.isRecorded) throw new Problem(EXIT.device, `throw ${done + 1}: ${problem}. Nothing was written`);
    const anew = fillText(PROMPTS.anew, { what: sameText(problem) });
    for (const line of wrongLines(anew, null)) person.say(line);
    failures++;
    done = 0;
  }
  if (failures < FAILURES_MAX) return { done, unseen: [...unseen] };
  throw new Problem(
    EXIT.device,
    `${FAILURES_MAX} throws could not be read; put right what was named (light, contrast of dice and cloth, height, die side), then start again. Nothing was written`,
  );
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
  throw new Problem(
    EXIT.device,
    `${faces} was read, and you say that this does not lie there: the table must not open with this eye; keep tirada dice look's picture and report it. Nothing was written`,
  );
}

const facesOf = ({ judged }: ArenaReading): string =>
  judged?.dice.map(({ face }) => face ?? "?").join(" ") ?? "";

function problemOf(look: ArenaReading, dice: number): string | null {
  const { judged, uncertainties, faults, state } = look;
  if (judged === null)
    return `nothing lies at rest (${state}${faults.length === 0 ? "" : `; ${faults.join(", ")}`}); lay the dice into the arena, hands away`;
  if (judged.dice.length !== dice)
    return `${judged.dice.length} dice are seen, the game has ${dice}: ${facesOf(look)}`;
  if (isCertainReading(look))
    return judged.edges >= EDGES
      ? null
      : `of one edge of a die only ${Math.floor(judged.edges / 10)} % are seen: dice and cloth are too much alike, or the light is too weak`;
  const why = [...new Set([...judged.reasons, ...uncertainties, ...faults])].join(", ");
  return `undecided (${why}): ${facesOf(look)}; see docs/technician/undecided-throws.md`;
}
