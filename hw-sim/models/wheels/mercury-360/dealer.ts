import { drawFaults, drawPocket, lapsWhileSlowing, padPocket, type Sense } from "../cammegh.ts";
import { drawAround, drawBetween } from "../draws.ts";
import {
  endSpin,
  MERCURY_FAULTS,
  voidsGame,
  type Mercury,
  type MercuryFault,
  type MercuryState,
  type Spin,
} from "./wheel.ts";

/** The dealer, who turns the rotor and launches the ball, and what the wheel reports. Spans in µs. */

const S = 1_000_000;
const FLAG = { rotor: 1, sameWay: 2, void: 8 };
/** Parameters 66 and 6A of the guide, rpm. */
const NO_MORE_BETS_RPM = 40;
const LAUNCH_RPM = 50;
const SLOWING_PER_S = 0.12;
/** From the ball leaving to its return, a void clears by itself (guide §5.3). */
const RESPIN_US = 10 * S;

export function enterState(m: Mercury, us: number, state: MercuryState): void {
  m.state = state;
  m.truth.push({ e: "state", t: us, state });
  if (state === 2) m.ball = { where: "out", laps: 0, sense: null, rpm: null, pocket: null };
  if (m.options.protocol !== "basic") return;
  if (state === 3) m.out += "*S\r\n";
  if (state === 4) m.out += "*N\r\n";
}

/** The dealer gives the rotor a push, the other way each game: state 1, then bets. */
export function turnRotor(m: Mercury, us: number): void {
  m.rotor.sense = m.rotor.sense === 0 ? 1 : 0;
  m.rotor.ramp(us, drawBetween(m.timing, 180, 260), 2 * S);
  // A bearing that runs dry has the rotor down to this speed in a third of the time.
  m.rotor.addRamp(120, Math.round(120 * S * (1 - 0.65 * m.worn("rotor-drive"))));
  m.flags = 0;
  enterState(m, us, 1);
  m.agenda.reschedule(us + drawBetween(m.timing, 4 * S, 6 * S), "game bets", (now) => openBets(m, now));
}

function openBets(m: Mercury, us: number): void {
  enterState(m, us, 2);
  m.agenda.reschedule(us + drawAround(m.timing, 8 * S, 15 * S, 30 * S), "game launch", (now) =>
    launchBall(m, now),
  );
}

function chooseFault(m: Mercury): MercuryFault | null {
  const { faults = {} } = m.options;
  const [drawn = null] = drawFaults(MERCURY_FAULTS, faults, m.faultDraws);
  const fault = m.asked ?? faults.script?.[m.spins] ?? drawn;
  m.asked = null;
  return fault;
}

/** A rotor that is too fast or too slow for the wheel was pushed or braked before the ball is on the track. */
function launchBall(m: Mercury, us: number): void {
  m.spins++;
  const fault = chooseFault(m);
  if (fault !== "rotor-fast" && fault !== "rotor-slow") return putOnTrack(m, us, fault);
  m.rotor.ramp(us, fault === "rotor-fast" ? 340 : 80, 1 * S);
  m.agenda.reschedule(us + 2 * S, "game launch", (now) => putOnTrack(m, now, fault));
}

/** The ball is on the track; after its first lap state 3. */
function putOnTrack(m: Mercury, us: number, fault: MercuryFault | null): void {
  const rotor = m.rotor.sense;
  const against: Sense = rotor === 0 ? 1 : 0;
  const rpm =
    fault === "weak-launch" ? drawBetween(m.timing, 42, LAUNCH_RPM - 1) : drawBetween(m.timing, 80, 130);
  const ball = fault === "with-rotor" ? rotor : against;
  const spin: Spin = {
    number: m.spins,
    game: m.game,
    rotor,
    ball,
    launchedUs: us,
    launchRpm: rpm,
    laps: 0,
    pocket: null,
    announced: null,
    fault,
    sinceUs: fault === "with-rotor" ? { "ball-direction": us } : {},
  };
  m.spin = spin;
  if (fault === "level") {
    m.level = { x: 1.2, y: -0.4 };
    m.log.push("Level error");
  }
  // On a rough track the ball slows down up to twice as fast.
  const slowing = SLOWING_PER_S * (1 + m.worn("rough-track"));
  const span = Math.round((Math.log(rpm / NO_MORE_BETS_RPM) / slowing) * S);
  m.flight = { fromUs: us, toUs: us + span, rpm, endRpm: NO_MORE_BETS_RPM };
  m.ball = { where: "rim", laps: 0, sense: ball, rpm, pocket: null };
  m.agenda.reschedule(us + Math.round((60 / rpm) * S), "game lap", (now) => enterRim(m, now, spin, us + span));
}

