import { padPocket } from "../cammegh.ts";
import type { RandomSource } from "../../../../src/time/random-source.ts";
import { drawBetween } from "../draws.ts";
import { pocketCountOf, startSpin, startUp } from "./game.ts";
import { replyLine } from "./lines.ts";
import { writeParameter } from "./parameters.ts";
import { closeWheel, endSpin, MODE, statusNow, type Wheel } from "./wheel.ts";

/** The host's commands (protocol guide §2.3–2.10) and the wheel's replies, 20–200 ms later. */

const LATENCY_US = { min: 20_000, max: 200_000 };
const SELF_TEST_US = 20_000_000;
const VERSION = "V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18";

/** Commands of a word and nothing else, and what they answer. */
type Answer = (w: Wheel, us: number, rest: string, random: RandomSource) => string | readonly string[];

/** Takes one line from the host; its replies come later, in order, whatever the status lines do meanwhile. */
export function handleCommand(
  w: Wheel,
  us: number,
  line: string,
  random: RandomSource,
  queue: ReplyQueue,
): void {
  const found = /^\*(.)(.*)$/s.exec(line);
  if (found === null) return;
  const [, word = "", rest = ""] = found;
  const answer = ANSWERS[word];
  const slow = word === "F" && w.state === 6 ? SELF_TEST_US : 0;
  const due = us + slow + drawBetween(random, LATENCY_US.min, LATENCY_US.max);
  if (word === "X" && rest === "") {
    queue.add(due, (now) => (w.out += statusNow(w, now)));
    return;
  }
  const texts = answer === undefined ? `${word} NO` : answer(w, us, word === "T" ? rest : rest.trim(), random);
  for (const text of typeof texts === "string" ? [texts] : texts)
    queue.add(due, () => (w.out += replyLine(text)));
}

export interface ReplyQueue {
  add(us: number, act: (now: number) => void): void;
}

/** Replies keep their order although each has its own latency. */
export function createReplyQueue(w: Wheel): ReplyQueue {
  let last = 0;
  let count = 0;
  return {
    add: (us, act) => {
      last = Math.max(last, us);
      w.agenda.reschedule(last, `reply ${count++}`, act);
    },
  };
}

const ANSWERS: Readonly<Record<string, Answer>> = {
  P: (w, us, rest, random) => {
    if (rest === "1") {
      if (w.state !== 6) return "P NO";
      startUp(w, us);
      return "P OK";
    }
    if (rest !== "0") return "P OK";
    if (w.state === 6) return "P NO";
    if (!w.closing) {
      const span = drawBetween(random, 3_000_000, 5_000_000);
      w.closing = true;
      w.agenda.drop("game");
      w.rotor.ramp(us, 0, span);
      w.agenda.reschedule(us + span, "game close", (now) => closeWheel(w, now, w.flags & 4));
    }
    return "P OK";
  },
  R: (w, us) => {
    if (w.state === 6 || w.closing) return "R OK";
    endSpin(w, us, "reset");
    startUp(w, us);
    return "R OK";
  },
  K: (w, us) => {
    if (w.state !== 2) return "K CAM";
    startSpin(w, us);
    return "K OK";
  },
  u: (w, us) => {
    // V2.50 does not know the sense that later versions take from the argument.
    startSpin(w, us);
    return "u OK";
  },
  o: (w, _us, rest) => {
    if (rest === "") return `o ${w.mode}`;
    if (w.state !== 6) return "o BUSY";
    if (/^\d{1,5}$/.test(rest)) w.mode = Number(rest);
    return `o ${w.mode}`;
  },
  O: (w) => `O ${w.state} ${(w.mode & MODE.reverse) === 0 ? 0 : 1} ${w.live["h"] ?? ""} ${w.mode}`,
  S: () => "S V2.50",
  V: () => `V ${VERSION}`,
  F: (w) => {
    if (w.state !== 6) return "F BUSY";
    return w.asked === "motor-dead" ? "F 5" : w.asked === "sensor-stuck" ? "F 11" : "F 0";
  },
  C: (w, _us, _rest, random) => {
    if (w.state !== 6) return "C BUSY";
    const at = (): number => drawBetween(random, 0, 9_999);
    const direction = random.oneIn(2) ? "Clockwise" : "Anti-Clockwise";
    return ["C OK : Started", `C BALL : OK ${direction}`, `C OK : Completed (${at()}, ${at()}, ${at()})`];
  },
  A: (w, _us, _rest, random) => `A ${random.below(pocketCountOf(w))}`,
  q: (w, _us, rest) => {
    w.muted = rest === "0";
    return "q OK";
  },
  T: (w, _us, rest, random) => handleParameter(w, rest, random),
  d: (_w, us, rest) => (rest.startsWith("s") ? "d OK" : `d g ${clockText(us)}`),
  w: (w) => (w.state === 5 || w.state === 6 ? `w ${chiSquare(w).toFixed(1)} 50.0` : "w BUSY"),
  W: (w) =>
    isPlaying(w)
      ? "W BUSY"
      : [
          `W ${countWins(w)}`,
          ...Object.keys(w.wins)
            .sort()
            .map((p) => `W ${padPocket(p)} ${w.wins[p] ?? 0}`),
        ],
  M: (w) => (isPlaying(w) ? "M BUSY" : `M ${w.misfires}`),
};

/**
 * `*T X` reads, `*T x values` writes, `*T f` saves. Whatever else begins with `*T` is answered OK and changes nothing
 * (captured: `*Tr 23000 23000`).
 */
function handleParameter(w: Wheel, rest: string, random: RandomSource): string {
  const [blank, name = "", ...values] = rest.trimEnd().split(" ");
  if (blank !== "") return "T OK";
  const letter = name.toLowerCase();
  if (name === "f") {
    w.saved = w.live;
    return "T OK";
  }
  if (name.length === 1 && name !== letter && values.length === 0 && letter in w.live) {
    return `T ${letter} ${w.live[letter] ?? ""}`;
  }
  if (name.length === 1 && name === letter) {
    w.live = writeParameter(w.live, letter, values.join(" "), drawBetween(random, 0, 9_999)) ?? w.live;
  }
  return "T OK";
}

function isPlaying(w: Wheel): boolean {
  return w.state >= 1 && w.state <= 4;
}

function countWins(w: Wheel): number {
  return Object.values(w.wins).reduce((sum, count) => sum + count, 0);
}

function chiSquare(w: Wheel): number {
  const expected = countWins(w) / pocketCountOf(w);
  if (expected === 0) return 0;
  const seen = Object.values(w.wins);
  const unseen = (pocketCountOf(w) - seen.length) * expected;
  return unseen + seen.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** The wheel's own clock, which nobody has set: time since power-on of the model. */
function clockText(us: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const s = us / 1_000_000;
  return `${two((s / 3_600) % 24)}:${two((s / 60) % 60)}:${two(s % 60)} - 01/01/18`;
}
