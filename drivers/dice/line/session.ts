import type { DiceObservation } from "../../../src/dice/observation.ts";
import { FRAMER_START } from "../../line-framer.ts";
import { clearFault, raiseMomentaryFault, raiseFault, countDamagedLines } from "../../link/link.ts";
import { acceptInOrder, isLate, SEQUENCE_START, type OrderRules } from "../../link/sequence.ts";
import {
  defineLineSession,
  FRAMER_LOST,
  receiveLines,
  type LineRules,
  type LineSession,
} from "../../link/line-session.ts";
import { addFigure, beginStep, endStep, type DiceSession } from "../session.ts";
import {
  askIdentity,
  endIdentityQuestion,
  numberAfter,
  takeIdentityQuestion,
} from "../../link/identity-question.ts";
import {
  emitBoardGap,
  faultsOf,
  linkRules,
  rejectContradiction,
  sendLine,
  startOf,
  type Board,
  type BoardState,
  type BoardContext,
} from "./board.ts";
import { parseHostLines, type NumberedLine } from "../../link/numbered-line.ts";
import {
  IDENTITY_WIDTHS,
  LINE_LIMIT,
  parseDeviceLine,
  parseIdentity,
  VERSION,
  type Identity,
} from "./format.ts";
import { Fields } from "../../link/fields.ts";

type Body = { readonly m: string };

/**
 * The session of any device on the dice line (docs/devices/dice-line.md): bytes in, observations out. It reports nothing from a
 * device that is not the table's, and never assumes what a missing line said. What the lines mean is defined by the `Board`.
 */
export function boardSession<Own, Message extends Body>(
  board: Board<Own, Message>,
): DiceSession<BoardState<Own>> {
  return {
    device: board.name,
    kind: board.as,
    abilities: board.abilities,
    standingFaults: faultsOf(board),
    initial: () => startOf(board),
    ...lineSessionOf(board),
    identity: ({ identity }) =>
      identity === null ? null : { serial: identity.device, firmware: identity.firmware },
    figures: ({ figures, link, known, attached, own }) => ({
      "damaged lines": link.damaged,
      "missed lines": figures.missed,
      "repeated lines": figures.repeated,
      "strange lines": figures.strange,
      restarts: figures.restarts,
      attached: attached ? 1 : 0,
      ...(known === null ? {} : { boots: known.boots }),
      ...board.figures?.(own),
    }),
  };
}

function lineSessionOf<Own, Message extends Body>(
  board: Board<Own, Message>,
): LineSession<BoardState<Own>, DiceObservation> {
  const link = linkRules<Own>();
  const shapes = { ...board.shapes, I: IDENTITY_WIDTHS };
  const lines: LineRules<BoardContext<Own>> = {
    limit: LINE_LIMIT,
    link,
    onLine: (context, text) => {
      const line = parseDeviceLine(text, shapes);
      if (line === null) countDamagedLines(context, link);
      else if (line.letter === "I") handleIdentity(context, line, board);
      else if (Object.hasOwn(shapes, line.letter)) handleMessage(context, line, board);
      else acceptNextLine(context, line, null);
    },
  };
  return defineLineSession<BoardState<Own>, BoardContext<Own>, DiceObservation>({
    link,
    beginStep: (state, t) => beginStep(state, t, board.as, board),
    endStep,
    checkTime: (context) => board.checkTime?.(context),
    startSession: (context) => {
      context.framer = FRAMER_START;
      askIdentity(context);
    },
    receive: (context, bytes) => {
      context.framer = receiveLines(context, context.framer, bytes, lines);
    },
    onOverrun: (context) => {
      emitBoardGap(context, "overflow");
      context.framer = FRAMER_LOST;
    },
    onSent: (context, bytes) => {
      for (const { n } of parseHostLines(bytes))
        context.asks = { ...context.asks, number: numberAfter(context.asks.number, n) };
    },
    finish: (context) => {
      if (context.link.up && takeIdentityQuestion(context)) sendLine(context, "I", []);
    },
    timersOf: (state) => [state.link.up ? state.asks.identityAt : null, board.wakeAt?.(state) ?? null],
  });
}

