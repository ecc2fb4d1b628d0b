import type { BallLoss, BallObservation } from "../../../src/table/balls/observation.ts";
import type { BallsCommand } from "../../../src/table/balls/types.ts";
import { after, type MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START, type FramerState } from "../../line-framer.ts";
import {
  askIdentity,
  endIdentityQuestion,
  numberAfter,
  takeIdentityQuestion,
  type IdentityQuestion,
} from "../../link/identity-question.ts";
import {
  clearFault,
  countDamagedLines,
  LINK_FAULTS,
  LINK_START,
  raiseFault,
  raiseMomentaryFault,
  type FaultState,
  type LinkContext,
  type LinkRules,
  type LinkState,
} from "../../link/link.ts";
import { defineLineSession, FRAMER_LOST, receiveLines, type LineRules } from "../../link/line-session.ts";
import { encodeHostLine, parseHostLines, type HostField } from "../../link/numbered-line.ts";
import { acceptInOrder, isLate, SEQUENCE_START, type OrderRules, type Sequence } from "../../link/sequence.ts";
import { stateFrom, type DeviceStep } from "../../session.ts";
import type { BallSession } from "../device.ts";
import { LINE_LIMIT, parseLine, VERSION, type Line, type Message } from "./codec.ts";

/**
 * The session of a reader with the open line (docs/devices/ball-reader-line.md). It says each ball once and in the order of the reader's own
 * count: what is missing is asked for again before anything later is said.
 */

type Said<Kind extends Message["m"]> = Extract<Message, { readonly m: Kind }>;

interface State {
  readonly link: LinkState;
  readonly faults: FaultState;
  readonly framer: FramerState;
  readonly sequence: Sequence;
  /** Null: it has not said who it is since the port was opened or it restarted. */
  readonly identity: Said<"identity"> | null;
  /** Outlives a lost port. */
  readonly known: { readonly reader: string; readonly boots: number } | null;
  readonly attached: boolean;
  /** Its game, and the balls of it that were said to the table. Outlives a lost port. */
  readonly game: number | null;
  readonly told: number;
  /** Balls that it had drawn at its last heartbeat. */
  readonly drawn: number;
  readonly counted: { readonly inside: number; readonly drawn: number } | null;
  /** Until when an answer to the question for balls is waited for; null: none was asked. */
  readonly askedUntil: MonoUs | null;
  /** `number`: of the next host line. */
  readonly asks: IdentityQuestion & { readonly number: number };
  readonly figures: Readonly<Record<"missed" | "repeated" | "strange" | "restarts", number>>;
}

type Context = LinkContext & { -readonly [Key in keyof State]: State[Key] } & {
  readonly out: BallObservation[];
  readonly writes: string[];
};

/** The heartbeat comes every 250 ms: four of them are missing. */
export const SILENCE_US = 1_000_000;
/** A reader that is asked for balls says them within this time, µs; then what it does not say is lost. */
export const ANSWER_US = 2_000_000;

const FAULTS = ["ball-jam", "ball-lid-open", "ball-reader-dirty"] as const;
const OWN_FAULTS = [...LINK_FAULTS, "ball-reader-setup", ...FAULTS] as const;

const START: State = {
  link: LINK_START,
  faults: { standing: [], unsettled: OWN_FAULTS },
  framer: FRAMER_START,
  sequence: SEQUENCE_START,
  identity: null,
  known: null,
  attached: false,
  game: null,
  told: 0,
  drawn: 0,
  counted: null,
  askedUntil: null,
  asks: { number: 1, identityAt: null, tries: 0 },
  figures: { missed: 0, repeated: 0, strange: 0, restarts: 0 },
};

const LINK: LinkRules<Context> = {
  silenceUs: SILENCE_US,
  onGap(context, why) {
    emitGap(context, why);
    context.sequence = SEQUENCE_START;
    context.identity = null;
  },
};

/** `reader`: the number of the reader that this table was set up with; null: any. */
export function ballReaderSession({ reader }: { readonly reader: string | null }): BallSession<State> {
  const lines: LineRules<Context> = {
    limit: LINE_LIMIT,
    link: LINK,
    onLine: (context, text) => onLine(context, text, reader),
  };
  const line = defineLineSession<State, Context, BallObservation>({
    link: LINK,
    beginStep: (state, t) => ({ ...state, out: [], writes: [], t }),
    endStep,
    checkTime: giveUpAsking,
    startSession: (context) => {
      context.framer = FRAMER_START;
      askIdentity(context);
    },
    receive: (context, bytes) => {
      context.framer = receiveLines(context, context.framer, bytes, lines);
    },
    onOverrun: (context) => {
      emitGap(context, "overflow");
      context.framer = FRAMER_LOST;
    },
    onSent: (context, bytes) => {
      for (const { n } of parseHostLines(bytes))
        context.asks = { ...context.asks, number: numberAfter(context.asks.number, n) };
    },
    finish: (context) => {
      if (context.link.up && takeIdentityQuestion(context)) sendLine(context, "I", []);
    },
    timersOf: ({ link, asks, askedUntil }) => [link.up ? asks.identityAt : null, askedUntil],
  });
  return {
    device: "ball-reader-line",
    abilities: {},
    standingFaults: OWN_FAULTS,
    initial: () => START,
    ...line,
    applyCommand: (state, { from }: BallsCommand, t) => {
      const context: Context = { ...state, out: [], writes: [], t };
      context.told = Math.min(state.told, from - 1);
      if (context.attached) askForBalls(context);
      return endStep(context);
    },
    identity: ({ identity }) =>
      identity === null ? null : { serial: identity.reader, firmware: identity.firmware },
    figures: ({ figures, link, attached, drawn, known }) => ({
      "damaged lines": link.damaged,
      "missed lines": figures.missed,
      "repeated lines": figures.repeated,
      "strange lines": figures.strange,
      restarts: figures.restarts,
      attached: attached ? 1 : 0,
      "balls drawn": drawn,
      ...(known === null ? {} : { boots: known.boots }),
    }),
  };
}

