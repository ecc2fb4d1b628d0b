import { clearFault, raiseMomentaryFault, raiseFault } from "../../link/link.ts";
import { onIdentity } from "./asking.ts";
import { hex, hexOf } from "../../link/fields.ts";
import { emitGap, onBoardReset } from "./gaps.ts";
import type { BoardMessage, Identity } from "./lines.ts";
import type { SessionContext } from "./state.ts";

/**
 * Whether the board that answers is the one of this wheel. One of another kind, with other marks, or other than the
 * one that was calibrated, lets no number be.
 */

/** Longer, and a ball at speed may be taken for a spike: the shortest pulse of a working wheel is some milliseconds. */
export const DEBOUNCE_MAX = 2_000;

type IdentityMessage = BoardMessage & { readonly m: "identity" };

/** The board was reset since it last said who it is. */
export function isRestart(context: SessionContext, message: IdentityMessage): boolean {
  return (
    context.known !== null && (context.known.boots !== message.boots || context.known.board !== message.board)
  );
}

/** The board's time and numbers begin anew with this line. */
export function handleRestart(context: SessionContext, message: IdentityMessage): void {
  const spontaneous = context.identity !== null;
  onBoardReset(context);
  context.newest = [];
  context.sequence = { number: message.n, tick: message.at, timed: true };
  if (!spontaneous) return;
  context.figures = { ...context.figures, resets: context.figures.resets + 1 };
  raiseMomentaryFault(context, "board-restarted", {
    cause: message.cause,
    board: message.board,
    boots: message.boots,
  });
}

export function handleIdentity(context: SessionContext, message: IdentityMessage): void {
  const { board, firmware, kind, marks, boots, cause } = message;
  context.identity = { board, firmware, kind, marks, boots, cause };
  context.known = { board, boots };
  onIdentity(context);
  const fits = fitsSetup(context, context.identity);
  if (fits === context.fits) return;
  if (!fits) emitGap(context, "port", "device-garbled");
  context.fits = fits;
}

function fitsSetup(context: SessionContext, { board, kind, marks }: Identity): boolean {
  const { setup, board: calibrated } = context.options;
  const wanted = setup.kind === "bowl" ? 0 : setup.ring.length;
  const ours = kind === setup.kind && marks === wanted;
  const detail = { wheel: `${kind} ${marks}`, rulebook: `${setup.kind} ${wanted}`, board };
  if (ours) clearFault(context, "wheel-pockets");
  else raiseFault(context, "wheel-pockets", detail);
  const why = calibrationProblem(context, board);
  if (why === null) clearFault(context, "not-calibrated");
  else
    raiseFault(context, "not-calibrated", {
      why,
      board,
      ...(calibrated === null ? {} : { calibrated: hex(calibrated, 8) }),
    });
  return ours && why === null;
}

function calibrationProblem(
  { options: { setup, board: calibrated } }: SessionContext,
  board: string,
): string | null {
  const { calibration, kind, ring } = setup;
  if (calibration === null) return "no calibration";
  if (calibrated !== null && calibrated !== hexOf(board, 8)) return "another board";
  return calibration.marks === (kind === "bowl" ? 0 : ring.length) ? null : "other marks";
}

/** The debounce time is the one setting that the identity does not tell. */
export function handleSetting(
  context: SessionContext,
  message: BoardMessage & { readonly m: "setting" },
): void {
  if (message.key !== "debounce") return;
  const debounce = Number.parseInt(message.value, 16);
  if (debounce <= DEBOUNCE_MAX) clearFault(context, "wheel-setup");
  else raiseFault(context, "wheel-setup", { debounceUs: debounce / 2, atMostUs: DEBOUNCE_MAX / 2 });
}
