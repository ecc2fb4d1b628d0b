import type { DiceObservation } from "../../../src/dice/observation.ts";
import { after, monoUs, US_PER_MS, type MonoUs } from "../../../src/time/instant.ts";
import { clearFault, raiseFault, damaged, markReceived, type LinkRules } from "../../link/link.ts";
import { defineLineSession, type LineSession } from "../../link/line-session.ts";
import { isTopic, messageLine } from "../mqtt/lines.ts";
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
import type { DiceSession } from "../session.ts";
import { SHAKER_MQTT_ABILITIES } from "./abilities.ts";
import { commanded, late, lateAt, said, shakeStart, type Shake, type Shaken } from "./shake.ts";
import { ASK_STATE, ASKED_MAX_MS, isShakeCommand, orderOf, stateOf, type ShakerReport } from "./reports.ts";

export interface ShakerMqttOptions {
  /** `Billy-III`: its topics are `<prefix>/<name>/listens` and `…/says`. */
  readonly name: string;
  /** `ikg/sicbo` unless told. */
  readonly prefix?: string;
  /** The topic of the newer commands; null: none. `ikg/shaker/command` unless told. */
  readonly command?: string | null;
  /** How long it is told to shake when no command on its topic says so, ms; null: not known. */
  readonly askedMs: number | null;
  /** Quiet time during a shake after which it is asked, ms: 250 to 2,000; 2,000 unless told. */
  readonly askMs?: number;
}

export interface ShakerMqttState extends MqttState {
  readonly shake: Shake;
  /** When it was last asked; null: never since the port was opened. */
  readonly askedAt: MonoUs | null;
}

interface SessionContext extends MqttContext {
  shake: Shake;
  askedAt: MonoUs | null;
  readonly set: Settings;
}

interface Settings {
  readonly says: string;
  readonly listens: string;
  readonly command: string | null;
  readonly askedMs: number | null;
  readonly askUs: number;
}

/** Between two questions while no shake is under way. */
export const POLL_US = 10_000_000;
/** Nothing for so long is silence: a question of 10 s ago was not answered, or several during a shake. */
export const SILENCE_US = 2 * POLL_US;
export const SILENCE_SHAKING_US = 7_000_000;
const ASK_MS = [250, 2_000] as const;

/** The topics that the port must listen to: what the shaker says, and what others tell it. */
export function shakerTopics(options: ShakerMqttOptions): readonly string[] {
  const { says, listens, command } = settingsOf(options);
  return command === null ? [says, listens] : [says, listens, command];
}

/**
 * The session of a "Billy-III" shaker behind an MQTT broker (docs/devices/shaker.md). It asks and listens; it never
 * commands a shake. Throws RangeError when an option is out of its range.
 */
export function shakerMqttSession(options: ShakerMqttOptions): DiceSession<ShakerMqttState> {
  const set = settingsOf(options);
  return {
    device: "shaker-mqtt",
    kind: "thrower",
    abilities: SHAKER_MQTT_ABILITIES,
    initial: () => ({
      ...mqttStart(["shaker-error", "shaker-stuck"]),
      shake: shakeStart(monoUs(0)),
      askedAt: null,
    }),
    ...frameOf(set),
    figures: mqttFigures,
  };
}

function settingsOf(options: ShakerMqttOptions): Settings {
  const { name, prefix = "ikg/sicbo", command = "ikg/shaker/command", askedMs, askMs = ASK_MS[1] } = options;
  const [says, listens] = [`${prefix}/${name}/says`, `${prefix}/${name}/listens`];
  const topics = command === null ? [says, listens] : [says, listens, command];
  if (!topics.every(isTopic))
    throw new RangeError(`shaker ${name}: its topics must be 1 to 120 printable letters without + and #`);
  if (!(askMs >= ASK_MS[0] && askMs <= ASK_MS[1]))
    throw new RangeError(`shaker ${name}: askMs is ${askMs}; give ${ASK_MS.join(" to ")} ms`);
  if (askedMs !== null && !(Number.isInteger(askedMs) && askedMs > 0 && askedMs <= ASKED_MAX_MS))
    throw new RangeError(`shaker ${name}: askedMs is ${askedMs}; give whole ms, at most ${ASKED_MAX_MS}`);
  return { says, listens, command, askedMs, askUs: Math.round(askMs) * US_PER_MS };
}

