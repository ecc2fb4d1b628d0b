import type { Mode, Place, ShoeEvent, Stage } from "./events.ts";
import { byte, word, type Message } from "./messages.ts";

/** The device's codes (docs/devices/tirada-shoe.md, "Codes"), and what stands in it. */

export const STAGES: readonly Stage[] = [
  "out-of-service",
  "idle",
  "loading",
  "shuffling",
  "verifying",
  "sorting",
  "ready",
  "dealing",
  "empty",
];
export const MODES: readonly Mode[] = ["one-by-one", "packets", "continuous", "sort"];
export const PLACES: readonly Place[] = ["inlet", "shuffler", "elevator", "reader", "exit", "unknown"];
export const BACKS = ["red", "blue", "green", "black", "brown", "purple", "orange", "grey"];
export const WARNINGS = [
  "count-wrong",
  "identity-wrong",
  "incomplete-cycle",
  "sort-mode",
  "cards-left-inside",
  "reader-dirty",
  "exit-forced",
  "tamper",
  "self-test-failed",
  "memory-lost",
];
export const READER = {
  pending: 0,
  empty: 1,
  failed: 2,
  used: 3,
  suspected: 4,
  unsure: 5,
  blank: 6,
  unknown: 7,
  late: 8,
  sameCard: 9,
} as const;
/** Reader, exit, thickness, face-up, cut card, lid, level, gate, motors. */
const EVERY_SENSOR = 0x1ff;
const MOTORS = ["inlet", "shuffler", "elevator", "exit"];
const MOTOR_STATES = ["stopped", "runs", "stalled", "overcurrent"];

/** Bits of the heartbeat's levels. */
export const BIT = {
  lid: 0,
  door: 1,
  locked: 2,
  inExit: 3,
  cutNext: 4,
  upInside: 5,
  upExit: 6,
  motor: 7,
} as const;

/** What stands; the card number, the mode and the warnings outlive a power cut. */
export interface DeviceState {
  levels: number;
  stage: Stage;
  mode: Mode;
  cards: number;
  reader: number;
  jam: number;
  warnings: number;
  suspect: number;
  atLeast: number;
  atMost: number | null;
  /** Motors that do not run as they should, as they were told: the heartbeat has no word for them. */
  illMotors: ReadonlyMap<string, Message>;
  /** The last self-test, where a sensor failed. */
  failedTest: Message | null;
}

export const INITIAL_STATE: DeviceState = {
  levels: 0,
  stage: "idle",
  mode: "one-by-one",
  cards: 0,
  reader: READER.empty,
  jam: 0,
  warnings: 0,
  suspect: 0,
  atLeast: 0,
  atMost: null,
  illMotors: new Map(),
  failedTest: null,
};

export function setBit(state: DeviceState, bit: number, on: boolean): void {
  state.levels = on ? state.levels | (1 << bit) : state.levels & ~(1 << bit);
}

/** Applies an event of the mechanics; returns the message that says so, or null for one that says nothing new. */
export function applyEvent(state: DeviceState, event: ShoeEvent): Message | null {
  switch (event.e) {
    case "cut-card":
      setBit(state, BIT.cutNext, event.where === "next");
      return ["X", byte(event.where === "next" ? 0 : 1)];
    case "face-up": {
      const isInExit = event.where === "exit";
      setBit(state, isInExit ? BIT.upExit : BIT.upInside, event.on);
      return ["F", byte(Number(isInExit)), byte(Number(event.on))];
    }
    case "lid":
      setBit(state, BIT[event.which], event.open);
      return ["D", byte(event.which === "door" ? 1 : 0), byte(Number(event.open))];
    case "level":
      state.atLeast = event.atLeast;
      state.atMost = event.atMost;
      return levelMessage(state);
    case "jam":
      state.jam = PLACES.indexOf(event.where) + 1;
      return ["J", byte(state.jam), byte(1)];
    case "jam-cleared": {
      const place = state.jam;
      state.jam = 0;
      return place === 0 ? null : ["J", byte(place), byte(0)];
    }
    default:
      return applyMachineEvent(state, event);
  }
}

function applyMachineEvent(state: DeviceState, event: ShoeEvent): Message | null {
  switch (event.e) {
    case "motor": {
      setBit(state, BIT.motor, event.state === "runs");
      const motor = MOTORS.indexOf(event.motor) + 1;
      const told: Message = ["M", byte(motor), byte(MOTOR_STATES.indexOf(event.state)), word(event.mA)];
      const others = [...state.illMotors].filter(([name]) => name !== event.motor);
      const isIll = event.state === "stalled" || event.state === "overcurrent";
      state.illMotors = new Map(isIll ? [...others, [event.motor, told]] : others);
      return told;
    }
    case "count":
      return ["N", word(event.cards), word(event.expected), word(event.unknown)];
    case "fed-back":
      return ["Q", word(event.cards)];
    case "stage":
      state.stage = event.stage;
      state.mode = event.mode ?? state.mode;
      if (event.stage === "loading") {
        state.cards = 0;
        state.suspect = 0;
      }
      return stageMessage(state);
    case "warning":
      return changeWarning(state, WARNINGS.indexOf(event.code) + 1, true);
    case "acknowledged":
      return changeWarning(state, WARNINGS.indexOf(event.code) + 1, false);
    case "self-test":
      return selfTest(state, event.bad);
    default:
      return null;
  }
}

/** `bad`: bits of the sensors that failed. */
export function selfTest(state: DeviceState, bad: number): Message {
  const told: Message = ["Y", word(EVERY_SENSOR), word(EVERY_SENSOR & ~bad)];
  state.failedTest = bad === 0 ? null : told;
  return told;
}

export const levelMessage = ({ atLeast, atMost }: DeviceState): Message => [
  "V",
  word(atLeast),
  word(atMost ?? 0xffff),
];

export const stageMessage = ({ stage, mode }: DeviceState): Message => [
  "S",
  byte(STAGES.indexOf(stage)),
  byte(MODES.indexOf(mode)),
];

/** Raises or takes back a warning; null for one that is so already. */
export function changeWarning(state: DeviceState, code: number, on: boolean): Message | null {
  const bit = 1 << (code - 1);
  if (code < 1 || code > WARNINGS.length || ((state.warnings & bit) !== 0) === on) return null;
  state.warnings ^= bit;
  return ["W", byte(code), byte(Number(on))];
}

export function heartbeatMessage(state: DeviceState, damaged: number, lost: number): Message {
  const { levels, stage, mode, cards, reader, jam, warnings, suspect } = state;
  return [
    "B",
    word(levels),
    byte(STAGES.indexOf(stage)),
    byte(MODES.indexOf(mode)),
    word(cards),
    byte(reader),
    byte(jam),
    word(warnings),
    word(suspect),
    word(Math.min(0xffff, damaged)),
    word(Math.min(0xffff, lost)),
  ];
}