function handleMessage<Own, Message extends Body>(
  context: BoardContext<Own>,
  line: NumberedLine,
  board: Board<Own, Message>,
): void {
  const fields = new Fields(line.fields);
  const message = board.read(line.letter, fields);
  if (!fields.isGood) return countDamagedLines(context, linkRules<Own>());
  if (!acceptNextLine(context, line, null) || isLate(context, line.at) || !context.fits) return;
  if (context.attached) {
    if (!board.applyMessage(context, message, line.at)) rejectContradiction(context);
  } else if (line.letter === "B" && (board.canAttach?.(context, message) ?? true)) {
    context.attached = true;
    context.out.push({ o: "attached", device: board.as });
    board.attach(context, message, line.at);
  }
}

/** Whether the line is the device's next one by number and time; then the order goes on from it. */
function acceptNextLine<Own>(
  context: BoardContext<Own>,
  line: NumberedLine,
  identity: Identity | null,
): boolean {
  const text = [line.letter, ...line.fields].join(" ");
  const { known } = context;
  const rules: OrderRules<BoardContext<Own>> = {
    link: linkRules<Own>(),
    count: addFigure,
    missed: () => emitBoardGap(context, "device-garbled"),
    rejectUnexpected,
  };
  const isTaken = acceptInOrder(context, { n: line.n, at: line.at, text }, rules, (place) => {
    if (identity === null) return false;
    const isOther = known?.boots !== identity.boots || known.device !== identity.device;
    if (!isOther || (known === null && place !== "old")) return false;
    handleRestart(context, identity);
    return true;
  });
  if (isTaken && context.identity === null) askIdentity(context);
  return isTaken;
}

/** The device's time and numbers begin anew with this line. */
function handleRestart<Own>(context: BoardContext<Own>, { cause, device, boots }: Identity): void {
  emitBoardGap(context, "restart");
  context.sequence = SEQUENCE_START;
  addFigure(context, "restarts");
  raiseMomentaryFault(context, "dice-device-restarted", { cause, device, boots });
}

/**
 * A sound line with a number or a time that cannot be: two devices on one line, or one that restarted and whose first
 * lines were lost. Nothing is believed until the device has identified itself.
 */
function rejectUnexpected<Own>(context: BoardContext<Own>): void {
  emitBoardGap(context, "device-garbled");
  context.identity = null;
  context.fits = false;
  askIdentity(context);
}

function handleIdentity<Own, Message extends Body>(
  context: BoardContext<Own>,
  line: NumberedLine,
  board: Board<Own, Message>,
): void {
  const identity = parseIdentity(line.fields);
  if (identity === null) return countDamagedLines(context, linkRules<Own>());
  if (!acceptNextLine(context, line, identity)) return;
  const { device, boots, major, minor, kind } = identity;
  const before = context.identity;
  context.identity = identity;
  context.known = { device, boots };
  endIdentityQuestion(context);
  const why = problemOf(identity, board);
  // The same identity, as after every question: its fault stays.
  const isRepeated = before !== null && JSON.stringify(before) === JSON.stringify(identity);
  if (why === null || !isRepeated) clearFault(context, "dice-device-setup");
  if (why !== null) {
    raiseFault(context, "dice-device-setup", { why, device, kind, version: `${major}.${minor}` });
    emitBoardGap(context, "device-garbled");
  }
  context.fits = why === null;
}

function problemOf<Own, Message extends Body>(
  identity: Identity,
  { kind, device, problem }: Board<Own, Message>,
): string | null {
  if (identity.major !== VERSION) return "another version";
  if (identity.kind !== kind) return "another kind of device";
  if (device !== null && device !== identity.device) return "another device";
  return problem?.(identity) ?? null;
}
