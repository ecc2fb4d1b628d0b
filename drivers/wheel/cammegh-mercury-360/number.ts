import type { MonoUs } from "../../../src/time/instant.ts";
import type { Status } from "./codec.ts";
import { witnessSpacingUs } from "../pace.ts";
import { LINES_TO_BELIEVE } from "./flags.ts";
import { NOISE_WINDOW_US } from "../../link/link.ts";
import {
  emitObservation,
  updateState,
  setSpin,
  type Spin,
  type SessionContext,
  reportContradiction,
} from "./state.ts";
import { sayLaps } from "./track.ts";

/**
 * The winning number. The line has no checksum, so a number needs agreement: the bare number, the number field of a
 * state-5 line of the same game and, on an extended port, the pocket that the ball lies in. Without a bare number three
 * state-5 lines must be equal. Any disagreement is a contradiction, and the game has no number.
 */

/** A bare number must be confirmed by a state-5 line within this time. */
export const BARE_CONFIRM_US = 1_500_000;
const FIVES_WITHOUT_BARE = 3;
const FIVES_UNWATCHED = 5;
/** Between a state-5 line and the line before it a rotor cannot change by more. */
const PLAUSIBLE_STEP_RPM10 = 50;

/** The game numbers that state-5 lines of this spin may carry. */
function resultGames({ countsOn }: SessionContext["s"], spin: Spin): readonly number[] {
  if (spin.resultGame !== null) return [spin.resultGame];
  const next = (spin.game + 1) % 256;
  if (countsOn === "result") return [next];
  return countsOn === "next-game" ? [spin.game] : [spin.game, next];
}

/** Whether a state-5 line can be this spin's result: same game, no flag that stops it, a rotor that could be the same. */
export function isResultOf(state: SessionContext["s"], spin: Spin, status: Status): boolean {
  const before = state.wheel?.rpm10 ?? 0;
  const { flags } = status;
  return (
    status.state === 5 &&
    status.lastNumber !== null &&
    resultGames(state, spin).includes(status.game) &&
    !(flags.withRotor || flags.sensors || flags.void) &&
    (before === 0 || status.rpm10 === 0 || Math.abs(status.rpm10 - before) <= PLAUSIBLE_STEP_RPM10)
  );
}

/** Whether this one state-5 line may end the spin at once, because it agrees with the bare number. */
export function confirmsBare(context: SessionContext, status: Status): boolean {
  const { spin } = context.s;
  if (spin?.bare == null || spin.contradicted || spin.dead || !isResultOf(context.s, spin, status))
    return false;
  if (status.lastNumber !== spin.bare.pocket || context.t - spin.bare.at > BARE_CONFIRM_US) return false;
  return status.extended === null || status.extended.pocket === spin.bare.pocket;
}

/** The bare number, on a whole line. */
export function handleBareNumber(context: SessionContext, pocket: string): void {
  const { spin, wheel } = context.s;
  if (spin === null || wheel === null || spin.decided || spin.dead) return;
  const known = spin.bare?.pocket ?? (wheel.state === 5 ? spin.fives?.pocket : undefined);
  if (known !== undefined && known !== pocket)
    return reportContradiction(context, "bare-number-differs", [known, pocket]);
  if (wheel.state === 5 || spin.bare !== null) return;
  setSpin(context, { bare: { pocket, at: context.t } });
  emitObservation(context, { o: "number-announced", pocket });
}

/** A status line in the confirmed state 5, read at `at`. */
export function handleResultLine(context: SessionContext, status: Status, at: MonoUs): void {
  const { spin } = context.s;
  if (spin === null || spin.dead || !isResultOf(context.s, spin, status) || status.lastNumber === null) return;
  const pocket = status.lastNumber;
  if (spin.decided) return checkGivenNumber(context, pocket);
  if (spin.contradicted) return;
  const seen = [spin.bare?.pocket, spin.fives?.pocket, pocket, status.extended?.pocket].filter(
    (one) => one != null,
  );
  if (seen.some((one) => one !== pocket)) return reportContradiction(context, "words-differ", seen);
  // On an extended port a line without the pocket is no witness.
  if (status.extended !== null && status.extended.pocket === null) return;
  // Lines that come together may be copies of one line.
  if (spin.fives !== null && at - spin.fives.at < witnessSpacingUs(context.options.baud)) return;
  const beside = spin.fives?.besideBare ?? (spin.bare !== null && at - spin.bare.at <= BARE_CONFIRM_US);
  const fives = { pocket, lines: (spin.fives?.lines ?? 0) + 1, at, besideBare: beside };
  setSpin(context, { fives, resultGame: status.game });
  const confirmed = beside && fives.lines >= linesBesideBare(context, spin, pocket);
  if (confirmed) emitNumber(context, status, pocket, ["bare-number"]);
  else if (fives.lines >= (spin.watched ? FIVES_WITHOUT_BARE : FIVES_UNWATCHED))
    emitNumber(context, status, pocket, []);
}

/**
 * State-5 lines needed beside the bare number: one. Two when the spin was not watched whole, when the number is the one
 * that the lines showed all along (one damaged digit could look like the confirmation), and while the line is noisy
 * (the same digit can be damaged twice).
 */
function linesBesideBare({ s: { noise }, t }: SessionContext, spin: Spin, pocket: string): number {
  const last = noise.damagedAt.at(-1);
  const clean = last === undefined || t - last > NOISE_WINDOW_US;
  return clean && spin.watched && spin.sawNoMoreBets && spin.numberBefore !== pocket ? 1 : LINES_TO_BELIEVE;
}

function emitNumber(
  context: SessionContext,
  status: Status,
  pocket: string,
  unframed: readonly string[],
): void {
  const { given } = context.s;
  setSpin(context, { decided: true });
  const again = given !== null && given.game === status.game && given.pocket === pocket;
  if (again) return;
  updateState(context, { given: { game: status.game, pocket, contradicted: false } });
  sayLaps(context, true);
  const fives = unframed.length > 0 ? ["state-5"] : ["state-5", "state-5", "state-5"];
  emitObservation(context, {
    o: "number",
    pocket,
    witnesses: [...unframed, ...fives, ...(status.extended === null ? [] : ["pocket"])],
  });
}

/** The number changed after it was given out: two lines running are needed, one may be damage. */
function checkGivenNumber(context: SessionContext, pocket: string): void {
  const { given, spin } = context.s;
  if (given === null || spin === null || given.contradicted) return;
  const changed = pocket === given.pocket ? 0 : spin.changed + 1;
  setSpin(context, { changed });
  if (changed < LINES_TO_BELIEVE) return;
  emitObservation(context, { o: "contradiction", what: "number-changed", seen: [given.pocket, pocket] });
  updateState(context, { given: { ...given, contradicted: true } });
}
