import type { DiceObservation } from "../../../src/dice/observation.ts";
import { monoUs, type MonoUs } from "../../../src/time/instant.ts";
import { defineLineSession, type LineSession } from "../../link/line-session.ts";
import { damaged, markReceived, type LinkRules } from "../../link/link.ts";
import { bytesOf, isTopic, messageLine, PAYLOAD_MAX, wordOfLine } from "../mqtt/lines.ts";
import {
  count,
  messageFrame,
  mqttFigures,
  mqttStart,
  mqttState,
  mqttContext,
  tellGap,
  type MqttState,
  type MqttContext,
} from "../mqtt/context.ts";
import type { DiceCommand, DiceSession, DiceStep } from "../session.ts";
import { answerOf, detectMessage, questionId, STOP_MESSAGE, toldCamera } from "./idp.ts";
import {
  answered,
  DICE_MAX,
  ignore,
  isDice,
  lookAt,
  lookDue,
  lookDueAt,
  lookLost,
  noOpinion,
  WITNESS_FAULTS,
  type WitnessReading,
} from "./look.ts";

export interface IdpOptions {
  /** Its topics are `<prefix>/<table>/command` and `…/response`. */
  readonly table: string;
  /** `ikg/idp` unless told. */
  readonly prefix?: string;
  /** The camera's streams, as its own set-up names them. */
  readonly input: string;
  readonly output: string;
  /** Dice of a throw, 1 to 8. */
  readonly dice: number;
}

export interface IdpState extends MqttState {
  readonly look: WitnessReading | null;
  readonly ignored: number;
}

interface SessionContext extends MqttContext {
  look: WitnessReading | null;
  ignored: number;
  readonly set: Settings;
}

interface Settings {
  readonly command: string;
  readonly response: string;
  readonly input: string;
  readonly output: string;
  readonly dice: number;
}

/** A stream's name is no longer, bytes. */
const STREAM_MAX = 1_024;

/** The topic that the port must listen to. */
export function idpTopics(options: IdpOptions): readonly string[] {
  return [settingsOf(options).response];
}

/**
 * The session of an "IDP" camera behind an MQTT broker, as a second witness (docs/devices/dice-witness.md). Throws
 * RangeError when an option is out of its range.
 */
export function idpSession(options: IdpOptions): DiceSession<IdpState> {
  const set = settingsOf(options);
  return {
    device: "idp-mqtt",
    kind: "witness",
    abilities: {},
    initial: () => ({ ...mqttStart(WITNESS_FAULTS), look: null, ignored: 0 }),
    ...frameOf(set),
    tell: (state, command, t) => tell(state, command, t, set),
    figures: (state) => ({ ...mqttFigures(state), "answers passed over": state.ignored }),
  };
}

function settingsOf({ table, prefix = "ikg/idp", input, output, dice }: IdpOptions): Settings {
  const [command, response] = [`${prefix}/${table}/command`, `${prefix}/${table}/response`];
  if (![command, response].every(isTopic))
    throw new RangeError(`witness ${table}: its topics must be 1 to 120 printable letters without + and #`);
  if (!isDice(dice)) throw new RangeError(`witness ${table}: ${dice} dice; give 1 to ${DICE_MAX}`);
  if (Math.max(bytesOf(input), bytesOf(output)) > STREAM_MAX)
    throw new RangeError(`witness ${table}: a stream's name is longer than ${STREAM_MAX} bytes`);
  return { command, response, input, output, dice };
}

/** Nothing tells of a camera that is there and has nothing to say: only an answer that is missing does. */
const QUIET: LinkRules<SessionContext> = { silenceUs: null, onGap: emitGap };

function emitGap(context: SessionContext, why: Parameters<typeof tellGap>[2]): void {
  lookLost(context, why);
  tellGap(context, "witness", why);
}

function turnOf(state: IdpState, t: MonoUs, set: Settings): SessionContext {
  return { ...mqttContext(state, t, "witness"), look: state.look, ignored: state.ignored, set };
}

function done(context: SessionContext): DiceStep<IdpState> {
  const { look, ignored } = context;
  return {
    state: { ...mqttState(context), look, ignored },
    observations: context.out.said,
    writes: context.writes,
  };
}

function frameOf(set: Settings): LineSession<IdpState, DiceObservation> {
  const frame = messageFrame<SessionContext>({ link: QUIET, onMessage: message, onOverflow: overflow });
  return defineLineSession<IdpState, SessionContext, DiceObservation>({
    ...frame,
    link: QUIET,
    beginStep: (state, t) => turnOf(state, t, set),
    endStep: done,
    checkTime: (context) => {
      if (context.link.up && lookDue(context)) ask(context);
    },
    startSession: (context) => {
      frame.startSession(context, false);
      attach(context);
    },
    sent,
    timers: ({ link, look }) => [link.up ? lookDueAt(look) : null],
  });
}

/** An open connection is all that can be known of it. */
function attach(context: SessionContext): void {
  markReceived(context);
  context.attached = true;
  context.out.push({ o: "attached", device: "witness" });
}

function overflow(context: SessionContext): void {
  emitGap(context, "overflow");
  attach(context);
}

function tell(state: IdpState, command: DiceCommand, t: MonoUs, set: Settings): DiceStep<IdpState> {
  const context = turnOf(state, t, set);
  if (command.c === "look-away") {
    // Only a camera that still looks is told to stop.
    if (context.look?.told === null && context.link.up)
      context.writes.push(messageLine({ topic: set.command, payload: STOP_MESSAGE }));
    context.look = null;
  } else if (!context.link.up) noOpinion(context, "not connected");
  else {
    lookAt(context, command.round);
    ask(context);
  }
  return done(context);
}

function ask(context: SessionContext): void {
  if (context.look === null) return;
  const { command, input, output } = context.set;
  const payload = detectMessage(questionId(context.look), input, output);
  if (bytesOf(payload) <= PAYLOAD_MAX) context.writes.push(messageLine({ topic: command, payload }));
}

/** What went out. A recording that is replayed has no commands of the table: its looks begin here. */
function sent(context: SessionContext, bytes: string): void {
  for (const line of bytes.split("\n").slice(0, -1)) {
    const event = wordOfLine(line);
    if (event?.w !== "message" || event.topic !== context.set.command) continue;
    const reported = toldCamera(event.payload);
    if (reported === "stop") context.look = null;
    else if (reported !== null && (context.look?.round !== reported.round || context.look.at !== reported.at))
      lookAt(context, reported.round, monoUs(reported.at));
  }
}

function message(context: SessionContext, topic: string, payload: string): void {
  if (topic !== context.set.response) return count(context, "foreign");
  const answer = answerOf(payload, context.set.dice);
  if (answer === null) return damaged(context, QUIET);
  markReceived(context);
  // Of another round, of the first question when the second is asked already, or of nobody's.
  if (context.look === null || answer.id !== questionId(context.look)) return ignore(context);
  answered(context, answer.reading);
}
