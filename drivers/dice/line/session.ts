import type { DiceObservation } from "../../../src/dice/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START } from "../../line-framer.ts";
import { clear, passing, stand } from "../../link/faults.ts";
import { takeInOrder, type OrderRules } from "../../link/in-order.ts";
import { isLate } from "../../link/late.ts";
import {
  defineLineSession,
  FRAMER_LOST,
  receiveLines,
  type LineRules,
  type LineSession,
} from "../../link/line-session.ts";
import { damaged, type LinkRules } from "../../link/link.ts";
import type { DiceCommand, DiceSession, DiceStep } from "../session.ts";
import { askIdentity, endIdentityQuestion } from "../../link/identity-question.ts";
import { askDue, wentOut } from "./asking.ts";
import {
  beginTurn,
  boardStart,
  endTurn,
  figure,
  type Board,
  type BoardState,
  type BoardTurn,
  type Gap,
} from "./board.ts";
import { hostLines, type NumberedLine } from "../../link/numbered-line.ts";
import { LINE_LIMIT, rawOfLine, type Shapes } from "./carrier.ts";
import { Fields } from "../../link/fields.ts";
import { IDENTITY_WIDTHS, identityOf, VERSION, type Identity } from "./identity.ts";
import { SEQUENCE_START } from "../../link/sequence.ts";

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
export function hole<Own>(turn: BoardTurn<Own>, board: Holder<Own>, why: Gap): void {
  if (turn.attached) turn.out.push({ o: "gap", device: board.as, why });
  turn.attached = false;
  board.forget(turn);
}

/** A sound line that cannot be true: it is counted as damage, and what stands must be told anew. */
export function contradiction<Own>(turn: BoardTurn<Own>, board: Holder<Own>): void {
  figure(turn, "strange");
  damaged(turn, rulesOf(board));
  hole(turn, board, "device-garbled");
}

function rulesOf<Own>(board: Holder<Own>): LinkRules<BoardTurn<Own>> {
  return {
    silenceUs: SILENCE_US,
    // Whatever comes next may be another device, at another time.
    hole: (turn, why) => {
      hole(turn, board, why);
      turn.sequence = SEQUENCE_START;
      turn.identity = null;
      turn.fits = false;
    },
  };
}

function stepOf<Own>(turn: BoardTurn<Own>): DiceStep<BoardState<Own>> {
  return { state: endTurn(turn), observations: turn.out.said, writes: turn.writes };
}

class Run<Own, Of extends Body> {
  readonly frame: LineSession<BoardState<Own>, DiceObservation>;
  readonly #board: Board<Own, Of>;
  readonly #shapes: Shapes;
  readonly #rules: LinkRules<BoardTurn<Own>>;
  readonly #order: OrderRules<BoardTurn<Own>>;

