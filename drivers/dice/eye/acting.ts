import type { ThrowRead } from "../../../src/dice/observation.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";
import { clear, passing, stand } from "../../link/faults.ts";
import { damaged } from "../../link/link.ts";
import { EYE_FAULTS, KNOWS } from "./codes.ts";
import { SEQUENCE_START } from "../../link/sequence.ts";
import { doubt, hole, LINK_RULES } from "./holes.ts";
import { VERSION, type Beat, type EyeMessage, type Hello } from "./messages.ts";
import { figure, type Standing, type Turn } from "./state.ts";

/** An eye that lives and looks at nothing for longer than this sees nothing. */
export const WATCH_US = 2_000_000;

/** What a message that was taken means. */
export function act(turn: Turn, message: EyeMessage): void {
  if (message.m === "hello") return introduced(turn, message);
  // Of an eye that is not this table's, or that has not said who it is, nothing is told.
  if (!turn.fits) return;
  switch (message.m) {
    case "heartbeat":
      return beat(turn, message);
    case "state":
      return change(turn, { state: message.state });
    case "dome":
      return change(turn, { dome: message.closed });
    case "rest":
      return rest(turn, message.read);
    case "disturbed":
      turn.toldSinceGap = true;
      turn.out.push({ o: "disturbed", what: message.what });
      return;
    case "contact":
      turn.toldSinceGap = true;
      turn.out.push({ o: "foreign-contact", what: message.what });
      return;
    case "frames-lost":
      passing(turn, "eye-frames-lost", { ms: message.ms });
      hole(turn, "frames-lost");
      return;
    case "fault": {
      const { fault, on, value } = message;
      const others = turn.standing.faults.filter((other) => other !== fault);
      turn.standing = { ...turn.standing, faults: on ? [...others, fault] : others };
      if (on) stand(turn, fault, { value });
      else clear(turn, fault);
      return;
    }
    case "unknown":
      return;
  }
}

/** What stands until something else is told. While it is not known what stood, only the next heartbeat tells it. */
function change(turn: Turn, now: Partial<Pick<Standing, "state" | "dome">>): void {
  const before = turn.standing;
  turn.standing = { ...before, ...now };
  if (!turn.attached) return;
  const { state, dome } = turn.standing;
  if (state !== before.state) turn.out.push({ o: "arena", state });
  if (dome !== null && dome !== before.dome) turn.out.push({ o: "dome", closed: dome });
}

/** One throw. Rests are numbered: one that has been is none, and a jump is the table's to see. */
function rest(turn: Turn, read: ThrowRead): void {
  if (turn.rest !== null && read.n <= turn.rest) {
    figure(turn, "strange");
    damaged(turn, LINK_RULES);
    hole(turn, "device-garbled");
    return;
  }
  turn.rest = read.n;
  turn.standing = { ...turn.standing, rests: read.n };
  figure(turn, "rests");
  if (read.verdict === "undecided") figure(turn, "undecided");
  turn.toldSinceGap = true;
  turn.out.push({ o: "rest", read });
}

function beat(turn: Turn, message: Beat): void {
  const { state, dome, rests, faults } = message;
  numbers(turn, message);
  if (stopped(turn, message)) return;
  const now: Standing = { state, dome, rests, faults };
  if (turn.attached && agree(now, turn.standing)) return;
  // The heartbeat says what the messages said, or some are missing that no number told of.
  if (turn.attached) {
    figure(turn, "strange");
    hole(turn, "device-garbled");
  }
  attach(turn, now);
}

function attach(turn: Turn, now: Standing): void {
  turn.attached = true;
  turn.standing = now;
  turn.rest = now.rests;
  turn.out.push({ o: "attached", device: "eye" });
  for (const fault of EYE_FAULTS)
    if (now.faults.includes(fault)) stand(turn, fault, {});
    else clear(turn, fault);
  if (now.dome !== null) turn.out.push({ o: "dome", closed: now.dome });
  turn.out.push({ o: "arena", state: now.state });
}

const agree = (a: Standing, b: Standing): boolean =>
  a.state === b.state &&
  a.dome === b.dome &&
  a.rests === b.rests &&
  a.faults.length === b.faults.length &&
  a.faults.every((fault) => b.faults.includes(fault));

/** An eye that says it sees, and whose frames do not get more, sees nothing. True: nothing of it is believed. */
function stopped(turn: Turn, { frames, state }: Beat): boolean {
  if (turn.watched?.frames !== frames || state === "unknown") {
    turn.watched = { frames, t: turn.t };
    clear(turn, "eye-stopped");
    return false;
  }
  if (turn.t - turn.watched.t <= WATCH_US) return false;
  stand(turn, "eye-stopped", { ms: Math.round((turn.t - turn.watched.t) / US_PER_MS) });
  hole(turn, "device-silent");
  return true;
}

function numbers(turn: Turn, { frames, dropped, damaged: bad, light, drift }: Beat): void {
  const seen = { frames, dropped, damagedFrames: bad };
  turn.figures = { ...turn.figures, ...seen, light: light ?? 0, drift: drift ?? 0 };
}

/** The eye was started anew since it last said who it is, or it is another one. */
export const isRestart = (turn: Turn, { boot }: Hello): boolean => turn.boot !== null && turn.boot !== boot;

/** Its time and numbers begin anew with this message. */
export function restarted(turn: Turn): void {
  hole(turn, "restart");
  turn.sequence = SEQUENCE_START;
  doubt(turn);
  turn.rest = null;
  figure(turn, "restarts");
  passing(turn, "eye-restarted", {});
}

function introduced(turn: Turn, message: Hello): void {
  const { major, minor, boot, digest, faces, width, height, knows } = message;
  const hello = { major, minor, boot, digest, faces, width, height, knows };
  turn.boot = boot;
  const why = problemOf(turn, message);
  const same = turn.hello !== null && JSON.stringify(turn.hello) === JSON.stringify(hello);
  if (same && turn.fits === (why === null)) return;
  turn.hello = hello;
  clear(turn, "eye-setup");
  if (why !== null) {
    stand(turn, "eye-setup", { why, digest: hello.digest, version: `${hello.major}.${hello.minor}` });
    hole(turn, "device-garbled");
  } else if (turn.attached) hole(turn, "device-garbled");
  turn.fits = why === null;
}

function problemOf({ options }: Turn, { major, digest, faces, knows }: Hello): string | null {
  if (major !== VERSION) return "another version";
  if (options.digest !== null && options.digest !== digest) return "another calibration";
  if (options.faces !== faces) return `calibrated for ${faces}`;
  const lacks = KNOWS.filter((name) => options.knows[name] && !knows[name]);
  return lacks.length === 0 ? null : `not calibrated for ${lacks.join(" ")}`;
}