function enterRim(m: Mercury, us: number, spin: Spin, slowAt: number): void {
  enterState(m, us, 3);
  if (spin.fault === "rotor-fast" || spin.fault === "rotor-slow") m.flags |= FLAG.rotor;
  if (spin.fault === "weak-launch" && voidsGame(m, "ball")) m.flags |= FLAG.void;
  if (spin.fault === "with-rotor") {
    if (m.gameMode === 0x3f) m.flags |= FLAG.void;
    else if ((m.gameMode & 0x20) === 0) m.flags |= FLAG.sameWay;
  }
  // With flag 2 or 8 in state 3 there is no change to 4: the dealer takes the ball and launches again.
  if ((m.flags & (FLAG.sameWay | FLAG.void)) !== 0) scheduleRespin(m, us + drawBetween(m.timing, 3 * S, 6 * S));
  else
    m.agenda.reschedule(Math.max(us + 500_000, slowAt), "game no more bets", (now) => closeBets(m, now, spin));
}

/** The dealer picks up the ball; the void clears when it has been out for 10 s, and the game begins again in 2. */
function scheduleRespin(m: Mercury, us: number): void {
  m.agenda.reschedule(us, "game pick up", (now) => {
    updateLaps(m, now);
    m.ball = { ...m.ball, where: "out", rpm: null };
    endSpin(m, now, "respin");
  });
  m.agenda.reschedule(us + RESPIN_US, "game clear", (now) => {
    m.flags = 0;
    openBets(m, now);
  });
}

function closeBets(m: Mercury, us: number, spin: Spin): void {
  updateLaps(m, us);
  enterState(m, us, 4);
  const rim = Math.round((3.5 * 60 * S) / 34);
  m.flight = { fromUs: us, toUs: us + rim, rpm: NO_MORE_BETS_RPM, endRpm: 28 };
  if (spin.fault === "ball-left") {
    m.agenda.reschedule(us + rim, "game left", (now) => {
      updateLaps(m, now);
      m.ball = { ...m.ball, where: "out", rpm: null, pocket: null };
      spin.sinceUs = { "ball-left-cylinder": now };
      if (voidsGame(m, "ball")) m.flags |= FLAG.void;
      scheduleRespin(m, now + 1);
    });
    return;
  }
  m.agenda.reschedule(us + rim, "game fall", (now) => {
    updateLaps(m, now);
    m.flight = null;
    m.ball = { ...m.ball, rpm: null };
  });
  const span = drawAround(m.timing, rim + 3 * S, rim + 8 * S, rim + 15 * S);
  m.agenda.reschedule(us + span, "game settled", () => {
    spin.pocket = drawPocket(m.outcomes, m.options.pockets ?? 37);
    m.ball = { ...m.ball, where: "pocket", pocket: spin.pocket };
  });
  const locked = spin.fault === "dealer-lock";
  if (locked) m.agenda.reschedule(us + span + 1 * S, "game lock", (now) => enterState(m, now, 7));
  const wait = locked ? drawBetween(m.timing, 5 * S, 20 * S) : 2 * S;
  m.agenda.reschedule(us + span + wait, "game result", (now) => announceResult(m, now, spin));
}

/** State 5: the bare number (or `*W nn`), then after three turns of the rotor the next game. */
function announceResult(m: Mercury, us: number, spin: Spin): void {
  spin.announced = spin.pocket;
  m.last = spin.pocket;
  m.game = (m.game + 1) % 256;
  enterState(m, us, 5);
  m.out +=
    m.options.protocol === "basic" ? `*W ${padPocket(spin.pocket)}\r\n` : `${padPocket(spin.pocket)}\r\n`;
  endSpin(m, us, "result");
  m.agenda.reschedule(us + 9 * S, "game next", (now) => turnRotor(m, now));
}

/** Brings the laps of the flight up to `us` into the ball and the spin. */
export function updateLaps(m: Mercury, us: number): void {
  const { flight, spin } = m;
  if (flight === null || spin === null || m.ball.where !== "rim") return;
  const upTo = Math.min(us, flight.toUs);
  const share = (upTo - flight.fromUs) / Math.max(1, flight.toUs - flight.fromUs);
  const rpm = flight.rpm * (flight.endRpm / flight.rpm) ** share;
  spin.laps += lapsWhileSlowing(flight.rpm / 60, rpm / 60, upTo - flight.fromUs);
  m.flight = { ...flight, fromUs: upTo, rpm };
  m.ball = { ...m.ball, laps: spin.laps, rpm };
}