  constructor(board: Board<Own, Of>) {
    this.#board = board;
    this.#shapes = { ...board.shapes, I: IDENTITY_WIDTHS };
    this.#rules = rulesOf(board);
    this.#order = {
      link: this.#rules,
      count: figure,
      missed: (turn) => {
        hole(turn, board, "device-garbled");
      },
      strange: (turn) => {
        this.#strange(turn);
      },
    };
    this.frame = this.#frameOf();
  }

  #frameOf(): LineSession<BoardState<Own>, DiceObservation> {
    const board = this.#board;
    const lines: LineRules<BoardTurn<Own>> = {
      limit: LINE_LIMIT,
      link: this.#rules,
      onLine: (turn, text) => {
        this.#line(turn, rawOfLine(text, this.#shapes));
      },
    };
    return defineLineSession<BoardState<Own>, BoardTurn<Own>, DiceObservation>({
      link: this.#rules,
      beginTurn: (state, t) => beginTurn(state, t, board.as),
      endTurn: stepOf,
      checkTime: (turn) => board.due?.(turn),
      begin: (turn) => {
        turn.framer = FRAMER_START;
        askIdentity(turn);
      },
      receive: (turn, bytes) => {
        turn.framer = receiveLines(turn, turn.framer, bytes, lines);
      },
      overrun: (turn) => {
        hole(turn, board, "overflow");
        turn.framer = FRAMER_LOST;
      },
      sent: (turn, bytes) => {
        wentOut(turn, bytes);
        for (const line of hostLines(bytes)) board.sent?.(turn, line);
      },
      finish: (turn) => {
        if (turn.link.up) askDue(turn);
      },
      timers: (state) => [state.link.up ? state.asks.identityAt : null, board.wakeAt?.(state) ?? null],
    });
  }

  tell(state: BoardState<Own>, wanted: DiceCommand, t: MonoUs): DiceStep<BoardState<Own>> {
    const turn = beginTurn(state, t, this.#board.as);
    this.#board.tell?.(turn, wanted);
    return stepOf(turn);
  }

  #line(turn: BoardTurn<Own>, raw: NumberedLine | null): void {
    if (raw === null) return damaged(turn, this.#rules);
    if (raw.letter === "I") {
      const identity = identityOf(raw.fields);
      if (identity === null) return damaged(turn, this.#rules);
      if (this.#takes(turn, raw, identity)) this.#identified(turn, identity);
      return;
    }
    if (!Object.hasOwn(this.#shapes, raw.letter)) return void this.#takes(turn, raw, null);
    const fields = new Fields(raw.fields);
    const body = this.#board.read(raw.letter, fields);
    if (!fields.isGood) return damaged(turn, this.#rules);
    if (!this.#takes(turn, raw, null) || isLate(turn, raw.at) || !turn.fits) return;
    if (turn.attached) this.#board.act(turn, body, raw.at);
    else if (raw.letter === "B" && (this.#board.ready?.(turn, body) ?? true)) {
      turn.attached = true;
      turn.out.push({ o: "attached", device: this.#board.as });
      this.#board.attach(turn, body, raw.at);
    }
  }

  /** Whether the line is the device's next one. */
  #takes(turn: BoardTurn<Own>, raw: NumberedLine, identity: Identity | null): boolean {
    const text = [raw.letter, ...raw.fields].join(" ");
    const { known } = turn;
    const isTaken = takeInOrder(turn, { n: raw.n, at: raw.at, text }, this.#order, (place) => {
      if (identity === null) return false;
      const isOther = known?.boots !== identity.boots || known.device !== identity.device;
      if (!isOther || (known === null && place !== "old")) return false;
      this.#restarted(turn, identity);
      return true;
    });
    if (isTaken && turn.identity === null) askIdentity(turn);
    return isTaken;
  }

  /** The device's time and numbers begin anew with this line. */
  #restarted(turn: BoardTurn<Own>, { cause, device, boots }: Identity): void {
    hole(turn, this.#board, "restart");
    turn.sequence = SEQUENCE_START;
    figure(turn, "restarts");
    passing(turn, "dice-device-restarted", { cause, device, boots });
  }

  /**
   * A sound line with a number or a time that cannot be: two devices on one line, or one that restarted and whose first
   * lines were lost. Nothing is believed until whoever is there has said who it is.
   */
  #strange(turn: BoardTurn<Own>): void {
    hole(turn, this.#board, "device-garbled");
    turn.identity = null;
    turn.fits = false;
    askIdentity(turn);
  }

  #identified(turn: BoardTurn<Own>, identity: Identity): void {
    const { device, boots, major, minor, kind } = identity;
    const before = turn.identity;
    turn.identity = identity;
    turn.known = { device, boots };
    endIdentityQuestion(turn);
    const why = this.#problemOf(identity);
    // Said again, as after every question: it is the same fault.
    const again = before !== null && JSON.stringify(before) === JSON.stringify(identity);
    if (why === null || !again) clear(turn, "dice-device-setup");
    if (why !== null) {
      stand(turn, "dice-device-setup", { why, device, kind, version: `${major}.${minor}` });
      hole(turn, this.#board, "device-garbled");
    }
    turn.fits = why === null;
  }

  #problemOf(identity: Identity): string | null {
    const { kind, device, problem } = this.#board;
    if (identity.major !== VERSION) return "another version";
    if (identity.kind !== kind) return "another kind of device";
    if (device !== null && device !== identity.device) return "another device";
    return problem?.(identity) ?? null;
  }
}
