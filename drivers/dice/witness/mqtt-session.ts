import type { DiceObservation } from "../../../src/dice/observation.ts";
import { monoUs, type MonoUs } from "../../../src/time/instant.ts";
import { defineLineSession, type LineSession } from "../../link/line-session.ts";
import { damaged, heard, type LinkRules } from "../../link/link.ts";
import { bytesOf, isTopic, messageLine, PAYLOAD_MAX, wordOfLine } from "../mqtt/lines.ts";
import {
  count,
  messageFrame,
  mqttFigures,
  mqttStart,
  mqttState,
  mqttTurn,
  tellGap,
  type MqttState,
  type MqttTurn,
} from "../mqtt/turn.ts";
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
  type Look,
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
  readonly look: Look | null;
  readonly ignored: number;
}

interface Turn extends MqttTurn {
  look: Look | null;
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
const QUIET: LinkRules<Turn> = { silenceUs: null, hole };

function hole(turn: Turn, why: Parameters<typeof tellGap>[2]): void {
  lookLost(turn, why);
  tellGap(turn, "witness", why);
}

function turnOf(state: IdpState, t: MonoUs, set: Settings): Turn {
  return { ...mqttTurn(state, t, "witness"), look: state.look, ignored: state.ignored, set };
}

function done(turn: Turn): DiceStep<IdpState> {
  const { look, ignored } = turn;
  return { state: { ...mqttState(turn), look, ignored }, observations: turn.out.said, writes: turn.writes };
}

function frameOf(set: Settings): LineSession<IdpState, DiceObservation> {
  const frame = messageFrame<Turn>({ link: QUIET, onMessage: message, onOverflow: overflow });
  return defineLineSession<IdpState, Turn, DiceObservation>({
    ...frame,
    link: QUIET,
    beginTurn: (state, t) => turnOf(state, t, set),
    endTurn: done,
    checkTime: (turn) => {
      if (turn.link.up && lookDue(turn)) ask(turn);
    },
    begin: (turn) => {
      frame.begin(turn, false);
      attach(turn);
    },
    sent,
    timers: ({ link, look }) => [link.up ? lookDueAt(look) : null],
  });
}

/** An open connection is all that can be known of it. */
function attach(turn: Turn): void {
  heard(turn);
  turn.attached = true;
  turn.out.push({ o: "attached", device: "witness" });
}

function overflow(turn: Turn): void {
  hole(turn, "overflow");
  attach(turn);
}

function tell(state: IdpState, command: DiceCommand, t: MonoUs, set: Settings): DiceStep<IdpState> {
  const turn = turnOf(state, t, set);
  if (command.c === "look-away") {
    // Only a camera that still looks is told to stop.
    if (turn.look?.told === null && turn.link.up)
      turn.writes.push(messageLine({ topic: set.command, payload: STOP_MESSAGE }));
    turn.look = null;
  } else if (!turn.link.up) noOpinion(turn, "not connected");
  else {
    lookAt(turn, command.round);
    ask(turn);
  }
  return done(turn);
}

function ask(turn: Turn): void {
  if (turn.look === null) return;
  const { command, input, output } = turn.set;
  const payload = detectMessage(questionId(turn.look), input, output);
  if (bytesOf(payload) <= PAYLOAD_MAX) turn.writes.push(messageLine({ topic: command, payload }));
}

/** What went out. A recording that is replayed has no commands of the table: its looks begin here. */
function sent(turn: Turn, bytes: string): void {
  for (const line of bytes.split("\n").slice(0, -1)) {
    const word = wordOfLine(line);
    if (word?.w !== "message" || word.topic !== turn.set.command) continue;
    const told = toldCamera(word.payload);
    if (told === "stop") turn.look = null;
    else if (told !== null && (turn.look?.round !== told.round || turn.look.at !== told.at))
      lookAt(turn, told.round, monoUs(told.at));
  }
}

function message(turn: Turn, topic: string, payload: string): void {
  if (topic !== turn.set.response) return count(turn, "foreign");
  const answer = answerOf(payload, turn.set.dice);
  if (answer === null) return damaged(turn, QUIET);
  heard(turn);
  // Of another round, of the first question when the second is asked already, or of nobody's.
  if (turn.look === null || answer.id !== questionId(turn.look)) return ignore(turn);
  answered(turn, answer.reading);
}
