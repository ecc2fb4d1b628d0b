import { createLineModel, type LineModel } from "../cammegh.ts";
import { drawBetween } from "../draws.ts";
import { enterState, updateLaps, turnRotor } from "./dealer.ts";
import { advancedLine, extendedLine, type MercuryLine } from "./lines.ts";
import { endSpin, Mercury, type MercuryFault, type MercuryOptions, type MercuryTruth } from "./wheel.ts";

export {
  MERCURY_FAULTS,
  type MercuryFault,
  type MercuryOptions,
  type MercurySpin,
  type MercuryTruth,
} from "./wheel.ts";

/**
 * A Cammegh Mercury 360 with its dealer: it behaves as the integration guide says; no captured traffic of a real unit confirms
 * it.
 */
export interface MercuryModel extends LineModel<MercuryTruth> {
  /** The next launch has this fault. */
  inject(fault: MercuryFault): void;
}

const BOOT_US = 3_000_000;
const LINE_US = 500_000;

/** With power the dealer soon turns the rotor and plays game after game. */
export function mercuryModel(options: MercuryOptions): MercuryModel {
  const m = new Mercury(options);
  const { step, power } = createLineModel(
    m,
    (us, line) => replyTo(m, us, line),
    (on, us) => (on ? powerOn : powerOff)(m, us),
  );
  return {
    step,
    power,
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
  m.agenda.reschedule(us + drawBetween(m.timing, 5_000_000, 10_000_000), "game start", (at) =>
    turnRotor(m, at),
  );
}

function powerOff(m: Mercury, us: number): void {
  m.agenda.drop("");
  m.on = false;
  m.rotor.ramp(us, 0, 60_000_000);
  endSpin(m, us, "power-lost");
  m.truth.push({ e: "power", t: us, on: false });
}

function scheduleLine(m: Mercury, us: number): void {
  m.agenda.reschedule(us, "line", (at) => {
    scheduleLine(m, at + LINE_US);
    updateLaps(m, at);
    const { state, game, last, flags, ball, limits } = m;
    const rpm10 = m.rotor.drawReading(at, m.readings);
    const status: MercuryLine = { state, game, last, flags, rpm10, sense: m.rotor.sense, ball, limits };
    if (m.options.protocol === "extended") m.out += extendedLine(status);
    else if (m.options.protocol !== "basic") m.out += advancedLine(status);
  });
}

/** The guide's commands that need no PIN; replies carry no asterisk. */
function replyTo(m: Mercury, us: number, line: string): void {
  if (!line.startsWith("*")) return;
  const answer = (text: string): void => {
    m.agenda.reschedule(
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
