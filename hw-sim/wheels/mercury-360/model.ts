import { drawBetween } from "../agenda.ts";
import { enterState, updateLaps, turnRotor } from "./dealer.ts";
import { advancedLine, extendedLine, type MercuryLine } from "./lines.ts";
import {
  endSpin,
  createMercury,
  type Mercury,
  type MercuryFault,
  type MercuryOptions,
  type MercuryTruth,
} from "./wheel.ts";

export {
  MERCURY_FAULTS,
  type MercuryFault,
  type MercuryOptions,
  type MercurySpin,
  type MercuryTruth,
} from "./wheel.ts";

export interface MercuryStep {
  /** Bytes to the host, one character a byte. Step at every `wakeAt` to have each line at its own instant. */
  readonly bytes: string;
  readonly wakeAt: number | null;
  readonly truth: readonly MercuryTruth[];
}

/** A Cammegh Mercury 360 with its dealer: behaves by the integration guide, no captured unit stands behind it. */
export interface MercuryModel {
  /** Goes on to `nowUs` (never back), then takes the host's bytes. */
  step(nowUs: number, bytesIn?: string): MercuryStep;
  /** With power the dealer soon turns the rotor and plays game after game. */
  power(on: boolean, nowUs: number): void;
  /** The next launch has this fault. */
  inject(fault: MercuryFault): void;
}

const BOOT_US = 3_000_000;
const LINE_US = 500_000;
const COMMAND_LIMIT = 300;

export function mercuryModel(options: MercuryOptions): MercuryModel {
  const m = createMercury(options);
  let now = 0;
  let line = "";
  const advance = (us: number): void => {
    if (us < now) throw new RangeError(`time goes back from ${now} to ${us} µs`);
    now = us;
    m.agenda.run(us);
  };
  const hear = (bytes: string): void => {
    for (const char of bytes) {
      if (char !== "\r" && char !== "\n") {
        if (line.length < COMMAND_LIMIT) line += char;
        continue;
      }
      if (m.on && line.startsWith("*")) replyTo(m, now, line);
      line = "";
    }
  };
  return {
    step: (nowUs, bytesIn = "") => {
      advance(nowUs);
      hear(bytesIn);
      const step = { bytes: m.out, wakeAt: m.agenda.next(), truth: m.truth };
      m.out = "";
      m.truth = [];
      return step;
    },
    power: (on, nowUs) => {
      advance(nowUs);
      line = "";
      if (on !== m.on) (on ? powerOn : powerOff)(m, nowUs);
    },
    inject: (fault) => {
      m.asked = fault;
    },
  };
}

function powerOn(m: Mercury, us: number): void {
  Object.assign(m, { on: true, game: 0, last: null, flags: 0 });
  m.truth.push({ e: "power", t: us, on: true });
  enterState(m, us, 6);
  scheduleLine(m, us + BOOT_US);
  m.agenda.at(us + drawBetween(m.timing, 5_000_000, 10_000_000), "game start", (at) => turnRotor(m, at));
}

function powerOff(m: Mercury, us: number): void {
  m.agenda.drop("");
  m.on = false;
  m.rotor.ramp(us, 0, 60_000_000);
  endSpin(m, us, "power-lost");
  m.truth.push({ e: "power", t: us, on: false });
}

function scheduleLine(m: Mercury, us: number): void {
  m.agenda.at(us, "line", (at) => {
    scheduleLine(m, at + LINE_US);
    updateLaps(m, at);
    const { state, game, last, flags, ball, limits } = m;
    const rpm10 = m.rotor.reading(at, m.readings);
    const status: MercuryLine = { state, game, last, flags, rpm10, sense: m.rotor.sense(), ball, limits };
    if (m.options.protocol === "extended") m.out += extendedLine(status);
    else if (m.options.protocol !== "basic") m.out += advancedLine(status);
  });
}

/** The guide's commands that need no PIN; replies carry no asterisk. */
function replyTo(m: Mercury, us: number, line: string): void {
  const answer = (text: string): void => {
    m.agenda.at(
      us + drawBetween(m.readings, 20_000, 200_000),
      `reply ${us} ${line}`,
      () => (m.out += `${text}\r\n`),
    );
  };
  const mode = /^\*G0=([0-9A-Fa-f]{2})$/.exec(line);
  const limits = /^\*J(\d{2,3}) (\d{2,3})$/.exec(line);
  if (mode !== null) {
    m.gameMode = parseInt(mode[1] ?? "0", 16);
    answer("OK");
  } else if (limits !== null) {
    m.limits = { min10: Number(limits[1]), max10: Number(limits[2]) };
    answer("OK");
  } else if (line === "*V") answer("V Mercury 360");
  else if (line === "*X") answer(`(X) ${m.level.x.toFixed(1)} (Y) ${m.level.y.toFixed(1)}`);
  else if (line === "*E?") answer(`E ${m.log.length}`);
  else if (line === "*EN") answer(`E ${m.log.shift() ?? "None"}`);
  else answer("INVALID");
}
