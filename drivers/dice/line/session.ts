import { monoUs, type MonoUs } from "../../../src/time/instant.ts";
import { frame, FRAMER_START } from "../../line-framer.ts";
import { clear, passing, stand } from "../../link/faults.ts";
import { isLate } from "../../link/late.ts";
import {
  bytesCame,
  damaged,
  heard,
  opened,
  portLost,
  quiet,
  silentAt,
  type LinkRules,
} from "../../link/link.ts";
import type { SessionInput } from "../../session.ts";
import type { DiceCommand, DiceSession, DiceStep } from "../session.ts";
import { askAt, askDue, askIdentity, identityCame, wentOut } from "./asking.ts";
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
import { hostLines, LINE_LIMIT, rawOfLine, type Raw, type Shapes } from "./carrier.ts";
import { Fields } from "./fields.ts";
import { IDENTITY_WIDTHS, identityOf, VERSION, type Identity } from "./identity.ts";
import { missingBefore, placeOf, SEQUENCE_START, taken } from "../../link/sequence.ts";

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
    step: (state, input) => run.step(state, input),
    ...(tell === undefined
      ? {}
      : { tell: (state: BoardState<Own>, wanted: DiceCommand, t: MonoUs) => run.tell(state, wanted, t) }),
    wakeAt: (state) => {
      const own = board.wakeAt?.(state) ?? null;
      const wakes = [silentAt(state.link, SILENCE_US), state.link.up ? askAt(state.asks) : null, own];
      const due = wakes.filter((at) => at !== null);
      return due.length === 0 ? null : monoUs(Math.min(...due));
    },
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

class Run<Own, Of extends Body> {
  readonly #board: Board<Own, Of>;
  readonly #shapes: Shapes;
  readonly #rules: LinkRules<BoardTurn<Own>>;

  constructor(board: Board<Own, Of>) {
    this.#board = board;
    this.#shapes = { ...board.shapes, I: IDENTITY_WIDTHS };
    this.#rules = rulesOf(board);
  }

  step(state: BoardState<Own>, input: SessionInput): DiceStep<BoardState<Own>> {
    const turn = beginTurn(state, input.t, this.#board.as);
    quiet(turn, this.#rules);
    this.#board.due?.(turn);
    switch (input.i) {
      case "opened":
        this.#begin(turn);
        break;
      case "lost":
        portLost(turn, input.why, this.#rules);
        break;
      case "bytes":
        this.#bytes(turn, input.bytes);
        break;
      case "overrun":
        this.#overrun(turn, input.lost);
        break;
      case "sent":
        wentOut(turn, input.bytes);
        for (const line of hostLines(input.bytes)) this.#board.sent?.(turn, line);
        break;
      case "tick":
        break;
    }
    if (turn.link.up) askDue(turn);
    return { state: endTurn(turn), observations: turn.out.said, writes: turn.writes };
  }

  tell(state: BoardState<Own>, wanted: DiceCommand, t: MonoUs): DiceStep<BoardState<Own>> {
    const turn = beginTurn(state, t, this.#board.as);
    this.#board.tell?.(turn, wanted);
    return { state: endTurn(turn), observations: turn.out.said, writes: turn.writes };
  }

  #begin(turn: BoardTurn<Own>): void {
    opened(turn, this.#rules);
    turn.framer = FRAMER_START;
    askIdentity(turn);
  }

  #bytes(turn: BoardTurn<Own>, text: string): void {
    // A recording may begin with the port open.
    if (!turn.link.up) this.#begin(turn);
    bytesCame(turn);
    const framed = frame(turn.framer, text, LINE_LIMIT);
    turn.framer = framed.state;
    if (framed.overlong > 0) damaged(turn, this.#rules, framed.overlong);
    // The first line after opening may be the tail of a cut one: that is no damage, and it is not taken either.
    for (const line of framed.lines) if (line.whole) this.#line(turn, rawOfLine(line.text, this.#shapes));
  }

  /** Bytes were lost before anyone read them: the line under way must not grow together with the rest of another one. */
  #overrun(turn: BoardTurn<Own>, lost: number): void {
    passing(turn, "recording-overrun", { bytes: lost });
    damaged(turn, this.#rules);
    hole(turn, this.#board, "overflow");
    turn.framer = { partial: "", skipping: true, synced: false };
  }

  #line(turn: BoardTurn<Own>, raw: Raw | null): void {
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
  #takes(turn: BoardTurn<Own>, raw: Raw, identity: Identity | null): boolean {
    const text = [raw.letter, ...raw.fields].join(" ");
    const place = placeOf(turn.sequence, raw, text);
    const { known } = turn;
    const other = identity !== null && (known?.boots !== identity.boots || known.device !== identity.device);
    if (other && (known !== null || place === "old")) this.#restarted(turn, identity);
    else if (place === "old") {
      this.#strange(turn);
      return false;
    } else if (place === "repeated") {
      figure(turn, "repeated");
      return false;
    } else if (place === "gap") {
      figure(turn, "missed", missingBefore(turn.sequence, raw));
      hole(turn, this.#board, "device-garbled");
    }
    heard(turn);
    if (turn.identity === null) askIdentity(turn);
    turn.sequence = taken(turn.sequence, raw, text);
    return true;
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
    contradiction(turn, this.#board);
    turn.identity = null;
    turn.fits = false;
    askIdentity(turn);
  }

  #identified(turn: BoardTurn<Own>, identity: Identity): void {
    const { device, boots, major, minor, kind } = identity;
    const before = turn.identity;
    turn.identity = identity;
    turn.known = { device, boots };
    identityCame(turn);
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
