import { monoUs } from "../../../src/time/instant.ts";
import { countDamagedLines, markReceived, type LinkRules } from "../../link/link.ts";
import type { DiceLoss } from "../../../src/dice/observation.ts";
import { utf8LengthOf, isTopic, messageLine, parseMqttLine, PAYLOAD_MAX } from "../mqtt/lines.ts";
import {
  countMessages,
  faultsOfMqtt,
  mqttFigures,
  defineMqttSession,
  startOfMqtt,
  type MqttState,
} from "../mqtt/context.ts";
import { beginStep, emitGap, endStep, type DiceSession, type StepContext } from "../session.ts";
import { parseAnswer, detectMessage, parseCameraOrder, questionId, STOP_MESSAGE } from "./idp.ts";
import {
  applyCommand,
  checkAnswerTime,
  DICE_MAX,
  endReading,
  handleAnswer,
  ignoreAnswer,
  isDiceCount,
  readingDeadline,
  startReading,
  WITNESS_FAULTS,
  type AskedReading,
  type WitnessQuestions,
} from "./look.ts";

export interface IdpOptions {
  /** Its topics are `<prefix>/<table>/command` and `…/response`. */
  readonly table: string;
  /** `ikg/idp` unless given. */
  readonly prefix?: string;
  /** The camera's streams, as its own set-up names them. */
  readonly input: string;
  readonly output: string;
  /** Dice of a throw, 1 to 8. */
  readonly dice: number;
}

interface IdpState extends MqttState {
  readonly look: AskedReading | null;
  readonly ignored: number;
}

type SessionContext = StepContext<IdpState, Settings>;

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
  const settings = settingsOf(options);
  return {
    device: "idp-mqtt",
    kind: "witness",
    abilities: {},
    standingFaults: faultsOfMqtt(WITNESS_FAULTS),
    initial: () => ({ ...startOfMqtt(WITNESS_FAULTS), look: null, ignored: 0 }),
    ...defineMqttSession<IdpState, Settings>({
      as: "witness",
      settings,
      damage: LINK_RULES,
      link: LINK_RULES,
      onMessage: handleMessage,
      onOverflow: (context) => {
        emitReadingGap(context, "overflow");
        attach(context);
      },
      onOpened: attach,
      checkTime: (context) => {
        if (context.link.up) checkAnswerTime(context, questionsOf(context));
      },
      onSent: followSent,
      timersOf: ({ link, look }) => [link.up ? readingDeadline(look) : null],
    }),
    applyCommand: (state, command, t) => {
      const context = beginStep(state, t, "witness", settings);
      applyCommand(context, command, context.link.up, questionsOf(context));
      return endStep(context);
    },
    figures: (state) => ({ ...mqttFigures(state), "answers passed over": state.ignored }),
  };
}

function settingsOf({ table, prefix = "ikg/idp", input, output, dice }: IdpOptions): Settings {
  const [command, response] = [`${prefix}/${table}/command`, `${prefix}/${table}/response`];
  if (![command, response].every(isTopic))
    throw new RangeError(`witness ${table}: its topics must be 1 to 120 printable letters without + and #`);
  if (!isDiceCount(dice)) throw new RangeError(`witness ${table}: ${dice} dice; give 1 to ${DICE_MAX}`);
  if (Math.max(utf8LengthOf(input), utf8LengthOf(output)) > STREAM_MAX)
    throw new RangeError(`witness ${table}: a stream's name is longer than ${STREAM_MAX} bytes`);
  return { command, response, input, output, dice };
}

/** A camera that has nothing to answer sends nothing: only a missing answer shows that it is gone. */
const LINK_RULES: LinkRules<SessionContext> = { silenceUs: null, onGap: emitReadingGap };

function emitReadingGap(context: SessionContext, why: DiceLoss): void {
  endReading(context, why);
  emitGap(context, "witness", why);
}

/** An open connection is all that can be known of it. */
function attach(context: SessionContext): void {
  markReceived(context);
  context.attached = true;
  context.out.push({ o: "attached", device: "witness" });
}

function questionsOf({ settings, writes }: SessionContext): WitnessQuestions {
  const { command: topic, input, output } = settings;
  return {
    ask: (reading) => {
      const payload = detectMessage(questionId(reading), input, output);
      if (utf8LengthOf(payload) <= PAYLOAD_MAX) writes.push(messageLine({ topic, payload }));
    },
    stop: () => writes.push(messageLine({ topic, payload: STOP_MESSAGE })),
  };
}

/** What went out. A recording that is replayed has no commands of the table: its readings begin here. */
function followSent(context: SessionContext, bytes: string): void {
  for (const line of bytes.split("\n").slice(0, -1)) {
    const event = parseMqttLine(line);
    if (event?.w !== "message" || event.topic !== context.settings.command) continue;
    const order = parseCameraOrder(event.payload);
    if (order === "stop") context.look = null;
    else if (order !== null && (context.look?.round !== order.round || context.look.at !== order.at))
      startReading(context, order.round, monoUs(order.at));
  }
}

function handleMessage(context: SessionContext, topic: string, payload: string): void {
  if (topic !== context.settings.response) return countMessages(context, "foreign");
  const answer = parseAnswer(payload, context.settings.dice);
  if (answer === null) return countDamagedLines(context, LINK_RULES);
  markReceived(context);
  // It answers another round, the first question when the second is asked already, or no question of this table.
  if (context.look === null || answer.id !== questionId(context.look)) return ignoreAnswer(context);
  handleAnswer(context, answer.reading);
}
