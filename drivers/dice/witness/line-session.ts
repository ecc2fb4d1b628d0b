import { PIP_FACES, SYMBOL_FACES, type DieFace, type FaceSet } from "../../../src/dice/faces.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { clearFault, raiseFault } from "../../link/link.ts";
import { sendLine, type BoardState, type BoardContext } from "../line/board.ts";
import type { Fields } from "../../link/fields.ts";
import { KIND } from "../line/format.ts";
import { boardSession } from "../line/session.ts";
import type { DiceSession } from "../session.ts";
import {
  applyCommand,
  checkAnswerTime,
  DICE_MAX,
  endReading,
  handleAnswer,
  ignoreAnswer,
  isDiceCount,
  readingDeadline,
  readingOfFaces,
  startReading,
  WITNESS_FAULTS,
  type AskedReading,
  type ReadingContext,
  type WitnessAnswer,
  type WitnessQuestions,
} from "./look.ts";

interface WitnessLineOptions {
  /** Number of the device that this table was set up with, eight hex digits; null: any. */
  readonly device: string | null;
  /** Dice of a throw, 1 to 8. */
  readonly dice: number;
  readonly faces: FaceSet;
}

const STATES = ["ready", "looking", "blind"] as const;
const RESULTS = ["read", "not recognised", "no shake seen", "busy", "failed"] as const;
type Result = (typeof RESULTS)[number];

type WitnessMessage =
  | { readonly m: "beat" | "state"; readonly state: (typeof STATES)[number] }
  | {
      readonly m: "answer";
      readonly token: number;
      readonly result: Result;
      readonly faces: readonly DieFace[];
    };

interface WitnessOwn {
  readonly look: AskedReading | null;
  readonly ignored: number;
}

type SessionContext = BoardContext<WitnessOwn>;

/** Codes of the faces: 1 to 6 as they are, symbols from here in the order of their set; 0 where no die is. */
const FIRST_SYMBOL = 0x11;

/**
 * The session of another eye that is asked over the open dice line, as a second witness (docs/devices/dice-witness.md).
 * Throws RangeError when the dice are out of range.
 */
export function witnessLineSession({
  device,
  dice,
  faces,
}: WitnessLineOptions): DiceSession<BoardState<WitnessOwn>> {
  if (!isDiceCount(dice)) throw new RangeError(`witness: ${dice} dice; give 1 to ${DICE_MAX}`);
  return boardSession<WitnessOwn, WitnessMessage>({
    name: "witness-line",
    kind: KIND.witness,
    as: "witness",
    abilities: {},
    device,
    start: { look: null, ignored: 0 },
    faults: [...WITNESS_FAULTS, "witness-blind"],
    shapes: { B: [1], S: [1], A: [4, 1, 1, ...Array<number>(DICE_MAX).fill(1)] },
    read: readMessage,
    problem: ({ made }) => (made < dice ? `it reads ${made} dice at most` : null),
    attach: updateBlindness,
    applyMessage: (context, message) => {
      if (message.m !== "answer") updateBlindness(context, message);
      else
        withReading(context, (reading) => {
          if (reading.look === null || message.token !== tokenOf(reading.look)) ignoreAnswer(reading);
          else handleAnswer(reading, answerOf(message, dice, faces));
        });
      return true;
    },
    forget: (context) => withReading(context, (reading) => endReading(reading, "connection lost")),
    checkTime: (context) => withReading(context, (reading) => checkAnswerTime(reading, questionsOf(context))),
    wakeAt: ({ own }) => readingDeadline(own.look),
    applyCommand: (context, command) =>
      withReading(context, (reading) => applyCommand(reading, command, context.attached, questionsOf(context))),
    // A recording that is replayed has no commands of the table: its readings begin here.
    onSent: (context, { letter, fields: [round = "", token = ""] }) =>
      withReading(context, (reading) => {
        if (letter === "X") reading.look = null;
        if (letter !== "Q" || !context.attached) return;
        const at = Number.parseInt(token, 16) >>> 1;
        if (reading.look === null || instantOf(reading.look) !== at)
          startReading(reading, Number.parseInt(round, 16), monoUs(at));
      }),
    figures: ({ ignored }) => ({ "answers passed over": ignored }),
  });
}

/** Runs what all witnesses share on the context of the device's step. */
function withReading(context: SessionContext, act: (reading: ReadingContext) => void): void {
  const reading: ReadingContext = { faults: context.faults, ...context.own, out: context.out, t: context.t };
  act(reading);
  context.faults = reading.faults;
  context.own = { look: reading.look, ignored: reading.ignored };
}

const questionsOf = (context: SessionContext): WitnessQuestions => ({
  ask: (reading) =>
    sendLine(context, "Q", [
      [4, reading.round % 0x1_0000_0000],
      [4, tokenOf(reading)],
    ]),
  stop: (reading) => sendLine(context, "X", [[4, tokenOf(reading)]]),
});

/** A question's name in 32 bits: the instant of its reading, and which of its two questions it is. */
const instantOf = ({ at }: AskedReading): number => at % 0x8000_0000;
const tokenOf = (reading: AskedReading): number => 2 * instantOf(reading) + reading.tries - 1;

function updateBlindness(context: SessionContext, message: WitnessMessage): void {
  if (message.m === "answer") return;
  if (message.state === "blind") raiseFault(context, "witness-blind", { state: message.state });
  else clearFault(context, "witness-blind");
}

function answerOf(
  message: WitnessMessage & { readonly m: "answer" },
  dice: number,
  set: FaceSet,
): WitnessAnswer {
  const { result, faces } = message;
  if (result === "read") return readingOfFaces(faces, dice, set);
  return { r: "none", why: result, again: result !== "no shake seen" };
}

function readMessage(letter: string, fields: Fields): WitnessMessage {
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
