import {
  beginStep,
  learnFromEdge,
  restartAfterGap,
  learnFromHeartbeat,
  startOfLearning,
  stepsOf,
  type CalibrationEvent,
  type LearnState,
  type LearnStep,
  type LearnOutcome,
} from "../../../drivers/wheel/sensor-board/calibration/learn.ts";
import {
  calibrationProblem,
  type LearnedCalibration,
} from "../../../drivers/wheel/sensor-board/calibration/learned.ts";
import type { Calibration, WheelSetup } from "../../../drivers/wheel/sensor-board/wheel-setup.ts";
import type { Levels } from "../../../drivers/wheel/sensor-board/tracker/tracker.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import type { BoardTalk } from "./board-talk.ts";

/** The technician at the terminal. */
export interface Technician {
  say(line: string): void;
  /** Resolves when they press Enter; rejects when they go away. */
  ready(prompt: string): Promise<void>;
}

type Wheel = Pick<WheelSetup, "kind" | "ring">;

/** After this many failures the calibration is given up. */
export const FAILURES_MAX = 10;

/**
 * The guided spin: asks the technician for one thing after the other, and gives what was learned. Writes nothing. Rejects
 * with Problem when the board is not of this wheel, is lost, or a step fails again and again.
 */
export async function calibrateBoard(
  talk: BoardTalk,
  wheel: Wheel,
  person: Technician,
): Promise<LearnedCalibration> {
  const { board, kind, marks, firmware } = await talk.askIdentity();
  const wanted = wheel.kind === "bowl" ? 0 : wheel.ring.length;
  if (kind !== wheel.kind || marks !== wanted)
    throw usageProblem(
      `the board is set to ${kind} with ${marks} marks, the table needs ${wheel.kind} with ${wanted}; tirada wheel set --type sensor-board --device … kind ${wheel.kind}, then marks ${String(wanted).padStart(2, "0")}`,
    );
  person.say(`board ${board}, firmware ${firmware}, ${kind}${wanted === 0 ? "" : ` with ${wanted} marks`}`);
  const lesson = new LiveLearner(wheel);
  talk.listen(lesson);
  try {
    const calibration = await runSteps(talk, lesson, wheel, person);
    const learned = { ...calibration, board: Number.parseInt(board, 16) };
    const problem = calibrationProblem(learned, wheel);
    if (problem !== null)
      throw new Problem(EXIT.device, `what was learned cannot be used: ${problem}; begin again`);
    return learned;
  } finally {
    talk.listen(null);
  }
}

async function runSteps(
  talk: BoardTalk,
  lesson: LiveLearner,
  wheel: Wheel,
  person: Technician,
): Promise<Calibration> {
  const steps = stepsOf(wheel.kind);
  for (let failures = 0; failures < FAILURES_MAX;) {
    const { step } = lesson;
    if (step === "done") break;
    await person.ready(`Step ${steps.indexOf(step) + 1} of ${steps.length}: ${promptFor(step, wheel)}`);
    for await (const one of lesson.runStep()) {
      if (one.news === "progress") person.say(`  ${one.done} of ${one.of}`);
      if (one.news === "passed") person.say("  in order");
      if (one.news === "learned") return one.calibration;
      if (one.news !== "failed") continue;
      // A lost board is not counted as a failure of the technician.
      talk.throwIfLost();
      failures++;
      person.say(`  not in order: ${one.problem.what}`);
      person.say(`  do this: ${one.problem.doThis}`);
    }
  }
  throw new Problem(
    EXIT.device,
    `the calibration failed ${FAILURES_MAX} times; put right what it named, then start it again`,
  );
}

/** What to do, and when to press Enter. */
export function promptFor(step: LearnStep, { kind, ring }: Wheel): string {
  const what = kind === "disc" ? "disc" : "rotor";
  const first = ring[0] ?? "";
  switch (step) {
    case "turn-clockwise":
      return kind === "disc"
        ? "press Enter, then turn the disc slowly by hand, clockwise as the players see it, three full turns and a little more"
        : "take the ball out. Press Enter, then turn the rotor by hand, clockwise as seen from above, three full turns and a little more";
    case "turn-counter":
      return `press Enter, then turn the ${what} the other way round, three full turns and a little more`;
    case "first-place":
      if (kind === "roulette")
        return `lay the ball into pocket ${first}. Press Enter, then turn the rotor clockwise, three full turns and a little more`;
      if (kind === "bowl")
        return `lay the ball into the first hole of the ring (a ${first}, as the table's ring begins), nothing into the others. Press Enter and wait`;
      return `turn the disc until the pointer rests in the middle of the first cell of the ring (${first}, as the table's ring begins). Let go, press Enter and wait`;
    case "launch":
      return "take the ball. Press Enter, then launch it as in play, ten laps at least, and let it fall";
    case "done":
      return "";
  }
}

/** The learner on a live board: its events come out as they happen. */
class LiveLearner {
  readonly #wheel: Wheel;
  #state: LearnState;
  #tick = 0;
  #events: CalibrationEvent[] = [];
  #wake: (() => void) | null = null;

  constructor(wheel: Wheel) {
    this.#wheel = wheel;
    this.#state = startOfLearning(wheel);
  }

  get step(): LearnStep {
    return this.#state.step;
  }

  /** Begins the current step; ends when the step is passed or has failed. */
  async *runStep(): AsyncGenerator<CalibrationEvent> {
    this.#events = [];
    this.#state = beginStep(this.#state, this.#tick);
    for (;;) {
      for (let one = this.#events.shift(); one !== undefined; one = this.#events.shift()) {
        yield one;
        if (one.news === "failed" || one.news === "learned") return;
        if (one.news === "passed" && this.#state.step !== "done") return;
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  handleEdge(edge: Parameters<typeof learnFromEdge>[2]): void {
    this.#tick = edge.tick;
    this.#applyStep(learnFromEdge(this.#wheel, this.#state, edge));
  }

  handleHeartbeat(tick: number, levels: Levels): void {
    this.#tick = tick;
    this.#applyStep(learnFromHeartbeat(this.#wheel, this.#state, tick, levels));
  }

  onGap(): void {
    this.#applyStep(restartAfterGap(this.#wheel, this.#state));
  }

  #applyStep({ state, news: events }: LearnOutcome): void {
    this.#state = state;
    if (events.length === 0) return;
    this.#events.push(...events);
    this.#wake?.();
    this.#wake = null;
  }
}
