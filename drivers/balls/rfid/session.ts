import type { BallDoubt, BallLoss, BallObservation } from "../../../src/table/balls/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { frame, FRAMER_START, type FramerState } from "../../line-framer.ts";
import { defineLineSession, FRAMER_LOST } from "../../link/line-session.ts";
import {
  countDamagedLines,
  LINK_FAULTS,
  LINK_START,
  markReceived,
  raiseMomentaryFault,
  type FaultState,
  type LinkContext,
  type LinkRules,
  type LinkState,
} from "../../link/link.ts";
import { stateFrom } from "../../session.ts";
import {
  addDamagedLine,
  addTag,
  advanceTime,
  FIELD_START,
  fieldDeadline,
  type Field,
  type FieldRules,
  type FieldStep,
} from "../../shoe/rfid/field.ts";
import { LINE_LIMIT, parseUid } from "../../shoe/rfid/session.ts";
import type { BallSession } from "../device.ts";

/**
 * The session of a reader of radio tags at the exit of a bingo machine (docs/devices/ball-reader-rfid.md): it speaks the line of `card-rfid`.
 * It counts nothing: the table numbers the balls.
 */

interface State {
  readonly link: LinkState;
  readonly faults: FaultState;
  readonly framer: FramerState;
  readonly attached: boolean;
  readonly field: Field;
  /** The tag that was read last, and when it was told last; with those that lay together and were told as unread. */
  readonly newest: { readonly uid: string; readonly last: MonoUs } | null;
  readonly unread: readonly string[];
  readonly unreadAt: MonoUs | null;
  readonly figures: Readonly<Record<"balls" | "again" | "unread" | "unknown", number>>;
}

type Context = LinkContext & { -readonly [Key in keyof State]: State[Key] } & {
  readonly out: BallObservation[];
};

/** A tag that was not told for so long has left the reader. */
export const AWAY_US = 1_000_000;
/** The line has no check: a tag is believed by two equal lines. */
const RULES: FieldRules = { awayUs: AWAY_US, lines: 2 };
/**
 * The ball that was read last, or one of those that lay together, shown again within this time: it is in the game already. No game begins so
 * soon after the last ball of another: the cards for it are sold first.
 */
export const AGAIN_US = 20_000_000;
/** Tags that lay together and are remembered. */
const UNREAD_MAX = 8;

const START: State = {
  link: LINK_START,
  faults: { standing: [], unsettled: LINK_FAULTS },
  framer: FRAMER_START,
  attached: false,
  field: FIELD_START,
  newest: null,
  unread: [],
  unreadAt: null,
  figures: { balls: 0, again: 0, unread: 0, unknown: 0 },
};

/** A reader without a tag says nothing: its silence is no fault. */
const LINK: LinkRules<Context> = { silenceUs: null, onGap: emitGap };

/** `tags`: of ball 1 to 90, 14 hex digits each. Throws TypeError without them. */
export function ballTagSession(tags: readonly string[]): BallSession<State> {
  if (tags.length === 0)
    throw new TypeError(
      "balls.set is missing: a tag alone names no ball; name the file of the set (docs/devices/ball-reader-rfid.md)",
    );
  const balls = new Map(tags.map((tag, index) => [tag, index + 1]));
  const apply = (context: Context, step: FieldStep): void => applyField(context, step, balls);
  const checkTime = (context: Context): void => apply(context, advanceTime(context.field, context.t, RULES));
  return {
    device: "ball-reader-rfid",
    abilities: {},
    standingFaults: LINK_FAULTS,
    initial: () => START,
    ...defineLineSession<State, Context, BallObservation>({
      link: LINK,
      beginStep: (state, t) => ({ ...state, out: [], t }),
      endStep: (context) => ({ state: stateFrom(context, START), observations: context.out, writes: [] }),
      checkTime,
      startSession: (context, isJoined) => {
        if (!isJoined) forgetField(context, FRAMER_START);
        markReceived(context);
        attach(context);
      },
      onPortLost: (context) => forgetField(context, FRAMER_START),
      receive: (context, bytes) => receive(context, bytes, apply),
      onOverrun: (context) => {
        forgetField(context, FRAMER_LOST);
        emitGap(context, "overflow");
        attach(context);
      },
      // The line that confirmed a tag may have been the last thing to wait for.
      finish: checkTime,
      timersOf: ({ link, field }) => [link.up ? fieldDeadline(field, RULES) : null],
    }),
    figures: ({ figures, link }) => ({
      balls: figures.balls,
      "read again": figures.again,
      unread: figures.unread,
      "unknown tags": figures.unknown,
      "damaged lines": link.damaged,
    }),
  };
}

