import type { MonoUs } from "../../src/time/instant.ts";
import { FRAMER_START, type FramerState } from "../line-framer.ts";
import { stateFrom, type DeviceSession } from "../session.ts";
import {
  askIdentity,
  endIdentityQuestion,
  numberAfter,
  takeIdentityQuestion,
  type IdentityQuestion,
} from "./identity-question.ts";
import { defineLineSession, FRAMER_LOST, receiveLines, type LineRules } from "./line-session.ts";
import {
  LINK_FAULTS,
  LINK_START,
  countDamagedLines,
  type FaultObservation,
  type FaultState,
  type LinkRules,
  type LinkState,
} from "./link.ts";
import { encodeHostLine, parseHostLines, parseNumberedLine } from "./numbered-line.ts";
import { acceptInOrder, isLate, SEQUENCE_START, type OrderRules, type Sequence } from "./sequence.ts";

/** What the made device tells: that it is there, its number, and where nothing was seen. */
export type MadeObservation =
  | FaultObservation
  | { readonly o: "attached" }
  | { readonly o: "gap"; readonly why: string }
  | { readonly o: "number"; readonly value: string };

export interface MadeState {
  readonly link: LinkState;
  readonly faults: FaultState;
  readonly framer: FramerState;
  readonly sequence: Sequence;
  readonly asks: IdentityQuestion & { readonly number: number };
  readonly isAttached: boolean;
  readonly counts: Readonly<Record<"missed" | "repeated" | "strange", number>>;
}

type MadeContext = { -readonly [K in keyof MadeState]: MadeState[K] } & {
  readonly t: MonoUs;
  readonly out: MadeObservation[];
  readonly writes: string[];
};

const START: MadeState = {
  link: LINK_START,
  faults: { standing: [], unsettled: [] },
  framer: FRAMER_START,
  sequence: SEQUENCE_START,
  asks: { identityAt: null, tries: 0, number: 0 },
  isAttached: false,
  counts: { missed: 0, repeated: 0, strange: 0 },
};

export const MADE_SILENCE_US = 1_000_000;

/**
 * A device made for the tests of this room: numbered lines, `I` who it is, `V` with a number. It has what every device on a line
 * has, and nothing else; `more` changes its rules.
 */
export function madeSession(
  more: Partial<LinkRules<MadeContext>> = {},
): DeviceSession<MadeState, MadeObservation> {
  const link: LinkRules<MadeContext> = { silenceUs: MADE_SILENCE_US, onGap, ...more };
  const lines = linesOf(link);
  return {
    device: "made",
    abilities: {},
    standingFaults: LINK_FAULTS,
    initial: () => START,
    ...defineLineSession<MadeState, MadeContext, MadeObservation>({
      link,
      beginStep: (state, t) => ({ ...state, t, out: [], writes: [] }),
      endStep: (context) => ({
        state: stateFrom<MadeState>(context, START),
        observations: context.out,
        writes: context.writes,
      }),
      startSession: (context) => {
        context.framer = FRAMER_START;
        askIdentity(context);
      },
      receive: (context, bytes) => {
        context.framer = receiveLines(context, context.framer, bytes, lines);
      },
      onOverrun: (context) => {
        onGap(context, "overflow");
        context.framer = FRAMER_LOST;
      },
      onSent: (context, bytes) => {
        for (const { n } of parseHostLines(bytes))
          context.asks = { ...context.asks, number: numberAfter(context.asks.number, n) };
      },
      finish: (context) => {
        if (context.link.up && takeIdentityQuestion(context))
          context.writes.push(encodeHostLine("I", context.asks.number, []));
      },
      timersOf: ({ link: { up }, asks }) => [up ? asks.identityAt : null],
    }),
  };
}

function linesOf(link: LinkRules<MadeContext>): LineRules<MadeContext> {
  const order: OrderRules<MadeContext> = {
    link,
    count: (context, what, by = 1) => {
      context.counts = { ...context.counts, [what]: context.counts[what] + by };
    },
    missed: (context) => onGap(context, "device-garbled"),
    rejectUnexpected: (context) => {
      onGap(context, "device-garbled");
      askIdentity(context);
    },
  };
  return {
    limit: 60,
    link,
    onLine: (context, text) => {
      const line = parseNumberedLine(text, 60);
      if (line === null) return countDamagedLines(context, link);
      const said = `${line.letter} ${line.fields.join(" ")}`;
      const isIdentity = line.letter === "I";
      if (
        !acceptInOrder(
          context,
          { n: line.n, at: line.at, text: said },
          order,
          () => isIdentity && !context.isAttached,
        )
      )
        return;
      if (isIdentity) attach(context);
      else if (!isLate(context, line.at) && context.isAttached)
        context.out.push({ o: "number", value: line.fields.join(" ") });
    },
  };
}

function attach(context: MadeContext): void {
  endIdentityQuestion(context);
  context.isAttached = true;
  context.out.push({ o: "attached" });
}

function onGap(context: MadeContext, why: string): void {
  if (!context.isAttached) return;
  context.isAttached = false;
  askIdentity(context);
  context.out.push({ o: "gap", why });
}
