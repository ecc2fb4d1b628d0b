import type { ThrowRead } from "../../../src/dice/observation.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";
import { clearFault, raiseMomentaryFault, raiseFault, damaged } from "../../link/link.ts";
import { EYE_FAULTS, KNOWS } from "./codes.ts";
import { SEQUENCE_START } from "../../link/sequence.ts";
import { doubt, emitGap, LINK_RULES } from "./gaps.ts";
import { VERSION, type Beat, type EyeMessage, type Hello } from "./messages.ts";
import { figure, type ActiveFaults, type SessionContext } from "./state.ts";

/** An eye that lives and looks at nothing for longer than this sees nothing. */
export const WATCH_US = 2_000_000;

/** What a message that was taken means. */
export function act(context: SessionContext, message: EyeMessage): void {
  if (message.m === "hello") return introduced(context, message);
  // Of an eye that is not this table's, or that has not said who it is, nothing is told.
  if (!context.fits) return;
  switch (message.m) {
    case "heartbeat":
      return beat(context, message);
    case "state":
      return change(context, { state: message.state });
    case "dome":
      return change(context, { dome: message.closed });
    case "rest":
      return rest(context, message.read);
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
      emitGap(context, "frames-lost");
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

/** What stands until something else is told. While it is not known what stood, only the next heartbeat tells it. */
function change(context: SessionContext, now: Partial<Pick<ActiveFaults, "state" | "dome">>): void {
  const before = context.standing;
  context.standing = { ...before, ...now };
  if (!context.attached) return;
  const { state, dome } = context.standing;
  if (state !== before.state) context.out.push({ o: "arena", state });
  if (dome !== null && dome !== before.dome) context.out.push({ o: "dome", closed: dome });
}

/** One throw. Rests are numbered: one that has been is none, and a jump is the table's to see. */
function rest(context: SessionContext, read: ThrowRead): void {
  if (context.rest !== null && read.n <= context.rest) {
    figure(context, "strange");
    damaged(context, LINK_RULES);
    emitGap(context, "device-garbled");
    return;
  }
  context.rest = read.n;
  context.standing = { ...context.standing, rests: read.n };
  figure(context, "rests");
  if (read.verdict === "undecided") figure(context, "undecided");
  context.toldSinceGap = true;
  context.out.push({ o: "rest", read });
}

function beat(context: SessionContext, message: Beat): void {
  const { state, dome, rests, faults } = message;
  numbers(context, message);
  if (stopped(context, message)) return;
  const now: ActiveFaults = { state, dome, rests, faults };
  if (context.attached && agree(now, context.standing)) return;
  // The heartbeat says what the messages said, or some are missing that no number told of.
  if (context.attached) {
    figure(context, "strange");
    emitGap(context, "device-garbled");
  }
  attach(context, now);
}

function attach(context: SessionContext, now: ActiveFaults): void {
  context.attached = true;
  context.standing = now;
  context.rest = now.rests;
  context.out.push({ o: "attached", device: "eye" });
  for (const fault of EYE_FAULTS)
    if (now.faults.includes(fault)) raiseFault(context, fault, {});
    else clearFault(context, fault);
  if (now.dome !== null) context.out.push({ o: "dome", closed: now.dome });
  context.out.push({ o: "arena", state: now.state });
}

const agree = (a: ActiveFaults, b: ActiveFaults): boolean =>
  a.state === b.state &&
  a.dome === b.dome &&
  a.rests === b.rests &&
  a.faults.length === b.faults.length &&
  a.faults.every((fault) => b.faults.includes(fault));

/** An eye that says it sees, and whose frames do not get more, sees nothing. True: nothing of it is believed. */
function stopped(context: SessionContext, { frames, state }: Beat): boolean {
  if (context.watched?.frames !== frames || state === "unknown") {
    context.watched = { frames, t: context.t };
    clearFault(context, "eye-stopped");
    return false;
  }
  if (context.t - context.watched.t <= WATCH_US) return false;
  raiseFault(context, "eye-stopped", { ms: Math.round((context.t - context.watched.t) / US_PER_MS) });
  emitGap(context, "device-silent");
  return true;
}

function numbers(context: SessionContext, { frames, dropped, damaged: bad, light, drift }: Beat): void {
  const seen = { frames, dropped, damagedFrames: bad };
  context.figures = { ...context.figures, ...seen, light: light ?? 0, drift: drift ?? 0 };
}

/** The eye was started anew since it last said who it is, or it is another one. */
export const isRestart = (context: SessionContext, { boot }: Hello): boolean =>
  context.boot !== null && context.boot !== boot;

/** Its time and numbers begin anew with this message. */
export function restarted(context: SessionContext): void {
  emitGap(context, "restart");
  context.sequence = SEQUENCE_START;
  doubt(context);
  context.rest = null;
  figure(context, "restarts");
  raiseMomentaryFault(context, "eye-restarted", {});
}

function introduced(context: SessionContext, message: Hello): void {
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
    emitGap(context, "device-garbled");
  } else if (context.attached) emitGap(context, "device-garbled");
  context.fits = why === null;
}

function problemOf({ options }: SessionContext, { major, digest, faces, knows }: Hello): string | null {
  if (major !== VERSION) return "another version";
  if (options.digest !== null && options.digest !== digest) return "another calibration";
  if (options.faces !== faces) return `calibrated for ${faces}`;
  const lacks = KNOWS.filter((name) => options.knows[name] && !knows[name]);
  return lacks.length === 0 ? null : `not calibrated for ${lacks.join(" ")}`;
}
