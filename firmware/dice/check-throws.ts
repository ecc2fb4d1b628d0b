import { EXIT, Problem } from "../unit/problem.ts";
import { FAILURES_MAX, type AskedTechnician } from "./calibrate.ts";
import { isCertain, type Look } from "./look-once.ts";

/** Throws that a new calibration is tried with. */
export const THROWS = 3;

/** Looks at what lies there now; null: no more throws were recorded. */
export type LookNow = () => Promise<Look | null>;

/**
 * Three throws, each read and each confirmed by the technician. Gives how many were: fewer only when they went without.
 * Rejects with Problem when a face was read that does not lie there: such a calibration is never written.
 */
export async function checkThrows(
  wanted: { readonly dice: number; readonly isRecorded: boolean },
  lookNow: LookNow,
  person: AskedTechnician,
): Promise<number> {
  let [done, failures] = [0, 0];
  while (done < THROWS && failures < FAILURES_MAX) {
    if (!wanted.isRecorded) {
      const answer = await person.ask(
        `Throw ${done + 1} of ${THROWS}: throw the dice, leave them, take your hands away and press Enter (no: go without)`,
      );
      if (answer !== "") return done;
    }
    const look = await lookNow();
    if (look === null) return done;
    const problem = problemOf(look, wanted.dice);
    if (problem !== null && wanted.isRecorded)
      throw new Problem(EXIT.device, `throw ${done + 1}: ${problem}. Nothing was written`);
    if (problem !== null) {
      person.say(`  not in order: ${problem}`);
      failures++;
      continue;
    }
    const faces = facesOf(look);
    const answer = await person.ask(`  read: ${faces}. Press Enter if exactly these lie there; type no if not`);
    if (answer !== "")
      throw new Problem(
        EXIT.device,
        `${faces} was read, and you say that this does not lie there: the table must not open with this eye; keep tirada dice look's picture and report it. Nothing was written`,
      );
    done++;
  }
  if (done === THROWS) return done;
  throw new Problem(
    EXIT.device,
    `${FAILURES_MAX} throws could not be read; put right what was named (light, height, die side), then start again. Nothing was written`,
  );
}

const facesOf = ({ judged }: Look): string => judged?.dice.map(({ face }) => face ?? "?").join(" ") ?? "";

function problemOf(look: Look, dice: number): string | null {
  const { judged, doubts, faults, state } = look;
  if (judged === null)
    return `nothing lies at rest (${state}${faults.length === 0 ? "" : `; ${faults.join(", ")}`}); lay the dice into the arena, hands away`;
  if (judged.dice.length !== dice)
    return `${judged.dice.length} dice are seen, the game has ${dice}: ${facesOf(look)}`;
  if (isCertain(look)) return null;
  const why = [...new Set([...judged.reasons, ...doubts, ...faults])].join(", ");
  return `undecided (${why}): ${facesOf(look)}; see docs/technician.md, "Why a throw is undecided"`;
}
