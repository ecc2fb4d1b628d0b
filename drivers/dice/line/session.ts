import type { DiceObservation } from "../../../src/dice/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START } from "../../line-framer.ts";
import { clearFault, raiseMomentaryFault, raiseFault, damaged, type LinkRules } from "../../link/link.ts";
import { takeInOrder, isLate, SEQUENCE_START, type OrderRules } from "../../link/sequence.ts";
import {
  defineLineSession,
  FRAMER_LOST,
  receiveLines,
  type LineRules,
  type LineSession,
} from "../../link/line-session.ts";
import type { DiceCommand, DiceSession, DiceStep } from "../session.ts";
import { askIdentity, endIdentityQuestion } from "../../link/identity-question.ts";
import { askDue, wentOut } from "./asking.ts";
import {
  beginStep,
  boardStart,
  endStep,
  figure,
  type Board,
  type BoardState,
  type BoardContext,
  type Gap,
} from "./board.ts";
import { hostLines, type NumberedLine } from "../../link/numbered-line.ts";
import { LINE_LIMIT, rawOfLine, type Shapes } from "./carrier.ts";
import { Fields } from "../../link/fields.ts";
import { IDENTITY_WIDTHS, identityOf, VERSION, type Identity } from "./identity.ts";

/** The heartbeat comes every 250 ms: four of them are missing. */
export const SILENCE_US = 1_000_000;

type Body = { readonly m: string };

/**
 * The session of any device on the dice line (docs/devices/dice-line.md): bytes in, observations out. It sees to it that
 * nothing is told of a device that is not the table's, and that no missing line is bridged; what the lines mean is the
 * board's.
 */
