import type { ThrowRead } from "../../../src/dice/observation.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";
import { clearFault, raiseMomentaryFault, raiseFault, countDamagedLines } from "../../link/link.ts";
import { addFigure } from "../session.ts";
import { EYE_FAULTS, KNOWS } from "./codes.ts";
import { SEQUENCE_START } from "../../link/sequence.ts";
import { VERSION, type EyeMessage, type EyeStatus, type Heartbeat, type Hello } from "./messages.ts";
import { emitEyeGap, forgetIdentity, LINK_RULES, type SessionContext } from "./state.ts";

/** An eye that sends, and looks at no frame for longer than this, sees nothing. */
export const WATCH_US = 2_000_000;

/** Applies a message that was taken. */
export function applyMessage(context: SessionContext, message: EyeMessage): void {
  if (message.m === "hello") return handleHello(context, message);
  // Nothing is given out of an eye that is not this table's, or that has not identified itself.
  if (!context.fits) return;
  switch (message.m) {
    case "heartbeat":
      return handleHeartbeat(context, message);
    case "state":
      return changeStatus(context, { state: message.state });
    case "dome":
      return changeStatus(context, { dome: message.closed });
    case "rest":
      return handleRest(context, message.read);
    case "disturbed":
      context.toldSinceGap = true;
      context.out.push({ o: "disturbed", what: message.what });
      return;
    case "contact":
      context.toldSinceGap = true;
      context.out.push({ o: "foreign-contact", what: message.what });
      return;
    case "frames-lost":
      raiseMomentaryFault(context, "eye-frames-lost", { ms: message.ms });
      emitEyeGap(context, "frames-lost", message.ms);
      return;
    case "fault": {
      const { fault, on, value } = message;
      const others = context.standing.faults.filter((other) => other !== fault);
      context.standing = { ...context.standing, faults: on ? [...others, fault] : others };
      if (on) raiseFault(context, fault, { value });
      else clearFault(context, fault);
      return;
    }
    case "unknown":
      return;
  }
}

/** Takes a part of the status. While the eye is not attached nothing is given out: the next heartbeat gives all of it. */
function changeStatus(context: SessionContext, now: Partial<Pick<EyeStatus, "state" | "dome">>): void {
  const before = context.standing;
  context.standing = { ...before, ...now };
  if (!context.attached) return;
  const { state, dome } = context.standing;
  if (state !== before.state) context.out.push({ o: "arena", state });
  if (dome !== null && dome !== before.dome) context.out.push({ o: "dome", closed: dome });
}

/**
 * Takes one throw. Rests are numbered: a jump is for the table to see, a number that has been is refused. The last one may be told again
 * as it was, but for its beginning: where it was not heard before, that was not seen. It is given out again after a gap: the dice still
 * lie there.
 */
function handleRest(context: SessionContext, read: ThrowRead): void {
  const isTold = context.rest === read.n && (context.lying === null || isSameRead(context.lying, read));
  if (isTold && context.lying !== null && context.isRestDue !== true) return;
  if (context.rest !== null && read.n <= context.rest && !isTold) {
    addFigure(context, "strange");
    countDamagedLines(context, LINK_RULES);
    emitEyeGap(context, "device-garbled");
    return;
  }
  const isNew = context.lying?.n !== read.n;
  context.rest = read.n;
  if (isNew) context.lying = read;
  context.isRestDue = false;
  context.standing = { ...context.standing, rests: read.n };
  if (isNew) addFigure(context, "rests");
  if (isNew && read.verdict === "undecided") addFigure(context, "undecided");
  context.toldSinceGap = true;
  context.out.push({ o: "rest", read });
}

/** Told again, a rest has no beginning. */
const isSameRead = (told: ThrowRead, again: ThrowRead): boolean =>
  JSON.stringify({ ...told, rolledMs: null }) === JSON.stringify(again);

