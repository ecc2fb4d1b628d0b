import { PIP_FACES, SYMBOL_FACES, type DieFace, type FaceSet } from "../../../src/dice/faces.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { clearFault, raiseFault } from "../../link/link.ts";
import { emitObservation } from "../line/asking.ts";
import type { Board, BoardState, BoardContext } from "../line/board.ts";
import type { Fields } from "../../link/fields.ts";
import { KIND } from "../line/identity.ts";
import { boardSession } from "../line/session.ts";
import type { DiceSession } from "../session.ts";
import {
  answered,
  DICE_MAX,
  facesRead,
  ignore,
  isDice,
  lookAt,
  lookDue,
  lookDueAt,
  lookLost,
  noOpinion,
  WITNESS_FAULTS,
  type WitnessReading,
  type ReadingContext,
  type Reading,
} from "./look.ts";

export interface WitnessLineOptions {
  /** Number of the device that this table was set up with, eight hex digits; null: any. */
  readonly device: string | null;
  /** Dice of a throw, 1 to 8. */
  readonly dice: number;
  readonly faces: FaceSet;
}

const STATES = ["ready", "looking", "blind"] as const;
const RESULTS = ["read", "not recognised", "no shake seen", "busy", "failed"] as const;
type Result = (typeof RESULTS)[number];

export type WitnessBody =
  | { readonly m: "beat" | "state"; readonly state: (typeof STATES)[number] }
  | {
      readonly m: "answer";
      readonly token: number;
      readonly result: Result;
      readonly faces: readonly DieFace[];
    };

export interface WitnessOwn {
  readonly look: WitnessReading | null;
  readonly ignored: number;
}

type SessionContext = BoardContext<WitnessOwn>;

/** Codes of the faces: 1 to 6 as they are, symbols from here in the order of their set; 0 where no die is. */
const FIRST_SYMBOL = 0x11;

/**
 * The session of another eye that is asked over the open dice line, as a second witness (docs/devices/dice-witness.md).
 * Throws RangeError when the dice are out of range.
 */
export function witnessLineSession(options: WitnessLineOptions): DiceSession<BoardState<WitnessOwn>> {
  if (!isDice(options.dice)) throw new RangeError(`witness: ${options.dice} dice; give 1 to ${DICE_MAX}`);
  return boardSession(boardOf(options));
}

function boardOf({ device, dice, faces }: WitnessLineOptions): Board<WitnessOwn, WitnessBody> {
  return {
    name: "witness-line",
    kind: KIND.witness,
    as: "witness",
    abilities: {},
    device,
    start: { look: null, ignored: 0 },
    faults: [...WITNESS_FAULTS, "witness-blind"],
    shapes: { B: [1], S: [1], A: [4, 1, 1, ...Array<number>(DICE_MAX).fill(1)] },
    read,
    problem: ({ made }) => (made < dice ? `it reads ${made} dice at most` : null),
    attach: (context, body) => applyActiveFaults(context, body),
    applyMessage: (context, body) => {
      if (body.m !== "answer") return applyActiveFaults(context, body);
      looking(context, (look) => {
        if (look.look === null || body.token !== tokenOf(look.look)) ignore(look);
        else answered(look, readingOf(body, dice, faces));
      });
    },
    forget: (context) => looking(context, (look) => lookLost(look, "connection lost")),
    due: (context) => {
      looking(context, (look) => {
        if (lookDue(look)) ask(context, look.look);
      });
    },
    wakeAt: ({ own }) => lookDueAt(own.look),
    tell: (context, command) => {
      looking(context, (look) => {
        if (command.c === "look-away") {
          // Only a device that still looks is told to stop.
          if (look.look?.told === null && context.attached)
            emitObservation(context, "X", [[4, tokenOf(look.look)]]);
          look.look = null;
        } else if (!context.attached) noOpinion(look, "not connected");
        else {
          lookAt(look, command.round);
          ask(context, look.look);
        }
      });
    },
    // A recording that is replayed has no commands of the table: its looks begin here.
    sent: (context, { letter, fields: [round = "", token = ""] }) => {
      looking(context, (look) => {
        if (letter === "X") look.look = null;
        if (letter !== "Q" || !context.attached) return;
        const at = Number.parseInt(token, 16) >>> 1;
        if (look.look === null || instantOf(look.look) !== at)
          lookAt(look, Number.parseInt(round, 16), monoUs(at));
      });
    },
    figures: ({ ignored }) => ({ "answers passed over": ignored }),
  };
}

/** Runs the witness's own logic on the context of the device's step. */
function looking(context: SessionContext, act: (look: ReadingContext) => void): void {
  const look: ReadingContext = { faults: context.faults, ...context.own, out: context.out, t: context.t };
  act(look);
  context.faults = look.faults;
  context.own = { look: look.look, ignored: look.ignored };
}

function ask(context: SessionContext, look: WitnessReading | null): void {
  if (look === null) return;
  emitObservation(context, "Q", [
    [4, look.round % 0x1_0000_0000],
    [4, tokenOf(look)],
  ]);
}

/** A question's name in 32 bits: the instant of its look, and which of its two questions it is. */
const instantOf = ({ at }: WitnessReading): number => at % 0x8000_0000;
const tokenOf = (look: WitnessReading): number => 2 * instantOf(look) + look.tries - 1;

function applyActiveFaults(context: SessionContext, body: WitnessBody): void {
  if (body.m === "answer") return;
  if (body.state === "blind") raiseFault(context, "witness-blind", { state: body.state });
  else clearFault(context, "witness-blind");
}

function readingOf(body: WitnessBody & { readonly m: "answer" }, dice: number, set: FaceSet): Reading {
  const { result, faces } = body;
  if (result === "read") return facesRead(faces, dice, set);
  return { r: "none", why: result, again: result !== "no shake seen" };
}

function read(letter: string, fields: Fields): WitnessBody {
  if (letter !== "A") return { m: letter === "S" ? "state" : "beat", state: fields.code(STATES) };
  const [token, result] = [fields.number(), fields.code(RESULTS)];
  const count = fields.number(0, DICE_MAX);
  const codes = Array.from({ length: DICE_MAX }, () => fields.number());
  const faces = codes.slice(0, count).map(faceOf);
  // A face behind the last die, one that is no face, or faces although nothing was read.
  const sound =
    codes.slice(count).every((code) => code === 0) &&
    !faces.includes(null) &&
    (result === "read") === count > 0;
  if (!sound) fields.isGood = false;
  return { m: "answer", token, result, faces: faces.filter((face) => face !== null) };
}

function faceOf(code: number): DieFace | null {
  return PIP_FACES[code - 1] ?? SYMBOL_FACES[code - FIRST_SYMBOL] ?? null;
}