export function boardSession<Own, Of extends Body>(board: Board<Own, Of>): DiceSession<BoardState<Own>> {
  const run = new Run(board);
  const { tell } = board;
  return {
    device: board.name,
    kind: board.as,
    abilities: board.abilities,
    initial: () => boardStart(board.start, board.faults),
    ...run.frame,
    ...(tell === undefined
      ? {}
      : { tell: (state: BoardState<Own>, wanted: DiceCommand, t: MonoUs) => run.tell(state, wanted, t) }),
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

/** What is needed of a board to tell a hole. */
type Holder<Own> = Pick<Board<Own, Body>, "as" | "forget">;

/** Nothing was understood of what the device tells from here on: it is told anew by the heartbeat after. */
export function emitGap<Own>(context: BoardContext<Own>, board: Holder<Own>, why: Gap): void {
  if (context.attached) context.out.push({ o: "gap", device: board.as, why });
  context.attached = false;
  board.forget(context);
}

/** A sound line that cannot be true: it is counted as damage, and what stands must be told anew. */
export function contradiction<Own>(context: BoardContext<Own>, board: Holder<Own>): void {
  figure(context, "strange");
  damaged(context, rulesOf(board));
  emitGap(context, board, "device-garbled");
}

function rulesOf<Own>(board: Holder<Own>): LinkRules<BoardContext<Own>> {
  return {
    silenceUs: SILENCE_US,
    // Whatever comes next may be another device, at another time.
    onGap: (context, why) => {
      emitGap(context, board, why);
      context.sequence = SEQUENCE_START;
      context.identity = null;
      context.fits = false;
    },
  };
}

function stepOf<Own>(context: BoardContext<Own>): DiceStep<BoardState<Own>> {
  return { state: endStep(context), observations: context.out.said, writes: context.writes };
}

class Run<Own, Of extends Body> {
  readonly frame: LineSession<BoardState<Own>, DiceObservation>;
  readonly #board: Board<Own, Of>;
  readonly #shapes: Shapes;
  readonly #rules: LinkRules<BoardContext<Own>>;
  readonly #order: OrderRules<BoardContext<Own>>;

  constructor(board: Board<Own, Of>) {
    this.#board = board;
    this.#shapes = { ...board.shapes, I: IDENTITY_WIDTHS };
    this.#rules = rulesOf(board);
    this.#order = {
      link: this.#rules,
      count: figure,
      missed: (context) => {
        emitGap(context, board, "device-garbled");
      },
      rejectUnexpected: (context) => {
        this.#rejectUnexpected(context);
      },
    };
    this.frame = this.#frameOf();
  }

  #frameOf(): LineSession<BoardState<Own>, DiceObservation> {
    const board = this.#board;
    const lines: LineRules<BoardContext<Own>> = {
      limit: LINE_LIMIT,
      link: this.#rules,
      onLine: (context, text) => {
        this.#line(context, rawOfLine(text, this.#shapes));
      },
    };
    return defineLineSession<BoardState<Own>, BoardContext<Own>, DiceObservation>({
      link: this.#rules,
      beginStep: (state, t) => beginStep(state, t, board.as),
      endStep: stepOf,
      checkTime: (context) => board.due?.(context),
      startSession: (context) => {
        context.framer = FRAMER_START;
        askIdentity(context);
      },
      receive: (context, bytes) => {
        context.framer = receiveLines(context, context.framer, bytes, lines);
      },
      onOverrun: (context) => {
        emitGap(context, board, "overflow");
        context.framer = FRAMER_LOST;
      },
      sent: (context, bytes) => {
        wentOut(context, bytes);
        for (const line of hostLines(bytes)) board.sent?.(context, line);
      },
      finish: (context) => {
        if (context.link.up) askDue(context);
      },
      timers: (state) => [state.link.up ? state.asks.identityAt : null, board.wakeAt?.(state) ?? null],
    });
  }

  tell(state: BoardState<Own>, wanted: DiceCommand, t: MonoUs): DiceStep<BoardState<Own>> {
    const context = beginStep(state, t, this.#board.as);
    this.#board.tell?.(context, wanted);
    return stepOf(context);
  }

  #line(context: BoardContext<Own>, raw: NumberedLine | null): void {
    if (raw === null) return damaged(context, this.#rules);
    if (raw.letter === "I") {
      const identity = identityOf(raw.fields);
      if (identity === null) return damaged(context, this.#rules);
      if (this.#takes(context, raw, identity)) this.#identified(context, identity);
      return;
    }
    if (!Object.hasOwn(this.#shapes, raw.letter)) return void this.#takes(context, raw, null);
    const fields = new Fields(raw.fields);
    const body = this.#board.read(raw.letter, fields);
    if (!fields.isGood) return damaged(context, this.#rules);
    if (!this.#takes(context, raw, null) || isLate(context, raw.at) || !context.fits) return;
    if (context.attached) this.#board.applyMessage(context, body, raw.at);
    else if (raw.letter === "B" && (this.#board.ready?.(context, body) ?? true)) {
      context.attached = true;
      context.out.push({ o: "attached", device: this.#board.as });
      this.#board.attach(context, body, raw.at);
    }
  }

  /** Whether the line is the device's next one. */
  #takes(context: BoardContext<Own>, raw: NumberedLine, identity: Identity | null): boolean {
    const text = [raw.letter, ...raw.fields].join(" ");
    const { known } = context;
    const isTaken = takeInOrder(context, { n: raw.n, at: raw.at, text }, this.#order, (place) => {
      if (identity === null) return false;
      const isOther = known?.boots !== identity.boots || known.device !== identity.device;
      if (!isOther || (known === null && place !== "old")) return false;
      this.#restarted(context, identity);
      return true;
    });
    if (isTaken && context.identity === null) askIdentity(context);
    return isTaken;
  }

  /** The device's time and numbers begin anew with this line. */
  #restarted(context: BoardContext<Own>, { cause, device, boots }: Identity): void {
    emitGap(context, this.#board, "restart");
    context.sequence = SEQUENCE_START;
    figure(context, "restarts");
    raiseMomentaryFault(context, "dice-device-restarted", { cause, device, boots });
  }

  /**
   * A sound line with a number or a time that cannot be: two devices on one line, or one that restarted and whose first
   * lines were lost. Nothing is believed until whoever is there has said who it is.
   */
  #rejectUnexpected(context: BoardContext<Own>): void {
    emitGap(context, this.#board, "device-garbled");
    context.identity = null;
    context.fits = false;
    askIdentity(context);
  }

  #identified(context: BoardContext<Own>, identity: Identity): void {
    const { device, boots, major, minor, kind } = identity;
    const before = context.identity;
    context.identity = identity;
    context.known = { device, boots };
    endIdentityQuestion(context);
    const why = this.#problemOf(identity);
    // Said again, as after every question: it is the same fault.
    const again = before !== null && JSON.stringify(before) === JSON.stringify(identity);
    if (why === null || !again) clearFault(context, "dice-device-setup");
    if (why !== null) {
      raiseFault(context, "dice-device-setup", { why, device, kind, version: `${major}.${minor}` });
      emitGap(context, this.#board, "device-garbled");
    }
    context.fits = why === null;
  }

  #problemOf(identity: Identity): string | null {
    const { kind, device, problem } = this.#board;
    if (identity.major !== VERSION) return "another version";
    if (identity.kind !== kind) return "another kind of device";
    if (device !== null && device !== identity.device) return "another device";
    return problem?.(identity) ?? null;
  }
}
