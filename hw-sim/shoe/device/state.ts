import type { Mode, Place, ShoeEvent, Stage } from "./events.ts";
import type { Field } from "./messages.ts";

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
};

export function setBit(standing: DeviceState, bit: number, on: boolean): void {
  standing.levels = on ? standing.levels | (1 << bit) : standing.levels & ~(1 << bit);
}

/** A simple event: changes what stands and returns the message that says so, or null for one that says nothing new. */
export function applyEvent(
  standing: DeviceState,
  event: ShoeEvent,
): readonly [letter: string, fields: readonly Field[]] | null {
  switch (event.e) {
    case "cut-card":
      setBit(standing, BIT.cutNext, event.where === "next");
      return ["X", [[1, event.where === "next" ? 0 : 1]]];
    case "face-up": {
      const exit = event.where === "exit";
      setBit(standing, exit ? BIT.upExit : BIT.upInside, event.on);
      return [
        "F",
        [
          [1, Number(exit)],
          [1, Number(event.on)],
        ],
      ];
    }
    case "lid":
      setBit(standing, BIT[event.which], event.open);
      return [
        "D",
        [
          [1, event.which === "door" ? 1 : 0],
          [1, Number(event.open)],
        ],
      ];
    case "level":
      standing.atLeast = event.atLeast;
      standing.atMost = event.atMost;
      return levelMessage(standing);
    case "jam":
      standing.jam = PLACES.indexOf(event.where) + 1;
      return [
        "J",
        [
          [1, standing.jam],
          [1, 1],
        ],
      ];
    case "jam-cleared": {
      const place = standing.jam;
      standing.jam = 0;
      return place === 0
        ? null
        : [
            "J",
            [
              [1, place],
              [1, 0],
            ],
          ];
    }
    default:
      return applyMachineEvent(standing, event);
  }
}

type ReportedLine = readonly [letter: string, fields: readonly Field[]] | null;

function applyMachineEvent(standing: DeviceState, event: ShoeEvent): ReportedLine {
  switch (event.e) {
    case "motor":
      setBit(standing, BIT.motor, event.state === "runs");
      return [
        "M",
        [
          [1, MOTORS.indexOf(event.motor) + 1],
          [1, MOTOR_STATES.indexOf(event.state)],
          [2, event.mA],
        ],
      ];
    case "count":
      return [
        "N",
        [
          [2, event.cards],
          [2, event.expected],
          [2, event.unknown],
        ],
      ];
    case "fed-back":
      return ["Q", [[2, event.cards]]];
    case "stage":
      standing.stage = event.stage;
      standing.mode = event.mode ?? standing.mode;
      if (event.stage === "loading") {
        standing.cards = 0;
        standing.suspect = 0;
      }
      return stageMessage(standing);
    case "warning":
      return changeWarning(standing, WARNINGS.indexOf(event.code) + 1, true);
    default:
      return null;
  }
}

export function levelMessage({ atLeast, atMost }: DeviceState): readonly [string, readonly Field[]] {
  return [
    "V",
    [
      [2, atLeast],
      [2, atMost ?? 0xffff],
    ],
  ];
}

export function stageMessage({ stage, mode }: DeviceState): readonly [string, readonly Field[]] {
  return [
    "S",
    [
      [1, STAGES.indexOf(stage)],
      [1, MODES.indexOf(mode)],
    ],
  ];
}

/** Raises or takes back a warning; null for one that is so already. */
export function changeWarning(
  standing: DeviceState,
  code: number,
  on: boolean,
): readonly [string, readonly Field[]] | null {
  const bit = 1 << (code - 1);
  if (code < 1 || code > WARNINGS.length || ((standing.warnings & bit) !== 0) === on) return null;
  standing.warnings ^= bit;
  return [
    "W",
    [
      [1, code],
      [1, Number(on)],
    ],
  ];
}

export function beatFields(standing: DeviceState, damaged: number, lost: number): readonly Field[] {
  const { levels, stage, mode, cards, reader, jam, warnings, suspect } = standing;
  return [
    [2, levels],
    [1, STAGES.indexOf(stage)],
    [1, MODES.indexOf(mode)],
    [2, cards],
    [1, reader],
    [1, jam],
    [2, warnings],
    [2, suspect],
    [2, Math.min(0xffff, damaged)],
    [2, Math.min(0xffff, lost)],
  ];
}