function handleHeartbeat(context: SessionContext, message: Heartbeat): void {
  const { state, dome, rests, faults } = message;
  setFigures(context, message);
  if (hasStopped(context, message)) return;
  const now: EyeStatus = { state, dome, rests, faults };
  if (context.attached && isSameStatus(now, context.standing)) return;
  // A heartbeat with another status than the messages before it: messages are missing without a jump of their numbers.
  if (context.attached) {
    addFigure(context, "strange");
    emitEyeGap(context, "device-garbled");
  }
  attach(context, now);
}

function attach(context: SessionContext, now: EyeStatus): void {
  context.attached = true;
  context.standing = now;
  context.rest = now.rests;
  if (context.lying?.n !== now.rests) context.lying = null;
  const known = context.lying === null ? {} : { noneRested: true as const };
  context.out.push({ o: "attached", device: "eye", ...known });
  for (const fault of EYE_FAULTS)
    if (now.faults.includes(fault)) raiseFault(context, fault, {});
    else clearFault(context, fault);
  if (now.dome !== null) context.out.push({ o: "dome", closed: now.dome });
  context.out.push({ o: "arena", state: now.state });
}

const isSameStatus = (a: EyeStatus, b: EyeStatus): boolean =>
  a.state === b.state &&
  a.dome === b.dome &&
  a.rests === b.rests &&
  a.faults.length === b.faults.length &&
  a.faults.every((fault) => b.faults.includes(fault));

/** Whether the eye reports a state although its count of frames does not grow: then nothing of it is believed. */
function hasStopped(context: SessionContext, { frames, state }: Heartbeat): boolean {
  if (context.watched?.frames !== frames || state === "unknown") {
    context.watched = { frames, t: context.t };
    clearFault(context, "eye-stopped");
    return false;
  }
  if (context.t - context.watched.t <= WATCH_US) return false;
  raiseFault(context, "eye-stopped", { ms: Math.round((context.t - context.watched.t) / US_PER_MS) });
  emitEyeGap(context, "device-silent");
  return true;
}

function setFigures(context: SessionContext, { frames, dropped, damaged: bad, light, drift }: Heartbeat): void {
  const seen = { frames, dropped, damagedFrames: bad };
  context.figures = { ...context.figures, ...seen, light: light ?? 0, drift: drift ?? 0 };
}

/** Whether the eye was started anew since it identified itself, or is another one. */
export const isRestart = (context: SessionContext, { boot }: Hello): boolean =>
  context.boot !== null && context.boot !== boot;

/** Its time and numbers begin anew with this message. */
export function handleRestart(context: SessionContext): void {
  emitEyeGap(context, "restart");
  context.sequence = SEQUENCE_START;
  forgetIdentity(context);
  context.rest = null;
  context.lying = null;
  addFigure(context, "restarts");
  raiseMomentaryFault(context, "eye-restarted", {});
}

function handleHello(context: SessionContext, message: Hello): void {
  const { major, minor, boot, digest, faces, width, height, knows } = message;
  const hello = { major, minor, boot, digest, faces, width, height, knows };
  context.boot = boot;
  const why = problemOf(context, message);
  const same = context.hello !== null && JSON.stringify(context.hello) === JSON.stringify(hello);
  if (same && context.fits === (why === null)) return;
  context.hello = hello;
  clearFault(context, "eye-setup");
  if (why !== null) {
    raiseFault(context, "eye-setup", { why, digest: hello.digest, version: `${hello.major}.${hello.minor}` });
    emitEyeGap(context, "device-garbled");
  } else if (context.attached) emitEyeGap(context, "device-garbled");
  context.fits = why === null;
}

function problemOf(
  { settings: options }: SessionContext,
  { major, digest, faces, knows }: Hello,
): string | null {
  if (major !== VERSION) return "another version";
  if (options.digest !== null && options.digest !== digest) return "another calibration";
  if (options.faces !== faces) return `calibrated for ${faces}`;
  const lacks = KNOWS.filter((name) => options.knows[name] && !knows[name]);
  return lacks.length === 0 ? null : `not calibrated for ${lacks.join(" ")}`;
}
