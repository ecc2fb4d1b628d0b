import type { FaultCode } from "../../../src/codes/faults.ts";
import { after, monoUs, US_PER_MS, type MonoUs } from "../../../src/time/instant.ts";
import { clearFault, raiseFault, countDamagedLines, markReceived, type LinkRules } from "../../link/link.ts";
import { isTopic, messageLine } from "../mqtt/lines.ts";
import {
  faultsOfMqtt,
  countMessages,
  mqttFigures,
  defineMqttSession,
  startOfMqtt,
  type MqttState,
} from "../mqtt/context.ts";
import { emitGap, unheardMs, type DiceSession, type StepContext } from "../session.ts";
import type { DiceLoss } from "../../../src/dice/observation.ts";
import { SHAKER_MQTT_ABILITIES } from "./device.ts";
import {
  commandShake,
  endLateShake,
  lateShakeDeadline,
  reportState,
  idleShake,
  type Shake,
  type ShakeStep,
  ASK_STATE,
  ASKED_MAX_MS,
  isShakeCommand,
  orderOf,
  stateOf,
  type ShakerReport,
} from "./shake.ts";

export interface ShakerMqttOptions {
  /** `Billy-III`: its topics are `<prefix>/<name>/listens` and `…/says`. */
  readonly name: string;
  /** `ikg/sicbo` unless given. */
  readonly prefix?: string;
  /** How long it shakes when no command on its topic gives a time, ms; null: not known. */
  readonly askedMs: number | null;
  /** Quiet time during a shake after which it is asked, ms: 250 to 2,000; 2,000 unless given. */
  readonly askMs?: number;
}

export interface ShakerMqttState extends MqttState {
  readonly shake: Shake;
  /** When it was last asked; null: never since the port was opened. */
  readonly askedAt: MonoUs | null;
}

type SessionContext = StepContext<ShakerMqttState, Settings>;

interface Settings {
  readonly says: string;
  readonly listens: string;
  readonly askedMs: number | null;
  readonly askUs: number;
}

/** Between two questions while no shake is under way. */
export const POLL_US = 10_000_000;
/** Nothing for so long is silence: a question of 10 s ago was not answered, or several during a shake. */
export const SILENCE_US = 2 * POLL_US;
export const SILENCE_SHAKING_US = 7_000_000;
const ASK_MS = [250, 2_000] as const;
/** The topic of the newer commands, of all shakers together. */
const COMMAND = "ikg/shaker/command";

const SHAKER_FAULTS: readonly FaultCode[] = ["shaker-error", "shaker-stuck"];

/** The topics that the port must listen to: the shaker's reports, and the commands to it. */
export function shakerTopics(options: ShakerMqttOptions): readonly string[] {
  const { says, listens } = settingsOf(options);
  return [says, listens, COMMAND];
}

/**
 * The session of a "Billy-III" shaker behind an MQTT broker (docs/devices/shaker.md). It asks and listens; it never
 * commands a shake. Throws RangeError when an option is out of its range.
 */
export function shakerMqttSession(options: ShakerMqttOptions): DiceSession<ShakerMqttState> {
  const settings = settingsOf(options);
  return {
    device: "shaker-mqtt",
    kind: "thrower",
    abilities: SHAKER_MQTT_ABILITIES,
    standingFaults: faultsOfMqtt(SHAKER_FAULTS),
    initial: () => ({
      ...startOfMqtt(SHAKER_FAULTS),
      shake: idleShake(monoUs(0)),
      askedAt: null,
    }),
    ...defineMqttSession<ShakerMqttState, Settings>({
      as: "thrower",
      settings,
      damage: AT_REST,
      link: ({ shake }) => (shake.phase === "idle" ? AT_REST : SHAKING),
      onMessage: handleMessage,
      onOverflow: (context) => emitShakeGap(context, "overflow"),
      checkTime: checkLateShake,
      onOpened: (context) => {
        context.askedAt = null;
      },
      finish: askDueQuestion,
      timersOf: (state) => [questionDeadline(state, settings), lateShakeDeadline(state.shake)],
    }),
    figures: mqttFigures,
  };
}