function attach(context: Context): void {
  if (context.attached) return;
  context.attached = true;
  context.out.push({ o: "attached", game: null, drawn: null });
}

function emitGap(context: Context, why: BallLoss): void {
  if (context.attached) context.out.push({ o: "gap", why });
  context.attached = false;
}

function forgetField(context: Context, framer: FramerState): void {
  Object.assign(context, { framer, field: FIELD_START });
}

function receive(context: Context, bytes: string, apply: (context: Context, step: FieldStep) => void): void {
  const framed = frame(context.framer, bytes, LINE_LIMIT);
  context.framer = framed.state;
  const handleDamage = (): void => {
    countDamagedLines(context, LINK);
    apply(context, addDamagedLine(context.field, context.t, RULES));
  };
  for (let overlong = 0; overlong < framed.overlong; overlong++) handleDamage();
  for (const { text } of framed.lines) {
    const uid = parseUid(text);
    if (uid === null) handleDamage();
    else {
      markReceived(context);
      forgetOld(context);
      if (context.newest?.uid === uid) context.newest = { uid, last: context.t };
      apply(context, addTag(context.field, uid, context.t));
    }
  }
}

function applyField(
  context: Context,
  { field, happened }: FieldStep,
  balls: ReadonlyMap<string, number>,
): void {
  context.field = field;
  if (happened === null) return;
  if (happened.h === "unread") return emitUnread(context, "weak");
  if (happened.h === "read") return emitTag(context, happened.uid, balls);
  // Each of them that has not been told yet is a ball whose place nobody knows.
  const { uids = [] } = field.stuck ?? {};
  const fresh = uids.filter((uid) => uid !== context.newest?.uid && !context.unread.includes(uid));
  context.unread = [...context.unread, ...fresh].slice(-UNREAD_MAX);
  context.unreadAt = context.t;
  for (const _ of fresh) emitUnread(context, "two-balls");
}

/** What lies long behind is no part of what is shown now. */
function forgetOld(context: Context): void {
  const isOld = (at: MonoUs): boolean => context.t - at >= AGAIN_US;
  if (context.newest !== null && isOld(context.newest.last)) context.newest = null;
  if (context.unreadAt !== null && isOld(context.unreadAt))
    Object.assign(context, { unread: [], unreadAt: null });
}

function emitUnread(context: Context, why: BallDoubt): void {
  context.figures = { ...context.figures, unread: context.figures.unread + 1 };
  context.out.push({ o: "ball", n: null, number: null, why });
}

function emitTag(context: Context, uid: string, balls: ReadonlyMap<string, number>): void {
  if (uid === context.newest?.uid || context.unread.includes(uid)) {
    context.figures = { ...context.figures, again: context.figures.again + 1 };
    return;
  }
  const number = balls.get(uid);
  Object.assign(context, { newest: { uid, last: context.t }, unread: [], unreadAt: null });
  if (number === undefined) {
    context.figures = { ...context.figures, unknown: context.figures.unknown + 1 };
    raiseMomentaryFault(context, "ball-tag-unknown", {});
    return emitUnread(context, "unread");
  }
  context.figures = { ...context.figures, balls: context.figures.balls + 1 };
  context.out.push({ o: "ball", n: null, number, why: null });
}