function endStep(context: Context): DeviceStep<State, BallObservation> {
  return { state: stateFrom<State>(context, START), observations: context.out, writes: context.writes };
}

/** Nothing is known of it from here on; its next heartbeat says where its game is, and what is missing is asked for. */
function emitGap(context: Context, why: BallLoss): void {
  if (context.attached) context.out.push({ o: "gap", why });
  context.attached = false;
  context.askedUntil = null;
}

function sendLine(context: Context, letter: string, fields: readonly HostField[]): void {
  const { number } = context.asks;
  context.writes.push(encodeHostLine(letter, number, fields));
  context.asks = { ...context.asks, number: (number + 1) & 0xffff };
}

/** Asks for what was drawn and not said to the table. */
function askForBalls(context: Context): void {
  if (context.drawn <= context.told || context.askedUntil !== null) return;
  sendLine(context, "Q", [[1, context.told + 1]]);
  context.askedUntil = after(context.t, ANSWER_US);
}

/** What it was asked for and has not said by now is lost: people say what those balls were. */
function giveUpAsking(context: Context): void {
  if (context.askedUntil === null || context.t < context.askedUntil) return;
  context.askedUntil = null;
  for (let n = context.told + 1; n <= context.drawn; n += 1)
    context.out.push({ o: "ball", n, number: null, why: "lost" });
  context.told = Math.max(context.told, context.drawn);
}

function onLine(context: Context, text: string, reader: string | null): void {
  const line = parseLine(text);
  if (line === null) return countDamagedLines(context, LINK);
  const { message } = line;
  const identity = message?.m === "identity" ? message : null;
  if (!acceptNextLine(context, line, identity)) return;
  if (identity !== null) return handleIdentity(context, identity, reader);
  if (message === null || isLate(context, line.at) || context.identity === null || isRefused(context)) return;
  if (message.m === "beat") return handleBeat(context, message);
  if (!context.attached || message.m === "identity" || message.game !== context.game) return;
  if (message.m === "ball") return handleBall(context, message);
  if (message.n <= context.told) context.out.push({ o: "fell-back", n: message.n });
}

const isRefused = ({ faults }: Context): boolean => faults.standing.includes("ball-reader-setup");

/** Whether the line is the reader's next one by number and time; then the order goes on from it. */
function acceptNextLine(context: Context, line: Line, identity: Said<"identity"> | null): boolean {
  const rules: OrderRules<Context> = {
    link: LINK,
    count: (of, what, more = 1) => {
      of.figures = { ...of.figures, [what]: of.figures[what] + more };
    },
    // Its next heartbeat says how many balls it drew: those that are missing are asked for.
    missed: () => undefined,
    rejectUnexpected(of) {
      emitGap(of, "device-garbled");
      of.identity = null;
      askIdentity(of);
    },
  };
  const { known } = context;
  const isTaken = acceptInOrder(context, line, rules, () => {
    if (identity === null || known === null) return false;
    if (known.boots === identity.boots && known.reader === identity.reader) return false;
    emitGap(context, "restart");
    context.sequence = SEQUENCE_START;
    context.figures = { ...context.figures, restarts: context.figures.restarts + 1 };
    raiseMomentaryFault(context, "ball-reader-restarted", { reader: identity.reader, boots: identity.boots });
    return true;
  });
  if (isTaken && context.identity === null && identity === null) askIdentity(context);
  return isTaken;
}

function handleIdentity(context: Context, identity: Said<"identity">, reader: string | null): void {
  context.identity = identity;
  context.known = { reader: identity.reader, boots: identity.boots };
  endIdentityQuestion(context);
  const why =
    identity.major !== VERSION
      ? "another version"
      : reader !== null && reader !== identity.reader
        ? "another reader"
        : null;
  if (why === null) return clearFault(context, "ball-reader-setup");
  raiseFault(context, "ball-reader-setup", { why, reader: identity.reader });
  emitGap(context, "device-garbled");
}

function handleBeat(context: Context, beat: Said<"beat">): void {
  const { game, drawn, inside, jam, lid, dirty } = beat;
  const isNew = game !== context.game;
  if (isNew) Object.assign(context, { game, told: 0, drawn: 0, counted: null, askedUntil: null });
  context.drawn = drawn;
  if (!context.attached) {
    context.attached = true;
    context.out.push({ o: "attached", game, drawn });
  } else if (isNew) context.out.push({ o: "game", game });
  for (const [code, stands] of [
    ["ball-jam", jam],
    ["ball-lid-open", lid],
    ["ball-reader-dirty", dirty],
  ] as const)
    if (stands) raiseFault(context, code, {});
    else clearFault(context, code);
  // A ball on its way is in neither: a count that has stood since the last heartbeat is one.
  const count = inside === null || jam || lid ? null : { inside, drawn };
  if (count !== null && JSON.stringify(count) === JSON.stringify(context.counted))
    context.out.push({ o: "count", ...count });
  context.counted = count;
  askForBalls(context);
}

function handleBall(context: Context, { n, number, why }: Said<"ball">): void {
  context.drawn = Math.max(context.drawn, n);
  // What is missing before it comes first.
  if (n > context.told + 1) return askForBalls(context);
  context.out.push({ o: "ball", n, number, why });
  context.told = Math.max(context.told, n);
  if (context.told >= context.drawn) context.askedUntil = null;
}