function settingsOf(options: ShakerMqttOptions): Settings {
  const { name, prefix = "ikg/sicbo", askedMs, askMs = ASK_MS[1] } = options;
  const [says, listens] = [`${prefix}/${name}/says`, `${prefix}/${name}/listens`];
  if (!isTopic(says) || !isTopic(listens))
    throw new RangeError(`shaker ${name}: its topics must be 1 to 120 printable letters without + and #`);
  if (!(askMs >= ASK_MS[0] && askMs <= ASK_MS[1]))
    throw new RangeError(`shaker ${name}: askMs is ${askMs}; give ${ASK_MS.join(" to ")} ms`);
  if (askedMs !== null && !(Number.isInteger(askedMs) && askedMs > 0 && askedMs <= ASKED_MAX_MS))
    throw new RangeError(`shaker ${name}: askedMs is ${askedMs}; give whole ms, at most ${ASKED_MAX_MS}`);
  return { says, listens, askedMs, askUs: Math.round(askMs) * US_PER_MS };
}

const AT_REST: LinkRules<SessionContext> = { silenceUs: SILENCE_US, onGap: emitShakeGap };
const SHAKING: LinkRules<SessionContext> = { silenceUs: SILENCE_SHAKING_US, onGap: emitShakeGap };

function emitShakeGap(context: SessionContext, why: DiceLoss): void {
  emitGap(context, "thrower", why, unheardMs(context));
  context.shake = idleShake(context.t);
}

function handleMessage(context: SessionContext, topic: string, payload: string): void {
  const { says, listens } = context.settings;
  if (topic === says) {
    const report = stateOf(payload);
    if (report === null) countDamagedLines(context, AT_REST);
    else handleState(context, report);
  } else if (topic === listens) {
    const order = orderOf(payload);
    if (order === null) countMessages(context, "foreign");
    else if (order.c === "shake") applyShakeCommand(context, order.asked);
    else context.shake = { ...context.shake, askedState: true };
  } else if (topic === COMMAND && isShakeCommand(payload)) applyShakeCommand(context, null);
  else countMessages(context, "foreign");
}

function applyShakeCommand(context: SessionContext, asked: number | null): void {
  if (!context.attached) return;
  context.shake = commandShake(context.shake, asked ?? context.settings.askedMs, context.t);
  // Silence is shorter from now on, and begins with the command: no report was expected before it.
  context.link = { ...context.link, heardAt: context.t };
}

function handleState(context: SessionContext, report: ShakerReport): void {
  markReceived(context);
  const first = !context.attached;
  if (first) context.out.push({ o: "attached", device: "thrower" });
  context.attached = true;
  if (report === "S90") raiseFault(context, "shaker-error", { state: report });
  else clearFault(context, "shaker-error");
  if (report === "S0") clearFault(context, "shaker-stuck");
  emitShake(context, reportState(context.shake, report, context.t, first));
}

function checkLateShake(context: SessionContext): void {
  const deadline = lateShakeDeadline(context.shake);
  if (deadline === null || context.t < deadline) return;
  if (context.shake.phase === "shaking")
    raiseFault(context, "shaker-stuck", { asked: context.shake.asked ?? 0 });
  emitShake(context, endLateShake(context.shake, context.t));
}

function emitShake(context: SessionContext, { shake, observation }: ShakeStep): void {
  context.shake = shake;
  if (observation === null) return;
  const asked = observation.asked ?? context.settings.askedMs;
  context.out.push({ ...observation, asked });
}

/** Sends the question that is due. */
function askDueQuestion(context: SessionContext): void {
  const deadline = questionDeadline(context, context.settings);
  if (deadline === null || context.t < deadline) return;
  context.writes.push(messageLine({ topic: context.settings.listens, payload: ASK_STATE }));
  context.askedAt = context.t;
  context.shake = { ...context.shake, askedState: true };
}

/**
 * When the next question must be sent: at once after opening, then after a silence. No question is sent around the commanded
 * end of a shake: a report that comes then without a question marks the end itself, while an answer only says that it is past.
 */
function questionDeadline(
  { link, shake, askedAt }: Pick<SessionContext, "link" | "shake" | "askedAt">,
  { askUs, askedMs }: Settings,
): MonoUs | null {
  if (!link.up) return null;
  if (askedAt === null) return link.heardAt ?? monoUs(0);
  const calm = shake.phase === "idle" && link.loss === null;
  const deadline = after(monoUs(Math.max(askedAt, link.heardAt ?? 0)), calm ? POLL_US : askUs);
  const asked = shake.asked ?? askedMs;
  if (shake.phase !== "shaking" || asked === null) return deadline;
  const end = shake.since + asked * US_PER_MS;
  return Math.abs(deadline - end) < askUs / 2 ? monoUs(Math.ceil(end + askUs / 2)) : deadline;
}
