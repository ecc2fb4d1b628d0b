/** What a measure counts in: thousandths of a whole; ten-thousandths of a lap or a turn; a span; a speed; levels of a picture; tenths of how many. */
export type MeasureUnit =
  | "pm"
  | "lap"
  | "turn"
  | "ms"
  | "rpm10"
  | "rpm10-per-min"
  | "level"
  | "px100"
  | "count10";

interface Measure {
  readonly unit: MeasureUnit;
  /** `level`: a value a round. `rate`: so many of so many in each. `place`: one of some places in each. */
  readonly kind: "level" | "rate" | "place";
  /** The way in which it gets worse. */
  readonly way: "up" | "down" | "both";
  /** A smaller change is none: thousandths of the value itself, and in its own unit. */
  readonly leastPm: number;
  readonly least: number;
}

/** Everything that wears out so slowly that figures tell it before a fault does, by the name of its hint. */
export const MEASURES = {
  /** How long a sensor sees the ball, as a share of a lap. */
  "pulse-width": { unit: "lap", kind: "level", way: "both", leastPm: 150, least: 5 },
  /** How long the reader of pockets sees its reference patch, as a share of a turn. */
  "reader-width": { unit: "turn", kind: "level", way: "both", leastPm: 150, least: 3 },
  /** How long a sensor of the rotor sees one of its marks, as a share of the time to the next: the index has one a turn. */
  "mark-width": { unit: "turn", kind: "level", way: "both", leastPm: 150, least: 3 },
  /** Pulses that a sensor missed and its neighbours saw. */
  "missed-edges": { unit: "pm", kind: "rate", way: "up", leastPm: 0, least: 15 },
  /** How often the light curtain is broken in a spin for a shorter while than any hand breaks it. */
  curtain: { unit: "count10", kind: "level", way: "up", leastPm: 0, least: 5 },
  /** Rotor of a wheel that drives it: its speed at the same push. */
  "rotor-speed": { unit: "rpm10", kind: "level", way: "both", leastPm: 50, least: 5 },
  /** How fast a rotor that runs free loses its speed: after the same push it is slower. */
  "rotor-slowing": { unit: "rpm10-per-min", kind: "level", way: "up", leastPm: 150, least: 5 },
  /** How much of its speed, squared, the ball loses in a lap. */
  "ball-slowing": { unit: "pm", kind: "level", way: "both", leastPm: 70, least: 5 },
  /** Which share of the track the ball seems to run between two sensors: how level the wheel is. A twentieth of a degree is a third of it. */
  "lap-shape": { unit: "lap", kind: "level", way: "both", leastPm: 0, least: 3 },
  /** From the launch to the number, as a wheel with electronics tells it. */
  "ball-run": { unit: "ms", kind: "level", way: "both", leastPm: 120, least: 1_000 },
  /** Behind which sensor the ball leaves its track. */
  "drop-zone": { unit: "pm", kind: "place", way: "up", leastPm: 0, least: 200 },
  /** Cards that the reader could not read, by the quarter of the shoe in which they lay. */
  misreads: { unit: "pm", kind: "rate", way: "up", leastPm: 0, least: 10 },
  /** How bright the eye sees its reference patches: lamp, and dust on the lens. */
  "eye-light": { unit: "level", kind: "level", way: "both", leastPm: 100, least: 6 },
  /** How far these patches lie from where they were taught. */
  "eye-shift": { unit: "px100", kind: "level", way: "up", leastPm: 200, least: 40 },
  /** How sure the eye is of the dice that it reads. */
  "eye-confidence": { unit: "pm", kind: "level", way: "down", leastPm: 20, least: 15 },
  /** Throws that the eye left undecided. */
  "eye-undecided": { unit: "pm", kind: "rate", way: "up", leastPm: 0, least: 60 },
} as const satisfies Readonly<Record<string, Measure>>;

export type MeasureName = keyof typeof MEASURES;

/** One value that a round measured. */
export interface Sample {
  readonly measure: MeasureName;
  /** Which sensor, or which place; empty: there is one. */
  readonly part: string;
  /** Of a rate: how many of them. */
  readonly value: number;
  /** Of a rate: of how many. */
  readonly of?: number;
  /** What the value hangs on besides wear, as a speed: values are compared at the same one. */
  readonly at?: number;
}