/** The context of one step, from the session's state. */
function turnOf(state: ShakerMqttState, t: MonoUs, set: Settings): SessionContext {
  return { ...mqttContext(state, t, "thrower"), shake: state.shake, askedAt: state.askedAt, set };
}

function frameOf(set: Settings): LineSession<ShakerMqttState, DiceObservation> {
  const frame = messageFrame<SessionContext>({
    link: AT_REST,
    onMessage: message,
    onOverflow: (context) => emitGap(context, "overflow"),
  });
  return defineLineSession<ShakerMqttState, SessionContext, DiceObservation>({
    ...frame,
    link: ({ shake }) => (shake.phase === "idle" ? AT_REST : SHAKING),
    beginStep: (state, t) => turnOf(state, t, set),
    endStep: (context) => {
      const { shake, askedAt, out, writes } = context;
      return { state: { ...mqttState(context), shake, askedAt }, observations: out.said, writes };
    },
    checkTime: lateShake,
    startSession: (context) => {
      frame.startSession(context, false);
      context.askedAt = null;
    },
    finish: askDue,
    timers: (state) => [askAt(state, set), lateAt(state.shake)],
  });
}

const AT_REST: LinkRules<SessionContext> = { silenceUs: SILENCE_US, onGap: emitGap };
const SHAKING: LinkRules<SessionContext> = { silenceUs: SILENCE_SHAKING_US, onGap: emitGap };

function emitGap(context: SessionContext, why: Parameters<typeof tellGap>[2]): void {
  tellGap(context, "thrower", why);
  context.shake = shakeStart(context.t);
}

function message(context: SessionContext, topic: string, payload: string): void {
  const { says, listens, command } = context.set;
  if (topic === says) {
    const word = stateOf(payload);
    if (word === null) damaged(context, AT_REST);
    else state(context, word);
  } else if (topic === listens) {
    const order = orderOf(payload);
    if (order === null) count(context, "foreign");
    else if (order.c === "shake") ordered(context, order.asked);
    else context.shake = { ...context.shake, askedState: true };
  } else if (topic === command && isShakeCommand(payload)) ordered(context, null);
  else count(context, "foreign");
}

function ordered(context: SessionContext, asked: number | null): void {
  if (!context.attached) return;
  context.shake = commanded(context.shake, asked ?? context.set.askedMs, context.t);
  // Silence is shorter from now on, and begins with the command: nothing had to be said before it.
  context.link = { ...context.link, heardAt: context.t };
}

function state(context: SessionContext, word: ShakerReport): void {
  markReceived(context);
  const first = !context.attached;
  if (first) context.out.push({ o: "attached", device: "thrower" });
  context.attached = true;
  if (word === "S90") raiseFault(context, "shaker-error", { state: word });
  else clearFault(context, "shaker-error");
  if (word === "S0") clearFault(context, "shaker-stuck");
  take(context, said(context.shake, word, context.t, first));
}

function lateShake(context: SessionContext): void {
  const deadline = lateAt(context.shake);
  if (deadline === null || context.t < deadline) return;
  if (context.shake.phase === "shaking")
    raiseFault(context, "shaker-stuck", { asked: context.shake.asked ?? 0 });
  take(context, late(context.shake, context.t));
}

function take(context: SessionContext, { shake, told: reported }: Shaken): void {
  context.shake = shake;
  if (reported === null) return;
  context.out.push(reported.asked === null ? { ...reported, asked: context.set.askedMs } : reported);
}

/** Sends the question that is due. */
function askDue(context: SessionContext): void {
  const deadline = askAt(context, context.set);
  if (deadline === null || context.t < deadline) return;
  context.writes.push(messageLine({ topic: context.set.listens, payload: ASK_STATE }));
  context.askedAt = context.t;
  context.shake = { ...context.shake, askedState: true };
}

/**
 * When the next question is due: at once after opening, then after a quiet while. Not about the end that was commanded:
 * what the shaker says then unasked is the end itself, and not merely later than it.
 */
function askAt(
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
