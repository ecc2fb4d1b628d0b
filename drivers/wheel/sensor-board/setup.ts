import { clear, passing, stand } from "../../link/faults.ts";
import { identityCame } from "./asking.ts";
import { hex, hexOf } from "../../link/hex.ts";
import { hole, resetHole } from "./holes.ts";
import type { BoardMessage, Identity } from "./lines.ts";
import type { Turn } from "./state.ts";

/**
 * Whether the board that answers is the one of this wheel. One of another kind, with other marks, or other than the
 * one that was calibrated, lets no number be.
 */

/** Longer, and a ball at speed may be taken for a spike: the shortest pulse of a working wheel is some milliseconds. */
export const DEBOUNCE_MAX = 2_000;

type IdentityMessage = BoardMessage & { readonly m: "identity" };

/** The board was reset since it last said who it is. */
export function isRestart(turn: Turn, message: IdentityMessage): boolean {
  return turn.known !== null && (turn.known.boots !== message.boots || turn.known.board !== message.board);
}

/** The board's time and numbers begin anew with this line. */
export function restarted(turn: Turn, message: IdentityMessage): void {
  const spontaneous = turn.identity !== null;
  resetHole(turn);
  turn.newest = [];
  turn.sequence = { number: message.n, tick: message.at, timed: true };
  if (!spontaneous) return;
  turn.figures = { ...turn.figures, resets: turn.figures.resets + 1 };
  passing(turn, "board-restarted", { cause: message.cause, board: message.board, boots: message.boots });
}

export function identified(turn: Turn, message: IdentityMessage): void {
  const { board, firmware, kind, marks, boots, cause } = message;
  turn.identity = { board, firmware, kind, marks, boots, cause };
  turn.known = { board, boots };
  identityCame(turn);
  const fits = compare(turn, turn.identity);
  if (fits === turn.fits) return;
  if (!fits) hole(turn, "port", "device-garbled");
  turn.fits = fits;
}

function compare(turn: Turn, { board, kind, marks }: Identity): boolean {
  const { rig, board: calibrated } = turn.options;
  const wanted = rig.kind === "bowl" ? 0 : rig.ring.length;
  const ours = kind === rig.kind && marks === wanted;
  const detail = { wheel: `${kind} ${marks}`, rulebook: `${rig.kind} ${wanted}`, board };
  if (ours) clear(turn, "wheel-pockets");
  else stand(turn, "wheel-pockets", detail);
  const why = calibrationProblem(turn, board);
  if (why === null) clear(turn, "not-calibrated");
  else
    stand(turn, "not-calibrated", {
      why,
      board,
      ...(calibrated === null ? {} : { calibrated: hex(calibrated, 8) }),
    });
  return ours && why === null;
}

function calibrationProblem({ options: { rig, board: calibrated } }: Turn, board: string): string | null {
  const { calibration, kind, ring } = rig;
  if (calibration === null) return "no calibration";
  if (calibrated !== null && calibrated !== hexOf(board, 8)) return "another board";
  return calibration.marks === (kind === "bowl" ? 0 : ring.length) ? null : "other marks";
}

/** The debounce time is the one setting that the identity does not tell. */
export function setting(turn: Turn, message: BoardMessage & { readonly m: "setting" }): void {
  if (message.key !== "debounce") return;
  const debounce = Number.parseInt(message.value, 16);
  if (debounce <= DEBOUNCE_MAX) clear(turn, "wheel-setup");
  else stand(turn, "wheel-setup", { debounceUs: debounce / 2, atMostUs: DEBOUNCE_MAX / 2 });
}
